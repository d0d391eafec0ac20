#pragma once

#include "core/lab/history/internedtexts.h"
#include "core/lab/program/mark.h"

#include <QByteArray>
#include <QList>

#include <chrono>
#include <limits>
#include <vector>

namespace lockstep {

// A point in time: nanoseconds since a run began, on one monotonic clock. A stepped run has no such
// clock; there each step is taken to last stepLength.
using Moment = qint64;
inline constexpr Moment never = std::numeric_limits<Moment>::max();
inline constexpr Moment stepLength = 1'000'000'000;

// In these records, a number that is said to be a text is one in History::texts.

// One command of one client. 40 bytes: there may be millions.
struct Operation
{
    Moment called = 0; // when it was sent
    Moment returned = never; // when its reply was read; never: a crash or the end came before
    quint32 command = 0; // text: the command without the run's prefix
    quint32 reply = 0; // text: as people write it, "OK", "(nil)", "1", "(error) …"
    quint32 order = none; // place in the servers' order of execution, where it is known
    quint32 client = 0;
    quint16 line = 0; // of the scenario's file
    quint8 thread = 0;
    quint8 node = 0; // the server that it was sent to, from 0
};
static_assert(sizeof(Operation) == 40);

// When and where a program said enter, leave, count or event. A process that ends while it is
// inside leaves: whoever writes the history adds the mark.
struct MarkRecord
{
    using Kind = Mark::Kind;

    Moment at = 0;
    qint64 value = 0; // of a count: by how much; of an event: its number, 0 without one
    quint32 operation = none; // the client's last one before the mark; none: there was none
    quint32 name = 0; // text
    quint32 text = 0; // text: an event's value where it is no number
    quint32 client = 0;
    quint16 line = 0;
    Kind kind = Kind::Event;
    quint8 thread = 0;
    // The mark belongs to its own moment and not to that of the operation: it was made after a wait
    // or a random(), by another thread, or, if it is an enter among nothing but enters, before a
    // wait for a key.
    bool isLater = false;
};

// A time in which a client could not go on, because it waited for a key, a mutex, a message or a
// moment.
struct WaitRecord
{
    // What the server has shown by the end of the wait: that the key was gone at a moment of it,
    // that it was gone or its value had changed, or that a message was published on the channel.
    // Nothing: it waited for a mutex or a moment, or in vain.
    enum class Proof : quint8 { Nothing, Gone, Changed, Told };

    Moment from = 0;
    Moment until = never;
    quint32 client = 0;
    quint32 name = 0; // text: key, channel or mutex; 0: it waited for a moment
    quint32 operation = none; // the operation that followed; none: there was none
    quint8 thread = 0;
    quint8 node = 0; // the server that has shown it
    Proof proves = Proof::Nothing;
};
static_assert(sizeof(WaitRecord) == 32);

inline bool isOfKey(const WaitRecord &wait)
{
    return wait.proves == WaitRecord::Proof::Gone || wait.proves == WaitRecord::Proof::Changed;
}

// Of a key with more elements than these only their number is compared: a command that leaves it as
// it is counts as none that changed the key.
inline constexpr qint64 mostElementsCompared = 128;

// A key was created or deleted, or got another value or another deadline.
struct KeyChange
{
    Moment at = 0;
    // When it expires, on the clock of the keys (see History::clockAt()); never: it has no TTL, or
    // does not exist.
    Moment deadline = never;
    // The value of a string that is an integer; the length of other strings in bytes; the number of
    // elements of other types.
    qint64 number = 0;
    quint32 operation = none; // that made the change; none: the key expired, or it is not known
    quint32 key = 0; // text
    // A text: a whole string (but see LongValueBudget); of a hash, the first of its sorted fields,
    // as "A-1, B-1"; of other types, which elements were added and removed, as "+A-1 −B-1", if
    // known.
    quint32 value = 0;
    quint8 node = 0;
    bool exists : 1 = false;
    bool isHash : 1 = false;
    // Every change of what it holds is one of these records. Not of a long collection or a stream,
    // of which only the number of elements is known.
    bool isComparable : 1 = false;
    // Another value was written over the one before, as by SET, so that nothing is left of it. Not
    // where a part was changed, as by INCR or HSET.
    bool isOverwritten : 1 = false;
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
    quint32 text = 0; // text: the beginning of the message
    quint8 node = 0;
};

// A client got a message: in a free run it has reached the client's connection, in a stepped run
// the program has received it. It is the oldest message of the channel that the client had not got.
struct ReceiptRecord
{
    Moment at = 0;
    quint32 client = 0;
    quint32 channel = 0; // text
    quint8 node = 0;
};

// Something that happened to a client or a node and was not caused by a command.
struct Incident
{
    enum class Kind : quint8 { Crash, Pause, Resume, Restart, Failover, LostRequest };

    Moment at = 0;
    Kind kind = Kind::Crash;
    quint32 client = none; // or the node, where a server is lost
    quint32 operation = none; // the last one before it

    // Whether the client does nothing more, and is inside nothing any more.
    [[nodiscard]] bool endsClient() const { return kind == Kind::Crash; }
    // Whether the node's server is gone, with what it held or with the latest writes of it.
    [[nodiscard]] bool losesServer() const
    {
        return kind == Kind::Restart || kind == Kind::Failover;
    }
};

// A step of a stepped run in which time passes.
struct TimeStep
{
    Moment from = 0, until = 0; // where the step lies among the steps
    Moment length = 0; // how much time passes on the clock of the keys
    Moment clock = 0; // what the clock of the keys shows at `from`
};

// One process of a client: each repeat of the program in a round is one.
struct ProcessRecord
{
    Moment from = 0; // its operations are called from then on
    Moment until = never; // its program came to its end; never: it crashed or was cut off before
    quint32 client = 0;
};

// One round of a run. In each round everybody starts afresh: the keys are emptied, the setup runs,
// then all clients run together.
struct Round
{
    Moment begin = 0; // after the setup
    Moment end = 0;
    // The indexes of its first records in the vectors of the History. They end before the first
    // records of the next round.
    quint32 firstOperation = 0, firstMark = 0, firstWait = 0, firstChange = 0, firstIncident = 0;
    quint32 firstMessage = 0, firstReceipt = 0, firstProcess = 0, firstReplicaReading = 0;
    bool cutOff = false; // stopped before everybody had finished
    bool stuck = false; // a deadlock: all clients left wait for what cannot happen any more
    quint32 unfinished = 0; // clients that were neither finished nor crashed at the end
    quint32 waiting = 0; // those of them that waited for others
    // From then on the values of keys are not known, because a script chose elements at random and
    // would choose others when it is executed again, or because there are too many long values.
    Moment valuesUntil = never;
    // How much earlier or later than KeyChange::deadline says a key may have expired, because the
    // servers' clock cannot be compared with the run's any better.
    Moment deadlineError = 0;
    bool isKept = true; // false: its records were forgotten, see forgetRounds()
    // An await() ended because its key was written to more than once. Whether the key had another
    // value in between is not known, so no violation in this round is certain.
    bool hasGuessedWait = false;
};

// A client of the run.
struct Participant
{
    QByteArray name; // A, B, …
    QByteArray role;
    int server = 0; // the number of the app server that it runs on
};

// How the key changes were found out.
enum class OrderKind : quint8 {
    Exact, // in a free run: the commands were replayed in the servers' order of execution
    Sampled, // in a free run: the keys were read now and then; values in between are not known
    Stepped // in a stepped run: the keys were read after each step
};

// What happened in a run. It takes less than 100 bytes for each operation, and a long run forgets
// rounds. One thread writes it; when it has finished, any thread may read it.
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
    // What the replica of node 0 held in a free run, read after it had been cut off from the
    // primary and before it took over. In between nothing changes there except that keys expire.
    // Sorted by time, in each round.
    std::vector<KeyChange> replicaReadings;
    std::vector<ProcessRecord> processes; // by begin, in each round
    std::vector<TimeStep> timeSteps; // by time; of a free run: none
    OrderKind orderKind = OrderKind::Sampled;
    // Where the order is Sampled: readKeys were read; keys that only unreadPatterns match were not.
    QList<QByteArray> readKeys, unreadPatterns;
    qint64 forgottenOperations = 0; // of rounds that are not kept

    // How many operations all rounds had, with those whose records were forgotten.
    [[nodiscard]] qint64 operationCount() const
    {
        return qint64(operations.size()) + forgottenOperations;
    }
    // What the clock of the keys shows at that moment. In a free run it is the same as the moment;
    // in a stepped run it moves only in time steps.
    [[nodiscard]] Moment clockAt(Moment at) const;
    // How much of the key's TTL is left at that moment if it was not changed again; never: it has
    // no TTL.
    [[nodiscard]] Moment timeLeft(const KeyChange &change, Moment at) const;

    // Whether a key that no known command deleted was gone before its deadline. before: the change
    // before it was gone.
    [[nodiscard]] bool isLost(const KeyChange &before, const KeyChange &gone) const;

    [[nodiscard]] qint64 memory() const; // bytes
};

} // namespace lockstep
