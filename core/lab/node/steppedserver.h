#pragma once

#include "core/lab/node/dataset.h"
#include "core/lab/node/deadlineevents.h"
#include "core/lab/wire/blockingconnection.h"
#include "core/redis/privateserver/serverclock.h"

#include <map>
#include <set>

namespace lockstep {

// A channel of a process, both by number.
struct Subscription
{
    int process = 0;
    quint32 channel = 0;

    friend auto operator<=>(const Subscription &, const Subscription &) = default;
};

struct Message
{
    int process = 0; // that receives it
    quint32 channel = 0;
    quint32 text = 0; // among the replies

    friend bool operator==(const Message &, const Message &) = default;
};

// An open WATCH of a thread.
struct OpenWatch
{
    int process = 0;
    int thread = 0;
    std::vector<quint32> keys;
    bool dirty = false; // its EXEC will fail

    [[nodiscard]] std::pair<int, int> link() const { return {process, thread}; }
};

// A command to be executed, and all that it finds.
struct Execution
{
    quint32 dataset = 0;
    std::vector<Subscription> subscriptions; // sorted
    std::vector<OpenWatch> watches;
    int process = 0;
    int thread = 0;
    std::string_view wire;
    QByteArray scriptWire; // with the source, where the wire is an EVALSHA
    int replies = 1;
    bool subscribes = false; // to channel
    quint32 channel = 0;
    qint64 clock = 0; // ms since the beginning of the run; always 0 where the state has no clock
};

struct Answer
{
    quint32 reply = 0;
    quint32 dataset = 0;
    std::vector<Message> messages;
    // Keys whose deadline was set or taken off; to the instant that it had before, too, where
    // SteppedServer::Options::renewals says so or another key is due at the same one. Sorted.
    std::vector<quint32> deadlines;
    std::vector<bool> dirty; // of the watches that came in, in their order

    friend bool operator==(const Answer &, const Answer &) = default;
};

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

    // A server that was started with PrivateServer::Options::clock; it is emptied. Once, before
    // anything else. Errors: of BlockingConnection, BadInput: its time is not the lab's.
    Result<void> begin(Endpoint endpoint);
    // Restores what the command finds, sends it, and reads what it leaves: one round trip, but for
    // open WATCHes of others, new types and new keys. Errors: those of BlockingConnection, BadInput
    // for values of a type that cannot be restored, which the server does not hold any more then.
    Result<Answer> execute(const Execution &execution);
    // Makes the server hold it at that time.
    Result<void> restore(quint32 dataset, qint64 clock);
    // Lets the deadlines of those keys strike that the contents of the execution have and `after`
    // has not: whoever has subscribed to them is told. Says which of the execution's WATCHes become
    // dirty by it. The clock is that of the moment; the command is not looked at.
    Result<Answer> expire(const Execution &execution, quint32 after);
    // Another process is behind it from now on, which has to hold these contents. Errors: also
    // ProtocolError, it holds something else.
    Result<void> replaced(Endpoint endpoint, quint32 dataset, qint64 clock);
    Result<ReplyPtr> ask(std::string_view wire); // of no key of the scenario

private:
    using Link = std::pair<int, int>; // process and thread of a connection
    static constexpr int watchCommands = 2;
    static constexpr qint64 earlier = 10; // ms

    struct Held // by a key, on the server
    {
        quint32 value = 0;
        qint64 deadline = -1; // on its clock; -1: none
    };
    struct Seen
    {
        canonical::Type type = canonical::String;
        quint32 key = 0;
        bool wrongType = false;
        QByteArray value;
        QByteArray encoding; // only where it is asked for
        qint64 pttl = -2;
    };

    [[nodiscard]] std::string_view name(quint32 key) const;
    Held &held(quint32 key);
    Result<BlockingConnection *> connection(int process, int thread);
    Result<void> takeServer(Endpoint endpoint);
    // Commands that make the server hold the contents at that time; they count as done.
    int appendRestore(std::string *wire, quint32 dataset, qint64 clock);
    // The same behind so many commands, but all that has to be done at an earlier time is sent by
    // the writer. The clock shows that time then. Returns how many commands are left.
    Result<int> appendRestoreAt(
        BlockingConnection *writer, std::string *wire, int commands, quint32 dataset, qint64 clock);
    [[nodiscard]] bool isHeld(const KeyHeld &wanted, qint64 clock) const;
    [[nodiscard]] bool needsEarlierClock(quint32 dataset, qint64 clock) const;
    void appendDeadline(std::string *wire, quint32 key, qint64 deadline);
    Result<void> prepareSubscriptions(const std::vector<Subscription> &wanted);
    // Makes the server what the command finds, but for what it appends to the wire: commands, so
    // many, that go before it on its own connection.
    Result<int> prepare(const Execution &execution, BlockingConnection *own, std::string *wire);
    Result<void> send(BlockingConnection *connection, std::string *wire, int commands); // of ours
    void touch(quint32 key); // the lab has written it
    [[nodiscard]] bool isClean(const OpenWatch &watch) const; // open on the server, not dirty
    void appendWatch(std::string *wire, const OpenWatch &watch); // opens it, clean: watchCommands
    int appendDirty(std::string *wire, const OpenWatch &watch); // opens it and makes it dirty
    // After the commands that wait to be sent, by the writer, be it one of them.
    Result<void> open(std::vector<const OpenWatch *> watches, BlockingConnection *writer,
        std::string *written, int commands);
    // Asks about those that are clean.
    Result<void> appendClientList(std::string *wire);
    Result<void> readClientList(BlockingConnection *connection);
    [[nodiscard]] std::vector<bool> dirtyOf(const Execution &execution) const;
    void noteWatches(const Execution &execution); // that the command has opened or closed
    Result<std::vector<Message>> drain();
    Result<Answer> attempt(const Execution &execution, bool bySource);
    static Result<ReplyPtr> readReply(BlockingConnection *own, int before, int replies, int behind);
    Result<Answer> readAnswer(const Execution &execution, BlockingConnection *own,
        const std::vector<quint32> &keys, DeadlineEvents *events);
    Result<void> checkKeyCount(const Execution &execution, quint32 dataset);
    Result<QByteArray> unknownKey(quint32 dataset);
    [[nodiscard]] QString shownName(QByteArrayView key) const; // without the prefix
    Result<void> openDeadlineEvents();
    [[nodiscard]] bool asksForRenewals(quint32 dataset) const;
    Result<Answer> subscribe(const Execution &execution);
    void disconnect();
    Result<void> empty(); // the server, of which nothing is known any more
    std::vector<quint32> keysToRead(quint32 dataset);
    void appendReadBack(std::string *wire, const std::vector<quint32> &keys);
    Result<std::vector<Seen>> readBack(BlockingConnection *connection, std::vector<quint32> keys);
    // Asks again, so after all that was sent before is read.
    Result<void> readNewTypes(BlockingConnection *connection, std::vector<Seen> *seen);
    void appendReadOne(std::string *wire, canonical::Type type, quint32 key) const;
    Result<void> readOne(BlockingConnection *connection, Seen *seen);
    Result<quint32> take(const std::vector<Seen> &seen, qint64 clock);
    Result<void> checkOrder(const Seen &seen); // that a restored value has the same
    [[nodiscard]] std::vector<quint32> changedDeadlines(
        quint32 before, quint32 after, const std::vector<QByteArray> &set) const;

    const Options m_options;
    Endpoint m_endpoint;
    std::unique_ptr<ServerClock> m_clock;
    std::unique_ptr<DeadlineEvents> m_deadlineEvents; // opened when they are asked for first
    DatasetTable &m_datasets;
    InternedTexts &m_channels;
    InternedTexts &m_replies;
    std::vector<quint32> m_keys;
    QList<QByteArray> m_globs;
    std::vector<Held> m_held; // by key
    std::vector<canonical::Type> m_types; // by key: what it was last
    std::set<QByteArray> m_restorable; // values that were seen to come back in their order
    std::map<Link, std::unique_ptr<BlockingConnection>> m_connections;
    std::map<int, std::unique_ptr<BlockingConnection>> m_subscribers; // by process
    std::vector<Subscription> m_subscriptions;
    std::map<Link, OpenWatch> m_watching; // as it is on the server
    std::vector<OpenWatch *> m_asked; // in m_watching: those of the last CLIENT LIST
    std::string m_wire;
};

} // namespace lockstep
