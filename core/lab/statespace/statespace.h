#pragma once

#include "core/lab/statespace/state/keyowners.h"
#include "core/lab/statespace/state/statetables.h"
#include "core/lab/statespace/steps/clientresumption.h"
#include "core/lab/statespace/steps/commandanswers.h"
#include "core/lab/statespace/steps/enabledsteps.h"
#include "core/lab/statespace/steps/faultsteps.h"
#include "core/lab/statespace/steps/timesteps.h"

#include <memory>

namespace lockstep {

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

    [[nodiscard]] int words() const { return m_tables.layout.words(); }
    [[nodiscard]] const State &beginning() const { return m_beginning; }
    // The steps that can be taken, in a fixed order: threads by client, then the environment.
    void enabled(const quint32 *state, std::vector<PackedStep> *steps) const
    {
        m_enabled.list(state, steps);
    }
    [[nodiscard]] bool isEnabled(const quint32 *state, PackedStep step) const
    {
        return m_enabled.contain(state, step);
    }
    // All steps that could come next, those that are hindered as well.
    [[nodiscard]] std::vector<StepOption> stepOptions(const quint32 *state) const
    {
        return m_enabled.options(state);
    }
    // Open where a client, a resume or time can go on; faults that are still allowed do not count.
    // steps: those that are enabled.
    [[nodiscard]] Ending ending(const quint32 *state, const std::vector<PackedStep> &steps) const
    {
        return m_enabled.ending(state, steps);
    }
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
        std::vector<quint32> overwritten; // keys of the node, see KeyOwners
    };
    // Takes an enabled step. Errors: of the server, a mistake in the file.
    Result<Effect> take(const quint32 *state, PackedStep step, quint32 *after);
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
    [[nodiscard]] bool goesOn(const quint32 *state, PackedStep step) const
    {
        return m_visibility.goesOn(state, step);
    }
    // Whether the client can start only now: it has not started, or it has made no step and would
    // find something else than it did.
    [[nodiscard]] bool canStartLate(const quint32 *state, int client) const
    {
        return m_hindrances.canStartLate(state, client);
    }
    [[nodiscard]] TraceStep traceStep(const quint32 *state, PackedStep step) const;
    // Whether answers that are remembered take the place of executing a command again.
    void rememberAnswers(bool remember) { m_answers.setRemembering(remember); }
    // What the thread asks for next, or has asked for where its reply is on its way.
    [[nodiscard]] const KnownRequest &request(const quint32 *state, PackedStep step) const
    {
        return m_tables.request(state, step);
    }
    [[nodiscard]] qint64 executed() const { return m_answers.executed(); }
    [[nodiscard]] qint64 memory() const; // bytes
    // The names that programs have marked in any state so far.
    [[nodiscard]] MarkedNames marked() const { return m_tables.histories->marked(); }
    // What the steps that were taken so far came to, in the order of the enumeration.
    [[nodiscard]] std::vector<Unexplored> unexplored() const;
    [[nodiscard]] const QByteArray &serverName() const { return m_serverName; }
    [[nodiscard]] SteppedServers &servers() { return *m_tables.servers; }
    [[nodiscard]] const SteppedServers &servers() const { return *m_tables.servers; }

    // These look at a state.
    [[nodiscard]] const ScenarioPtr &scenario() const { return m_tables.scenario; }
    [[nodiscard]] const ExploreOptions &options() const { return m_tables.options; }
    [[nodiscard]] int nodes() const { return m_tables.nodes(); }
    [[nodiscard]] int clients() const { return m_tables.clients(); }
    [[nodiscard]] const DatasetTable &datasets() const { return m_tables.datasets; }
    [[nodiscard]] quint32 datasetOf(const quint32 *state, int node) const { return state[node]; }
    [[nodiscard]] const ProcessState &process(const quint32 *state, int client) const
    {
        return m_tables.process(state, client);
    }
    [[nodiscard]] const ClientHistory &history(const quint32 *state, int client) const
    {
        return m_tables.history(state, client);
    }
    // The local variables of each thread of the client; see ClientHistories.
    [[nodiscard]] std::vector<std::vector<LocalVariable>> localVariables(
        const quint32 *state, int client) const
    {
        return m_tables.histories->localVariables(process(state, client).history);
    }
    [[nodiscard]] const ClientHistory &historyAt(quint32 number) const
    {
        return (*m_tables.histories)[number];
    }
    [[nodiscard]] const ClientIdentity &identity(int client) const
    {
        return m_tables.histories->clients()[size_t(client)];
    }
    [[nodiscard]] QByteArrayView reply(quint32 reply) const { return m_tables.replies[reply]; }
    [[nodiscard]] QByteArray channel(quint32 channel) const
    {
        return plainKey(m_tables.channels[channel]);
    }
    [[nodiscard]] qint64 clockOf(const quint32 *state) const { return m_tables.clockOf(state); }
    // How many steps that move the clock the bound still allows.
    [[nodiscard]] int timeLeft(const quint32 *state) const { return m_tables.timeLeft(state); }
    // The deadline or timer that a time step goes to, in ms from now; -1: there is none.
    [[nodiscard]] qint64 nextDeadline(const quint32 *state) const
    {
        return m_tables.nextDeadline(state);
    }
    [[nodiscard]] quint32 lastEvent(const quint32 *state) const
    {
        return m_tables.layout.event(state);
    }
    // The last one in the order of the commands that events come after; only where a check asks.
    [[nodiscard]] quint32 lastOrderedEvent(const quint32 *state) const
    {
        return m_tables.layout.orderedEvent(state);
    }
    [[nodiscard]] const StateEvent &event(quint32 number) const { return m_tables.events[number]; }
    [[nodiscard]] std::vector<int> inside(const quint32 *state, const QByteArray &lock) const
    {
        return m_tables.inside(state, lock);
    }
    [[nodiscard]] QByteArray plainKey(QByteArrayView name) const // without the prefix
    {
        return m_tables.plainKey(name);
    }
    [[nodiscard]] QByteArray prefixed(const QByteArray &name) const
    {
        return m_tables.prefix + name;
    }
    [[nodiscard]] Program &program() { return m_tables.histories->program(); }

private:
    StateSpace(ScenarioPtr scenario, ExploreOptions options);
    Result<void> prepare(const std::atomic<bool> *isCancelled);
    Result<void> setUp(quint32 *first);
    Result<void> begin();

    Result<Effect> takeClient(const quint32 *state, PackedStep step, quint32 *after);
    Result<Effect> takeLoss(const quint32 *state, PackedStep step, quint32 *after);
    // Executes a command, also one in flight, or what stands in its place: a message, a choice.
    Result<Effect> execute(const quint32 *state, PackedStep step, quint32 *after);
    Result<void> executeCommand(
        const quint32 *state, PackedStep step, quint32 *after, Effect *effect);
    // Gives the deadlines that a command has set their order, and notes what lies beside them.
    void rankDeadlines(const quint32 *before, quint32 *after, const NewDeadlines &set);
    quint32 noteOwners(const quint32 *before, quint32 *after, PackedStep step, int node,
        const std::vector<quint32> &deadlines, const std::vector<quint32> &overwritten);

    StateTables m_tables;
    QByteArray m_serverName;
    State m_beginning;
    KeyOwners m_owners;
    StepHindrances m_hindrances;
    StepVisibility m_visibility;
    EnabledSteps m_enabled;
    UnexploredNotes m_unexplored;
    ClientNotifications m_notifications;
    EventWriter m_events;
    CommandAnswers m_answers;
    ClientResumption m_resumption;
    TimeSteps m_time;
    FaultSteps m_faults;
};

} // namespace lockstep
