#pragma once

#include "core/lab/history/marked.h"
#include "core/lab/process/knownrequest.h"
#include "core/lab/program/program.h"
#include "core/lab/wire/commandtable.h"

#include <deque>
#include <map>

namespace lockstep {

// Where a process stands after certain replies. A program is deterministic, so they decide it all.
struct ClientHistory
{
    // In place of a thread: the program has not gone on, only its connections have changed.
    static constexpr int ofConnections = -1;

    int client = 0;
    quint32 before = none; // the history that this one continues
    int thread = 0; // whose step it was, or ofConnections
    quint32 reply = 0; // to it; 0: none
    qint64 clock = 0; // at that time
    std::vector<KnownRequest> threads;
    std::vector<int> fresh; // threads that ask for something new
    std::vector<QByteArray> mutexes; // held
    std::vector<std::pair<int, quint32>> channels; // subscribed: node, channel
    std::vector<Mark> marks; // made by the last step
    std::map<QByteArray, int> inside; // lock: how often
    std::map<QByteArray, qint64> counts;
    bool hasReadClock = false; // in the last step
    bool hasStarted = true; // its program; else its one thread waits for its start

    [[nodiscard]] bool hasBegun() const { return before != none; }
    [[nodiscard]] bool isFinished() const // only main threads must finish
    {
        return threads.front().kind == Request::Kind::Finished;
    }
};

// What a client is inside of, after one more of its marks.
void noteInside(std::map<QByteArray, int> &inside, const Mark &mark);

// The histories of all clients, each once, by number, and what the program does after each. It is
// run only for histories that are new.
class ClientHistories
{
public:
    // The tables outlive this. Errors: BadInput.
    static Result<std::unique_ptr<ClientHistories>> make(ScenarioPtr scenario, Settings settings,
        QByteArray prefix, CommandTable commands, DatasetTable &dataset, InternedTexts &channels,
        InternedTexts &replies);

    // Runs the client to what it asks for first. Errors, here as below: BadInput, the mistake in
    // the file.
    Result<quint32> begin(int client, qint64 clock);
    // The client has not been started yet.
    quint32 unstarted(int client);
    // The thread's request was answered. BadInput also where the program is not deterministic.
    Result<quint32> after(quint32 history, int thread, quint32 reply, qint64 clock);
    // The thread's command was executed; its reply has not arrived. The same history, unless a
    // WATCH or a subscription begins or ends by it.
    quint32 executed(quint32 history, int thread);
    // The client's connections to the node have died and it has others, on which nothing is
    // watched. The same history where that makes no difference.
    quint32 disconnected(quint32 history, int node);
    // The local variables of each thread where it stands then. None where the program does not come
    // there again: it is not deterministic then, and the next step reports it.
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
    [[nodiscard]] Marked marked() const; // by any of them

private:
    ClientHistories(ScenarioPtr scenario, QByteArray prefix, CommandTable commands,
        DatasetTable &dataset, InternedTexts &channels, InternedTexts &replies);
    struct Live // a process that runs
    {
        int process = -1; // none has been started
        quint32 history = none; // whose end it is at
    };
    Result<void> bring(quint32 history); // runs its client's live process to that history
    Result<void> resume(int process, int thread, quint32 reply);
    int start(int client);
    KnownRequest known(int process, int thread);
    quint32 keepConnections(ClientHistory next);
    void note(int process, ClientHistory *history, int threadsBefore);
    quint32 keep(ClientHistory history); // its number
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
    qint64 m_bytes = 0; // that they take
    InternedRows m_known{5}; // history, thread, reply, clock
    std::vector<quint32> m_after;
    qint64 m_clock = 0;
    std::vector<Live> m_live; // by client
};

} // namespace lockstep
