#pragma once

#include "core/lab/node/deadlineevents.h"
#include "core/lab/node/heldkeys.h"
#include "core/lab/node/heldsubscriptions.h"
#include "core/lab/node/heldwatches.h"
#include "core/lab/wire/commandtable.h"
#include "core/redis/privateserver/serverclock.h"

namespace lockstep {

// One real server of a stepped run, which can be brought into any state. Its clock stands still and
// shows the time of the state, so keys expire only by a step. Functions block until the server has
// answered; an object belongs to one thread.
class SteppedServer
{
public:
    struct Options
    {
        QList<QByteArray> keys; // of the scenario: names or globs, with the prefix
        QByteArray prefix; // of all keys; errors show keys without it
        bool expiredEvents = false; // the server publishes expiries
        // Answer::deadlines has to name keys whose deadline was set to the same instant, too.
        bool renewals = false;
        const std::atomic<bool> *isCancelled = nullptr; // see BlockingConnection::cancelBy()
        ElementOrders orders; // the types whose elements are kept in the server's order
    };

    // The tables outlive this object.
    SteppedServer(
        Options options, DatasetTable &datasets, InternedTexts &channels, InternedTexts &replies);
    Q_DISABLE_COPY_MOVE(SteppedServer)

    // Takes a server whose clock stands still (PrivateServer::Clock) and empties it. To be called
    // once, before anything else. Errors: those of BlockingConnection and ServerClock;
    // PrivateServerFailed, its clock shows the real time.
    Result<void> begin(Endpoint endpoint);
    // Restores the state that the command finds, sends the command, and reads the state that it
    // leaves. This takes one round trip, and more for open WATCHes of other connections, for keys
    // that are due, and for keys that are new or have a new type. Errors: those of
    // BlockingConnection; BadInput for values that cannot be restored, and for a script that has
    // written other keys than the scenario's. After BadInput the server is empty.
    Result<Answer> execute(const Execution &execution);
    // Makes the server hold that dataset, at that time (ms since the beginning of the run).
    Result<void> restore(quint32 dataset, qint64 clock);
    // Lets the keys expire that are in the execution's dataset and not in `after`. The answer has
    // the messages that tell subscribers of it, and which of the execution's WATCHes are dirty
    // then; no reply and no dataset. The execution's command is not looked at.
    Result<Answer> expire(const Execution &execution, quint32 after);
    // Uses another server process from now on, which has to hold that dataset already. Errors:
    // those of begin(); BadInput, it holds something else.
    Result<void> replaced(Endpoint endpoint, quint32 dataset, qint64 clock);
    Result<ReplyPtr> ask(std::string_view wire); // a command that concerns no key of the scenario
    // The commands of this server. A command that is looked up for the first time is asked for.
    [[nodiscard]] const CommandTable &commands() const { return m_commands; }

private:
    // How far the clock is put back, in ms, to write keys that are due or past their deadline.
    static constexpr qint64 earlier = 10;

    Result<BlockingConnection *> connection(int process, int thread);
    Result<void> takeServer(Endpoint endpoint);
    void disconnect();
    // Opens new connections and deletes all keys; afterwards it is known what the server holds.
    Result<void> empty();

    // Brings the server into the state that the command finds. What can be done on the command's
    // own connection, before the command, is appended to the wire instead. Returns how many
    // commands were appended.
    Result<int> prepare(const Execution &execution, BlockingConnection *own, std::string *wire,
        bool concernsWatches);
    // Whether WATCHes have to be as the state says, because the command's reply depends on them or
    // it may make them dirty. The server may be asked what the command does, so no commands may be
    // waiting to be sent.
    [[nodiscard]] bool concernsWatches(const Execution &execution) const;
    // Appends the commands that restore the dataset to the wire, which has so many commands
    // already. If they have to be executed at an earlier time, the wire is sent on the writer's
    // connection at once. Afterwards the clock shows the wanted time. Returns how many commands the
    // wire has now.
    Result<int> appendRestoreAt(
        BlockingConnection *writer, std::string *wire, int commands, quint32 dataset, qint64 clock);
    // Appends commands that open the WATCH and make it dirty. Returns how many they are.
    int appendDirty(std::string *wire, const OpenWatch &watch);
    // Opens WATCHes, after the writer has sent the commands in `written`. nullptr: the connection
    // of the first WATCH sends them.
    Result<void> open(std::vector<const OpenWatch *> watches, BlockingConnection *writer,
        std::string *written, int commands);
    // Sends so many commands, empties the wire, and reads the replies, which must not be errors.
    Result<void> send(BlockingConnection *connection, std::string *wire, int commands);
    // Appends the question which WATCHes are dirty, if there is a clean one.
    Result<void> appendClientList(std::string *wire);
    Result<void> readClientList(BlockingConnection *connection);

    // bySource: sends the source of the script instead of its hash. asksForEvents: what the command
    // does to deadlines is asked for.
    Result<Answer> attempt(const Execution &execution, bool bySource, bool asksForEvents);
    Result<Answer> subscribe(const Execution &execution);
    static Result<ReplyPtr> readReply(BlockingConnection *own, int before, int replies, int behind);
    Result<Answer> readAnswer(const Execution &execution, BlockingConnection *own,
        const std::vector<quint32> &keys, DeadlineEvents *events);
    Result<void> checkKeyCount(const Execution &execution, quint32 dataset);
    Result<QByteArray> unknownKey(quint32 dataset);
    Result<void> openDeadlineEvents();
    [[nodiscard]] bool asksForRenewals(quint32 dataset) const;
    // Whether the command may have done more to the deadlines of one instant than their times tell.
    [[nodiscard]] bool hidesDeadlines(const Execution &execution, const Answer &answer) const;
    // Fills in what the answer says of deadlines.
    void noteDeadlines(
        quint32 before, Answer *answer, const std::vector<DeadlineEvents::Event> &events) const;

    const Options m_options;
    Endpoint m_endpoint;
    std::unique_ptr<ServerClock> m_clock;
    std::unique_ptr<DeadlineEvents> m_deadlineEvents; // opened when they are asked for first
    DatasetTable &m_datasets;
    InternedTexts &m_replies;
    HeldKeys m_keys;
    HeldWatches m_watches;
    const CommandTable m_commands;
    HeldSubscriptions m_subscriptions;
    std::map<Link, std::unique_ptr<BlockingConnection>> m_connections;
    std::string m_wire;
};

} // namespace lockstep
