#pragma once

#include "core/lab/contents.h"
#include "core/lab/labconnection.h"

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
    bool doomed = false; // its EXEC will fail

    [[nodiscard]] std::pair<int, int> link() const { return {process, thread}; }
};

// A command to be executed, and all that it finds.
struct Execution
{
    quint32 contents = 0;
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
    quint32 contents = 0;
    std::vector<Message> messages;
    std::vector<quint32> deadlines; // keys whose deadline was set, be it to the same instant
    std::vector<bool> doomed; // of the watches that came in, in their order

    friend bool operator==(const Answer &, const Answer &) = default;
};

// One real server of a stepped run, and what it holds at the moment. Nothing expires on it by
// itself. Blocks; belongs to one thread.
class LabNode
{
public:
    // keys: of the scenario, names or globs with the prefix. The tables outlive this.
    LabNode(Endpoint endpoint, const QList<QByteArray> &keys, ContentsTable &contents,
        TextTable &channels, TextTable &replies);

    // Restores what the command finds, sends it, and reads what it leaves: one round trip, but for
    // open WATCHes of others, new types and new keys. Errors: those of LabConnection, BadInput for
    // values of a type that cannot be restored, which the server does not hold any more then.
    Result<Answer> execute(const Execution &execution);
    // Makes the server hold it.
    Result<void> restore(quint32 contents, qint64 clock);
    // Lets the deadlines of those keys strike that the contents of the execution have and `after`
    // has not: whoever has subscribed to them is told. Says which of its watches are doomed by it.
    // The clock is that of the moment; the command is not looked at.
    Result<Answer> expire(const Execution &execution, quint32 after);
    // Another process is behind it from now on, which has to hold these contents. Errors: also
    // ProtocolError, it holds something else.
    Result<void> replaced(Endpoint endpoint, quint32 contents, qint64 clock);
    Result<ReplyPtr> ask(std::string_view wire); // of no key of the scenario

private:
    using Link = std::pair<int, int>; // process and thread of a connection
    static constexpr int watchCommands = 2;

    struct Held // by a key, on the server
    {
        quint32 value = 0;
        qint64 ttl = -1;
        bool isOurs = false; // the deadline was written by the lab, later by the margin
        double earliest = 0, latest = 0; // between these the deadline lies, ms on our clock
    };
    struct Written // a deadline on its way
    {
        quint32 key = 0;
        qint64 ttl = 0;
    };
    struct Seen
    {
        canonical::Type type = canonical::String;
        quint32 key = 0;
        bool wrongType = false;
        QByteArray value;
        qint64 pttl = -2;
    };

    [[nodiscard]] static double now(); // ms
    [[nodiscard]] std::string_view name(quint32 key) const;
    Held &held(quint32 key);
    Result<LabConnection *> connection(int process, int thread);
    // Commands that make the server hold the contents; they count as done.
    int appendRestore(std::string *wire, quint32 contents);
    [[nodiscard]] bool isHeld(const KeyHeld &wanted) const;
    void appendDeadline(std::string *wire, quint32 key, qint64 ttl);
    void wroteDeadlines(double sent, double received);
    Result<void> prepareSubscriptions(const std::vector<Subscription> &wanted);
    // Makes the server what the command finds, but for what it appends to the wire: commands, so
    // many, that go before it on its own connection.
    Result<int> prepare(const Execution &execution, LabConnection *own, std::string *wire);
    Result<void> send(LabConnection *connection, std::string *wire, int commands); // of ours
    void touch(quint32 key); // the lab has written it
    [[nodiscard]] bool isClean(const OpenWatch &watch) const; // open on the server, not doomed
    void appendWatch(std::string *wire, const OpenWatch &watch); // opens it, clean: watchCommands
    int appendDoomed(std::string *wire, const OpenWatch &watch); // opens and dooms it
    // After the commands that wait to be sent, by the writer, be it one of them.
    Result<void> open(std::vector<const OpenWatch *> watches, LabConnection *writer,
        std::string *written, int commands);
    // Asks about those that are clean.
    Result<void> appendClientList(std::string *wire);
    Result<void> readClientList(LabConnection *connection);
    [[nodiscard]] std::vector<bool> doomedOf(const Execution &execution) const;
    void noteWatches(const Execution &execution); // that the command has opened or closed
    Result<std::vector<Message>> drain();
    Result<Answer> attempt(const Execution &execution, bool bySource, bool *again);
    Result<Answer> attemptUntilClear(const Execution &execution); // which deadlines there are
    Result<Answer> subscribe(const Execution &execution);
    void disconnect();
    Result<void> empty(); // the server, of which nothing is known any more
    Result<void> vanish(const std::vector<quint32> &keys);
    Result<void> awaitExpiry(quint32 key);
    std::vector<quint32> keysToRead(quint32 contents);
    void appendReadBack(std::string *wire, const std::vector<quint32> &keys);
    Result<std::vector<Seen>> readBack(LabConnection *connection, std::vector<quint32> keys);
    // Asks again, so after all that was sent before is read.
    Result<void> readNewTypes(LabConnection *connection, std::vector<Seen> *seen);
    quint32 take(const std::vector<Seen> &seen, quint32 before, std::string_view wire, double sent,
        double received, std::vector<quint32> *deadlines);

    Endpoint m_endpoint;
    ContentsTable &m_contents;
    TextTable &m_channels;
    TextTable &m_replies;
    std::vector<quint32> m_keys;
    QList<QByteArray> m_globs;
    std::vector<Held> m_held; // by key
    std::vector<canonical::Type> m_types; // by key: what it was last
    std::vector<Written> m_written;
    std::map<Link, std::unique_ptr<LabConnection>> m_connections;
    std::map<int, std::unique_ptr<LabConnection>> m_subscribers; // by process
    std::vector<Subscription> m_subscriptions;
    std::map<Link, OpenWatch> m_watching; // as it is on the server
    std::vector<OpenWatch *> m_asked; // in m_watching: those of the last CLIENT LIST
    std::string m_wire;
};

} // namespace lockstep
