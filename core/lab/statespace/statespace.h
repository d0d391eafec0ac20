#pragma once

#include "core/lab/node/steppedservers.h"
#include "core/lab/process/processstate.h"
#include "core/lab/program/observations.h"
#include "core/lab/statespace/state/checkobservations.h"
#include "core/lab/statespace/state/deadlineranks.h"
#include "core/lab/statespace/state/eventtable.h"
#include "core/lab/statespace/state/exploreoptions.h"
#include "core/lab/statespace/state/keyowners.h"
#include "core/lab/statespace/state/statelayout.h"
#include "core/lab/statespace/state/trace.h"
#include "core/lab/statespace/steps/blockedby.h"
#include "core/lab/statespace/steps/unexplored.h"

#include <memory>

namespace lockstep {

// A step as a state space takes it, in as many bytes as an edge of a graph can spare.
struct PackedStep
{
    TraceStep::Kind kind = TraceStep::Kind::Client;
    quint8 client = 0; // Restart: the node
    quint8 thread = 0;
    quint8 choice = 0; // of random(n), from 1; 0: the thread does not choose

    static constexpr quint8 lateStart = 255; // as choice: the client starts only now

    [[nodiscard]] bool isEnvironment() const { return kind != TraceStep::Kind::Client; }

    friend bool operator==(const PackedStep &, const PackedStep &) = default;
};

// A step that could come next in a state, and what hinders it if it cannot be taken.
struct StepOption
{
    PackedStep step;
    BlockedBy blockedBy = BlockedBy::None;
    QByteArray name;
};

// The states of a stepped scenario and the steps between them, which a real server executes. A
// state is a row of words(): numbers into the tables that are kept here. Blocks; belongs to one
// thread.
class StateSpace
{
public:
    // servers: one for each node of the scenario, on unix sockets; they are emptied. If there are
    // none, starts its own. isCancelled: when it becomes true, no server is waited for any more
    // that does not answer; outlives this. Errors: BadInput, those of PrivateServer and of
    // BlockingConnection.
    static Result<std::unique_ptr<StateSpace>> make(ScenarioPtr scenario, ExploreOptions options,
        std::vector<Endpoint> servers = {}, const std::atomic<bool> *isCancelled = nullptr);
    ~StateSpace();
    Q_DISABLE_COPY_MOVE(StateSpace)

    using State = std::vector<quint32>;

    [[nodiscard]] int words() const { return m_layout.words(); }
    [[nodiscard]] const State &beginning() const { return m_beginning; }
    // The steps that can be taken, in a fixed order: threads by client, then the environment.
    void enabled(const quint32 *state, std::vector<PackedStep> *steps) const;
    [[nodiscard]] bool isEnabled(const quint32 *state, PackedStep step) const
    {
        return blockedBy(state, step, nullptr) == BlockedBy::None;
    }
    // All steps that could come next, those that are hindered as well.
    [[nodiscard]] std::vector<StepOption> stepOptions(const quint32 *state) const;
    // Open where a client, a resume or time can go on; faults that are still allowed do not count.
    // steps: those that are enabled.
    [[nodiscard]] Ending ending(const quint32 *state, const std::vector<PackedStep> &steps) const;
    [[nodiscard]] Ending ending(const quint32 *state) const;

    // What a step did beside its state.
    struct Effect
    {
        quint32 violatedByStep =
            0; // bit i: the step violated the i-th check, which is about owners
        quint32 reply = 0; // number of the reply to a client's command, see reply()
        QByteArray words; // of the command, or of the wait that the thread goes on after
        int line = 0;
        int node = 0;
        bool isExecuted = false; // a command was executed, a message received, or work done
    };
    // Takes an enabled step. Errors: of the server, a mistake in the file.
    Result<Effect> take(const quint32 *state, PackedStep step, quint32 *after);
    struct Published
    {
        QByteArray channel; // without the prefix
        QByteArray text;
    };
    // What an enabled step would publish on channels that its command names, whoever listens. The
    // servers are elsewhere afterwards. Errors: as of take().
    Result<std::vector<Published>> published(const quint32 *state, PackedStep step);
    // Makes states equal that differ only in what their ended processes did before they ended. Of
    // use to a search of what may follow, not to an account of what has happened.
    void forgetEnded(quint32 *state) const;
    // Brings the servers into the state; they are otherwise where the last executed step left them.
    Result<void> settle(const quint32 *state);

    // Whether the step of the thread is no command but its going on: its reply arrives, its wait is
    // over, or it takes a mutex that no command follows.
    [[nodiscard]] bool goesOn(const quint32 *state, PackedStep step) const;
    // Whether the client can start only now: it has not started, or it has made no step and would
    // find something else than it did.
    [[nodiscard]] bool canStartLate(const quint32 *state, int client) const;
    [[nodiscard]] TraceStep traceStep(const quint32 *state, PackedStep step) const;
    // Whether answers that are remembered take the place of executing a command again.
    void rememberAnswers(bool remember) { m_remembers = remember; }
    // What the thread asks for next, or has asked for where its reply is on its way.
    [[nodiscard]] const KnownRequest &request(const quint32 *state, PackedStep step) const
    {
        return history(state, step.client).threads[step.thread];
    }
    [[nodiscard]] qint64 executed() const { return m_executed; }
    [[nodiscard]] qint64 memory() const; // bytes
    // The names that programs have marked in any state so far.
    [[nodiscard]] MarkedNames marked() const { return m_histories->marked(); }
    // What the steps that were taken so far came to, in the order of the enumeration.
    [[nodiscard]] std::vector<Unexplored> unexplored() const;
    [[nodiscard]] const QByteArray &serverName() const { return m_serverName; }
    [[nodiscard]] SteppedServers &servers() { return *m_servers; }
    [[nodiscard]] const SteppedServers &servers() const { return *m_servers; }

    // Looking at a state.
    [[nodiscard]] const ScenarioPtr &scenario() const { return m_scenario; }
    [[nodiscard]] const ExploreOptions &options() const { return m_options; }
    [[nodiscard]] int nodes() const { return m_scenario->nodes; }
    [[nodiscard]] int clients() const { return int(m_histories->clients().size()); }
    [[nodiscard]] const DatasetTable &datasets() const { return m_datasets; }
    [[nodiscard]] quint32 datasetOf(const quint32 *state, int node) const { return state[node]; }
    [[nodiscard]] const ProcessState &process(const quint32 *state, int client) const
    {
        return (*m_processes)[m_layout.process(state, client)];
    }
    [[nodiscard]] const ClientHistory &history(const quint32 *state, int client) const
    {
        return (*m_histories)[process(state, client).history];
    }
    // The local variables of each thread of the client; see ClientHistories.
    [[nodiscard]] std::vector<std::vector<LocalVariable>> localVariables(
        const quint32 *state, int client) const
    {
        return m_histories->localVariables(process(state, client).history);
    }
    [[nodiscard]] const ClientHistory &historyAt(quint32 number) const
    {
        return (*m_histories)[number];
    }
    [[nodiscard]] const ClientIdentity &identity(int client) const
    {
        return m_histories->clients()[size_t(client)];
    }
    [[nodiscard]] QByteArrayView reply(quint32 reply) const { return m_replies[reply]; }
    [[nodiscard]] QByteArray channel(quint32 channel) const
    {
        return plainKey(m_channels[channel]);
    }
    [[nodiscard]] qint64 clockOf(const quint32 *state) const { return m_layout.clock(state); }
    // How many steps that move the clock the bound still allows.
    [[nodiscard]] int timeLeft(const quint32 *state) const
    {
        return m_layout.budget(state, TraceStep::Kind::Time);
    }
    [[nodiscard]] qint64 longestTimer(const quint32 *state) const; // ms; -1: none runs
    void noteNewTimers(const quint32 *state, int client);
    // The deadline or timer that a time step goes to, in ms from now; -1: there is none.
    [[nodiscard]] qint64 nextDeadline(const quint32 *state) const;
    [[nodiscard]] qint64 nextExpiry(const quint32 *state) const; // of keys only
    [[nodiscard]] quint32 lastEvent(const quint32 *state) const { return m_layout.event(state); }
    // The last one in the order of the commands that events come after; only where a check asks.
    [[nodiscard]] quint32 lastOrderedEvent(const quint32 *state) const
    {
        return m_layout.orderedEvent(state);
    }
    [[nodiscard]] const StateEvent &event(quint32 number) const { return m_events[number]; }
    [[nodiscard]] std::vector<int> inside(const quint32 *state, const QByteArray &lock) const;
    [[nodiscard]] QByteArray plainKey(QByteArrayView name) const; // without the prefix
    [[nodiscard]] QByteArray prefixed(const QByteArray &name) const { return m_prefix + name; }
    [[nodiscard]] Program &program() { return m_histories->program(); }

private:
    StateSpace(ScenarioPtr scenario, ExploreOptions options);
    Result<void> prepare(const std::atomic<bool> *isCancelled);
    Result<void> setUp(quint32 *first);
    Result<void> begin();

    [[nodiscard]] bool isOver(const quint32 *state) const; // only main threads must finish
    [[nodiscard]] bool isCutShort(const quint32 *state) const; // BlockedBy::KeyDue
    [[nodiscard]] bool isKeyDue(const quint32 *state) const; // it expires before time passes
    [[nodiscard]] bool isWaitOver(const quint32 *state, PackedStep step) const;
    [[nodiscard]] bool hasMessage(
        const quint32 *state, PackedStep step, const KnownRequest &) const;
    [[nodiscard]] bool exists(const quint32 *state, PackedStep step) const;
    [[nodiscard]] BlockedBy blockedBy(
        const quint32 *state, PackedStep step, QByteArray *name) const;
    [[nodiscard]] BlockedBy clientBlockedBy(
        const quint32 *state, PackedStep step, QByteArray *name) const;
    [[nodiscard]] BlockedBy waitBlockedBy(
        const quint32 *state, PackedStep step, QByteArray *name) const;
    [[nodiscard]] BlockedBy timeBlockedBy(const quint32 *state) const;
    [[nodiscard]] bool isAtWork(const quint32 *state, int client) const;
    [[nodiscard]] bool isLate(const quint32 *state, PackedStep step) const; // were time to pass
    [[nodiscard]] BlockedBy faultBlockedBy(const quint32 *state, PackedStep step) const;
    [[nodiscard]] BlockedBy lossBlockedBy(
        const quint32 *state, PackedStep step, QByteArray *name) const;
    [[nodiscard]] bool isSeenBehindMutex(const quint32 *state) const;
    [[nodiscard]] bool isMutexTaken(const quint32 *state, int server, const QByteArray &name) const;
    template <typename Consider>
    void considerAll(const quint32 *state, bool alsoImpossible, Consider consider) const;

    Result<Effect> takeClient(const quint32 *state, PackedStep step, quint32 *after);
    Result<Effect> takeLoss(const quint32 *state, PackedStep step, quint32 *after);
    // Executes a command, also one in flight, or what stands in its place: a message, a choice.
    Result<Effect> execute(const quint32 *state, PackedStep step, quint32 *after);
    Result<void> startLate(int client, quint32 *after);
    // Gives the thread its reply, or lets it find it on its way where others could tell.
    Result<void> answerThread(PackedStep step, quint32 reply, quint32 *after);
    // Gives the thread its reply (0: none) and lets its program go on to what it asks for next.
    Result<void> resume(PackedStep step, quint32 reply, quint32 *after);
    // What the program does then, without doing it.
    Result<quint32> next(const quint32 *state, PackedStep step, quint32 reply);
    // Lets all go on whose wait is over, unless somebody could tell that from a moment later.
    Result<void> passWaits(quint32 *after);
    // Whether others, or a check, could tell the moment at which the thread goes on so.
    [[nodiscard]] bool canTell(
        const quint32 *state, PackedStep step, const ClientHistory &next) const;
    [[nodiscard]] bool isSeen(const quint32 *state, const Mark &mark) const;
    [[nodiscard]] bool isStartSeen(const quint32 *state, const ClientHistory &started) const;
    [[nodiscard]] bool isEndSeen(const quint32 *state, PackedStep step) const;
    // Gives the deadlines that a command has set their order, and notes what lies beside them.
    void noteDeadlines(const quint32 *before, quint32 *after, const NewDeadlines &set);
    void noteMessages(const Answer &answer, int node, quint32 *after);
    void noteDirty(const Answer &answer, const Execution &found, int node, quint32 *after);
    Result<void> takeTime(const quint32 *state, quint32 *after);
    void moveClock(qint64 ms, quint32 *after);
    Result<void> letExpire(quint32 *after);
    Result<void> takeFault(PackedStep step, quint32 *after);
    [[nodiscard]] bool isCrashSeen(const quint32 *state, int client) const;
    void loseConnections(int node, quint32 *after);
    // The error of a command that could not be executed, with its place in the file if that is why.
    [[nodiscard]] Error placedError(const Error &error, const KnownRequest &request) const;
    // The answer to a command, remembered or executed. It is valid until the next call.
    Result<const Answer *> answer(
        const quint32 *state, PackedStep step, const KnownRequest &request);
    // Takes the first message of the channel out of the inbox; nil where there is none.
    quint32 received(const quint32 *state, PackedStep step, const KnownRequest &request);
    [[nodiscard]] Execution executionOf(const quint32 *state, int node) const;
    [[nodiscard]] bool isWatched(const quint32 *state, int node) const; // a WATCH is open
    quint32 subscribersOf(const quint32 *state, int node); // among m_subscribers
    // Wakes the threads that wait for what has become of the node's keys.
    void datasetChanged(const quint32 *before, quint32 *after, int node);
    void wakeFresh(quint32 *after, int client); // what it begins to wait for may be so already
    // age: ms since the command was executed whose reply it has.
    void noteEvents(quint32 *after, int client, qint64 age);
    // Gives what the thread will tell its place in the order of commands: its command was executed,
    // and its reply is on its way. next: of its client, if it arrived now.
    void keepPlaceOfEvents(PackedStep step, const ClientHistory &next, quint32 *after);
    void noteOrderedEvents(PackedStep step, quint32 *after); // that the thread told with this step
    void dropPlacesOfEnded(quint32 *after);
    void forgetEvents(quint32 *after, int client); // that the client has told
    quint32 noteOwners(const quint32 *before, quint32 *after, PackedStep step, int node,
        const std::vector<quint32> &deadlines);

    ScenarioPtr m_scenario;
    ExploreOptions m_options;
    const QByteArray m_prefix{"{lab}:"};
    QByteArray m_serverName;
    DatasetTable m_datasets;
    InternedTexts m_channels;
    InternedTexts m_replies;
    std::unique_ptr<SteppedServers> m_servers; // destroyed before the tables that it uses
    std::unique_ptr<ClientHistories> m_histories;
    std::unique_ptr<ProcessStates> m_processes;
    State m_beginning;
    std::vector<quint32> m_beginnings; // history, by client

    StateLayout m_layout;
    KeyOwners m_owners;
    EventTable m_events;
    Observations m_observations; // by programs
    CheckObservations m_seen; // by checks

    EarlierDeadlines m_overlaps; // in any step so far
    bool m_hasMessages = false; // one was received, in any step so far
    bool m_wasCutShort = false; // a thread would have sent more while a key was due
    // In any step so far a replica might have taken over that lacked two writes, or none although a
    // WATCH was open (without one nobody could tell).
    bool m_lagsOtherwise = false;
    bool m_remembers = true;
    qint64 m_executed = 0;
    InternedRows m_asked{6}; // node, dataset, command, subscriptions, clock where it is seen
    std::deque<Answer> m_answers;
    Answer m_unremembered; // the last one that depends on more than m_asked has
    InternedTexts m_subscribers; // sets of them
    InternedRows m_stepped{5}; // process, thread, reply, clock
    std::vector<quint32> m_steppedTo;
};

} // namespace lockstep
