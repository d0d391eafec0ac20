#pragma once

#include "core/lab/program/mark.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <chrono>
#include <limits>
#include <vector>

namespace lockstep {

// Nanoseconds since a run began, on one monotonic clock. A stepped run counts steps × 1 s instead.
using Moment = qint64;
inline constexpr Moment never = std::numeric_limits<Moment>::max();
// How long each step of a stepped run is taken to last.
inline constexpr Moment stepLength = 1'000'000'000;
inline constexpr quint32 none = std::numeric_limits<quint32>::max();

// Keeps equal texts once and gives each a number. 0 is the empty text.
class InternedTexts
{
public:
    InternedTexts();
    quint32 add(QByteArrayView text);
    [[nodiscard]] quint32 find(QByteArrayView text) const; // none: it was never added
    // Valid until the next text is added.
    [[nodiscard]] QByteArrayView operator[](quint32 number) const;
    [[nodiscard]] quint32 size() const { return quint32(m_ends.size()); }
    [[nodiscard]] qint64 memory() const; // bytes

private:
    void grow();

    std::vector<quint64> m_ends; // of each text in m_bytes
    std::vector<char> m_bytes;
    std::vector<quint32> m_slots; // open addressing over the numbers
};

// One command of one client. 40 bytes: there may be millions.
struct Operation
{
    Moment called = 0; // sent
    Moment returned = never; // its reply was read; never: crashed or cut off before
    quint32 words = 0; // text: the command without the run's prefix
    quint32 reply = 0; // text: as people write it, "OK", "(nil)", "1", "(error) …"
    quint32 order = none; // place in the servers' order of execution, where it is known
    quint32 client = 0;
    quint16 line = 0; // of the file
    quint8 thread = 0;
    quint8 node = 0;
};
static_assert(sizeof(Operation) == 40);

// When and where a program said enter, leave, count or event. A process that ends while it is
// inside leaves: whoever writes the history adds the mark.
struct MarkRecord
{
    using Kind = Mark::Kind;

    Moment at = 0;
    qint64 value = 0;
    quint32 operation = none; // the client's last one before it; none: before its first
    quint32 name = 0; // text
    quint32 text = 0; // text: an event's value where it is no number
    quint32 client = 0;
    quint16 line = 0;
    Kind kind = Kind::Event;
    quint8 thread = 0;
    // It came after a wait or a random(), or from another thread: it is of its own moment, not the
    // operation's.
    bool isLater = false;
};

// A client could not go on: it waited for a key, a mutex, a message or a time.
struct WaitRecord
{
    Moment from = 0;
    Moment until = never;
    quint32 client = 0;
    quint32 name = 0; // text: key, channel or mutex; 0: a time
    quint32 operation = none; // the one that followed
    quint8 thread = 0;
};

// A key took another value, came, went, or got another deadline.
struct KeyChange
{
    Moment at = 0;
    // When it expires, on the clock of the keys; never: it has no TTL, or does not exist.
    Moment deadline = never;
    qint64 number = 0; // of an integer string; else the number of elements, or of bytes
    quint32 operation = none; // that did it; none: time did, or it is not known who
    quint32 key = 0; // text
    // A text: of a string all of it (see LongValues); of a hash the beginning of its sorted fields,
    // as "A-1, B-1"; of other types which elements came and went, as "+A-1 −B-1", if known.
    quint32 value = 0;
    quint8 node = 0;
    bool exists : 1 = false;
    bool isHash : 1 = false;
    bool isNumber = false; // a string that is an integer
    bool isString = false;

    // Whether the key holds a set, a sorted set, a list or a stream.
    [[nodiscard]] bool isOfElements() const { return exists && !isString && !isHash; }
};
static_assert(sizeof(KeyChange) == 40);

// A message was published, by a command or within a script, or by the server about a key.
struct MessageRecord
{
    Moment at = 0;
    quint32 operation = none; // that published it; none: the server did
    quint32 channel = 0; // text
    quint32 text = 0; // text: its beginning
    quint8 node = 0;
};

// A message reached a client of a free run, or was received by one of a stepped run: the oldest of
// the channel that it had not had yet.
struct ReceiptRecord
{
    Moment at = 0;
    quint32 client = 0;
    quint32 channel = 0; // text
};

struct Incident
{
    enum class Kind : quint8 { Crash, Pause, Resume, Restart, Failover, LostRequest };

    Moment at = 0;
    Kind kind = Kind::Crash;
    quint32 client = none; // or the node, for Restart and Failover
    quint32 operation = none; // the last one before it
};

// Time passed in a stepped run: between two moments, which are places among the steps.
struct TimeStep
{
    Moment from = 0, until = 0;
    Moment length = 0; // so much time
    Moment clock = 0; // of the keys, at from
};

// One process of a client: each repeat of the program in a round is one.
struct ProcessRecord
{
    Moment from = 0; // its operations are called from then on
    Moment until = never; // its program came to its end; never: it crashed or was cut off before
    quint32 client = 0;
};

// In each round everybody starts afresh: empty keys, the setup, then all clients together.
struct Round
{
    Moment begin = 0; // after the setup
    Moment end = 0;
    // Where its records begin; they end where those of the next round begin.
    quint32 operations = 0, marks = 0, waits = 0, changes = 0, incidents = 0;
    bool cutOff = false; // stopped before everybody had finished
    bool stuck = false; // everybody left waits for what cannot happen any more
    quint32 processes = 0; // where they begin, as above
    quint32 unfinished = 0; // clients that were neither finished nor crashed at the end
    quint32 waiting = 0; // those of them that waited for others
    // From then on the values are not known: a script took elements by chance, and executed again
    // it would take others; or there are too many long ones.
    Moment valuesUntil = never;
    // How much earlier or later than told a key may have reached its deadline: the servers' clock
    // is known to the run's no better.
    Moment deadlineError = 0;
    quint32 messages = 0, receipts = 0; // where they begin, as above
    quint32 replicaReadings = 0; // likewise
    bool isKept = true; // its records; see forgetRounds()
    // An await() ended because its key was written to more than once; whether it had another value
    // in between is not known, so nothing that came of it is certain.
    bool hasGuessedWait = false;
};

struct Participant
{
    QByteArray name; // A, B, …
    QByteArray role;
    int server = 0; // app server
};

// How the key changes were found out.
enum class OrderKind : quint8 {
    Exact, // replayed in the servers' order of execution
    Sampled, // looked at now and then: values between two looks are not known
    Stepped
};

// What happened in a run, in memory that grows by less than 100 bytes an operation; a long run
// forgets rounds. Written by one thread, read by any after that.
struct History
{
    InternedTexts texts;
    std::vector<Participant> clients;
    std::vector<Round> rounds;
    std::vector<Operation> operations; // by round, in it by the time they returned; lost ones last
    std::vector<MarkRecord> marks; // by time, in each round
    std::vector<WaitRecord> waits; // by end, in each round
    std::vector<KeyChange> changes; // by time, in each round
    std::vector<Incident> incidents; // by time, in each round
    std::vector<MessageRecord> messages; // likewise; of a run whose order is exact, or stepped
    std::vector<ReceiptRecord> receipts; // by time, in each round
    // What the replica of node 0 was read to hold of a key in a free run, once it had been cut off
    // and before it took over: it held the same all that time, but for what expired. By time, in
    // each round.
    std::vector<KeyChange> replicaReadings;
    std::vector<ProcessRecord> processes; // by begin, in each round
    std::vector<TimeStep> timeSteps; // by time; of a free run: none
    OrderKind orderKind = OrderKind::Sampled;
    // Sampled: these keys were looked at, and those that only these patterns match were not.
    QList<QByteArray> readKeys, unreadPatterns;
    qint64 forgottenOperations = 0; // of rounds that are not kept

    // Of all rounds, also of those whose records were forgotten.
    [[nodiscard]] qint64 operationCount() const
    {
        return qint64(operations.size()) + forgottenOperations;
    }
    // The clock of the keys at that moment: the same in a free run; in a stepped one it stands
    // still but in time steps.
    [[nodiscard]] Moment clockAt(Moment at) const;
    // How much of the TTL is left at that moment, if no other change came; never: it has no TTL.
    [[nodiscard]] Moment timeLeft(const KeyChange &change, Moment at) const;

    // Whether a key that no known command deleted went before its time.
    [[nodiscard]] bool isLost(const KeyChange &before, const KeyChange &gone) const;

    [[nodiscard]] qint64 memory() const; // bytes
};

} // namespace lockstep
