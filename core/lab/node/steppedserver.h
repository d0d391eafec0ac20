#pragma once

#include "core/lab/node/deadlineevents.h"
#include "core/lab/node/heldkeys.h"
#include "core/lab/node/heldsubscriptions.h"
#include "core/lab/node/heldwatches.h"
#include "core/lab/wire/commandtable.h"
#include "core/redis/privateserver/serverclock.h"

namespace lockstep {

// One real server of a stepped run, and what it holds at the moment. Its clock stands still and
// shows what the state says, so nothing expires on it but by a step. Blocks; belongs to one thread.
class SteppedServer
{
public:
    struct Options
    {
        QList<QByteArray> keys; // of the scenario, names or globs with the prefix
        QByteArray prefix; // of all keys, which errors do not show
        bool expiredEvents = false; // the server publishes expiries
        bool renewals = false; // Answer::deadlines needs deadlines set to the same instant
        ElementOrders orders; // whose elements are kept in the server's order
    };

    // The tables outlive this.
    SteppedServer(
        Options options, DatasetTable &dataset, InternedTexts &channels, InternedTexts &replies);
    Q_DISABLE_COPY_MOVE(SteppedServer)

    // Takes a server whose clock stands still (PrivateServer::Clock) and empties it. To be called
    // once, before anything else. Errors: those of BlockingConnection and ServerClock;
    // PrivateServerFailed, its clock shows the real time.
    Result<void> begin(Endpoint endpoint);
    // Restores what the command finds, sends it, and reads what it leaves: one round trip, but for
    // open WATCHes of others, new types and new keys. Errors: those of BlockingConnection, BadInput
    // for values of a type that cannot be restored, which the server does not hold any more then.
    Result<Answer> execute(const Execution &execution);
    // Makes the server hold that dataset, at that time.
    Result<void> restore(quint32 dataset, qint64 clock);
    // Lets the deadlines of those keys strike that the contents of the execution have and `after`
    // has not: whoever has subscribed to them is told. Says which of the execution's WATCHes become
    // dirty by it. The clock is that of the moment; the command is not looked at.
    Result<Answer> expire(const Execution &execution, quint32 after);
    // Goes on with another process, which has to hold that dataset already. Errors: those of
    // begin(); ProtocolError, it holds something else.
    Result<void> replaced(Endpoint endpoint, quint32 dataset, qint64 clock);
    Result<ReplyPtr> ask(std::string_view wire); // a command that concerns no key of the scenario
    // The commands of this server, which is asked for each when it is looked up first.
    [[nodiscard]] const CommandTable &commands() const { return m_commands; }

private:
    static constexpr qint64 earlier = 10; // ms

    Result<BlockingConnection *> connection(int process, int thread);
    Result<void> takeServer(Endpoint endpoint);
    void disconnect();
    Result<void> empty(); // the server, of which nothing is known any more

    // Brings the server into the state that the command finds, but for the commands that are
    // appended to the wire: they go before it on its own connection. Returns how many they are.
    Result<int> prepare(const Execution &execution, BlockingConnection *own, std::string *wire,
        bool concernsWatches);
    // Whether WATCHes of others have to be open, because they decide on the command's reply or may
    // become dirty by it. It asks the server what the command does, so nothing may wait to be sent.
    [[nodiscard]] bool concernsWatches(const Execution &execution) const;
    // Appends what restores the dataset to the wire, which has so many commands already. What has
    // to be done at an earlier time is sent by the writer at once; then the clock shows the time
    // that is wanted. Returns how many commands the wire has.
    Result<int> appendRestoreAt(
        BlockingConnection *writer, std::string *wire, int commands, quint32 dataset, qint64 clock);
    int appendDirty(std::string *wire, const OpenWatch &watch); // opens it and makes it dirty
    // Opens WATCHes after the commands that wait to be sent, by the writer, be it one of theirs.
    Result<void> open(std::vector<const OpenWatch *> watches, BlockingConnection *writer,
        std::string *written, int commands);
    Result<void> send(BlockingConnection *connection, std::string *wire, int commands); // of ours
    Result<void> appendClientList(std::string *wire); // where the server has to be asked
    Result<void> readClientList(BlockingConnection *connection);

    Result<Answer> attempt(const Execution &execution, bool bySource);
    Result<Answer> subscribe(const Execution &execution);
    static Result<ReplyPtr> readReply(BlockingConnection *own, int before, int replies, int behind);
    Result<Answer> readAnswer(const Execution &execution, BlockingConnection *own,
        const std::vector<quint32> &keys, DeadlineEvents *events);
    Result<void> checkKeyCount(const Execution &execution, quint32 dataset);
    Result<QByteArray> unknownKey(quint32 dataset);
    Result<void> openDeadlineEvents();
    [[nodiscard]] bool asksForRenewals(quint32 dataset) const;
    [[nodiscard]] std::vector<quint32> changedDeadlines(
        quint32 before, quint32 after, const std::vector<QByteArray> &set) const;

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
