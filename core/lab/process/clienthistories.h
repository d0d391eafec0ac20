#pragma once

#include "core/lab/history/markednames.h"
#include "core/lab/process/knownrequest.h"
#include "core/lab/program/program.h"
#include "core/lab/wire/commandtable.h"

#include <deque>
#include <map>

namespace lockstep {

// Where a process stands after certain replies. Programs are deterministic, so the replies
// determine everything here.
struct ClientHistory
{
    // The value of `thread` if the program has not gone on and only its connections have changed.
    static constexpr int ofConnections = -1;

    int client = 0;
    quint32 before = none; // the history that this one continues
    int thread = 0; // whose step it was, or ofConnections
    quint32 reply = 0; // the reply that its step got; 0 if none
    qint64 clock = 0; // virtual time of that step
    std::vector<KnownRequest> threads;
    std::vector<int> newRequests; // threads that have a new request
    std::vector<QByteArray> mutexes; // names of the mutexes it holds
    std::vector<std::pair<int, quint32>> channels; // subscriptions: node and number of the channel
    std::vector<Mark> marks; // made by the last step
    std::map<QByteArray, int> inside; // by lock: how often entered and not left
    std::map<QByteArray, qint64> counts;
    bool hasReadClock = false; // now() was called in the last step
    bool hasStarted = true; // false while its only thread waits to be started

    [[nodiscard]] bool hasBegun() const { return before != none; }
    [[nodiscard]] bool isFinished() const // only main threads must finish
    {
        return threads.front().kind == Request::Kind::Finished;
    }
};

// Updates the locks that a client is inside of by one more of its marks.
void noteInside(std::map<QByteArray, int> &inside, const Mark &mark);

// Stores each history of any client once, under a number, with what the program does after it. The
// program is run only for new histories.
class ClientHistories
{
public:
    // The tables must outlive this. Errors: BadInput.
    static Result<std::unique_ptr<ClientHistories>> make(ScenarioPtr scenario, Settings settings,
        QByteArray prefix, CommandTable commands, DatasetTable &datasets, InternedTexts &channels,
        InternedTexts &replies);

    // Runs the client up to its first request. Returns the number of its history, as the following
    // functions do. Errors, also of those: BadInput with the mistake in the file.
    Result<quint32> begin(int client, qint64 clock);
    // The history of a client that has not been started yet.
    quint32 unstarted(int client);
    // Runs the client on after the thread's request was answered. Errors: BadInput also if the
    // program is not deterministic.
    Result<quint32> after(quint32 history, int thread, quint32 reply, qint64 clock);
    // The history after the thread's command was executed and before its reply arrived. It is the
    // same one unless the command begins or ends a WATCH or a subscription.
    quint32 executed(quint32 history, int thread);
    // The history after the client's connections to the node were replaced by new ones, on which no
    // key is watched. It is the same one if that makes no difference.
    quint32 disconnected(quint32 history, int node);
    // The local variables of each thread at the end of the history. Empty if running the program
    // again does not lead there: then it is not deterministic, which the next step reports.
    [[nodiscard]] std::vector<std::vector<LocalVariable>> localVariables(quint32 history);
    // Runs setup(), whose requests `execute` answers. Errors: also what `execute` says.
    Result<void> setUp(const std::function<Result<quint32>(const KnownRequest &)> &execute);

    [[nodiscard]] const ClientHistory &operator[](quint32 number) const
    {
        return m_histories[number];
    }
    [[nodiscard]] const std::vector<ClientIdentity> &clients() const { return m_clients; }
    [[nodiscard]] QByteArrayView command(quint32 number) const { return m_commands[number]; }
    [[nodiscard]] Program &program() { return *m_program; }
    [[nodiscard]] qint64 memory() const; // bytes
    [[nodiscard]] MarkedNames marked() const; // what any of the clients has marked

private:
    ClientHistories(ScenarioPtr scenario, QByteArray prefix, CommandTable commands,
        DatasetTable &datasets, InternedTexts &channels, InternedTexts &replies);
    struct Live // a running process of a client
    {
        int process = -1; // none has been started
        quint32 history = none; // the history that it has been run to
    };
    Result<void> runTo(quint32 history); // runs its client's live process to that history
    Result<void> resume(int process, int thread, quint32 reply);
    int start(int client);
    KnownRequest known(int process, int thread);
    quint32 keepConnections(ClientHistory next);
    void note(int process, ClientHistory *history, int threadsBefore);
    quint32 keep(ClientHistory history); // stores it and returns its number
    Result<void> checkMistake(int process) const;

    ScenarioPtr m_scenario;
    QByteArray m_prefix;
    CommandTable m_table;
    DatasetTable &m_datasets;
    InternedTexts &m_channels;
    InternedTexts &m_replies;
    InternedTexts m_commands;
    std::vector<ClientIdentity> m_clients;
    std::unique_ptr<Program> m_program;
    std::deque<ClientHistory> m_histories;
    qint64 m_bytes = 0; // memory that the histories take
    InternedRows m_known{5}; // columns: history, thread, reply, clock (two), for after()
    std::vector<quint32> m_after;
    qint64 m_clock = 0;
    std::vector<Live> m_live; // by client
};

} // namespace lockstep
