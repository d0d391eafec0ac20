#pragma once

#include "core/lab/history/keyroles.h"
#include "core/lab/history/lanes.h"
#include "core/lab/history/run.h"
#include "ui/lab/tracks/intervalsums.h"
#include "ui/lab/tracks/stepcurve.h"
#include "ui/lab/words/clockreadings.h"

#include <map>
#include <optional>
#include <span>

namespace lockstep {

// A limit that a check sets to a value.
struct Limit
{
    double value = 0;
    bool isLeast = false; // else: at most
    QByteArray parameter; // the parameter that holds it; empty: it is a plain number
    bool isMarked = true; // whether a value beyond it is a violation
    bool isOfEnd = false; // whether only the value at the end is checked
};

// The end of a lease that came while the client still ran, as far as the client can know it.
struct LeaseEnd
{
    Moment validUntil = 0; // certainly: sent + ttl
    Moment goneAfter = 0; // certainly: received + ttl
    Moment from = 0, until = 0; // the part of that time in which the client was inside
};

struct ClientTrack
{
    quint32 client = 0;
    IntervalSums states; // kinds are LaneSpan::State
    std::span<const LaneSpan> spans; // the same, with what they are about
    std::span<const Moment> called; // its operations, by the time they were called
    std::span<const quint32> operations; // their numbers, parallel
    std::vector<LeaseEnd> leaseEnds{}; // by time
    quint32 seen = 0; // bit 1 << state
};

// A stretch of time in which a key has one value; for a lock, in which it has one holder.
struct KeySpan
{
    // Lost: with its server. Gone: before its time, and it is not known how.
    enum class End : quint8 { Open, Expired, Deleted, Replaced, Lost, Gone };

    Moment from = 0, until = 0;
    std::size_t firstChange = 0, lastChange = 0; // in KeyTrack::changes, last one included
    quint32 endedBy = none; // operation
    End end = End::Open;
};

struct KeyTrack
{
    quint32 key = 0; // text
    quint8 node = 0;
    KeyRole role = KeyRole::Data;
    bool hasTtl = false; // it had one at some time, or ought to have one
    std::vector<quint32> changes{}; // numbers in the history, by time
    std::vector<Moment> changedAt{}; // parallel
    StepCurve values{}; // what hasNumber() has: the number, how many members, tokens
    std::vector<KeySpan> keySpans{};
    IntervalSums held{}; // the same, of kind LaneSpan::State::Holding
    Moment longest = 1; // the largest time left it ever got
    std::optional<Limit> limit{}; // of tokens: what the bucket holds

    // Drawn as a step line; a lock as what is left of its TTL, all else as its values.
    [[nodiscard]] bool hasNumber() const
    {
        return role == KeyRole::Counter || role == KeyRole::Members || role == KeyRole::Tokens;
    }
};

// Keys of one pattern that follow one another or are many: one lane for all of them.
struct KeyFold
{
    QByteArray pattern;
    std::size_t first = 0, count = 0; // among the keys
    qsizetype alike = 0; // bytes of their names that are the same in all
    StepCurve::Bounds bounds{}; // of all their values, where they are drawn one by one
    StepCurve present{}; // how many there are, where they are not
    [[nodiscard]] bool isDrawnOneByOne() const { return present.size() == 0; }
};

// While a value of a key was on more than half of the nodes.
struct MajorityTrack
{
    struct Stretch
    {
        Moment from = 0, until = 0;
        quint32 value = 0; // text
        quint32 operation = none; // that made it a majority
    };

    quint32 key = 0; // text
    std::vector<Stretch> stretches{};
    IntervalSums held{}; // the same, of kind LaneSpan::State::Holding
};

// What the replica of server 0 holds of a key, until it takes over or the round ends.
struct ReplicaTrack
{
    struct Stretch
    {
        Moment from = 0, until = 0;
        KeyChange held{}; // of a stepped run the change by which the server came to hold it
        bool isKnown = true;
    };

    quint32 key = 0; // text
    std::vector<Stretch> stretches{};
};

// A message that was published, and who had listened.
struct PublishedMessage
{
    struct Receipt
    {
        quint32 client = 0;
        Moment at = never; // never: not received by the end of the round
    };

    Moment at = 0;
    quint32 operation = none; // none: the server published it
    quint32 text = 0; // text
    std::vector<Receipt> receipts{}; // none: nobody listened
};

// A stretch of time in which a client is subscribed to a channel.
struct Listening
{
    Moment from = 0, until = 0;
    quint32 client = 0;
    quint32 order = none; // of the SUBSCRIBE, as of its operation
};

struct ChannelTrack
{
    quint32 channel = 0; // text
    std::vector<PublishedMessage> messages{}; // by time
    std::vector<Moment> at{}; // parallel
    std::vector<Listening> listening{};
};

struct CountTrack
{
    QByteArray name;
    StepCurve values{};
    std::optional<Limit> limit{};
};

// Marks of one name that carry a value, such as fencing tokens.
struct EventTrack
{
    quint32 name = 0; // text
    std::vector<quint32> marks{}; // numbers in the history
    std::vector<Moment> at{}; // parallel
    std::vector<bool> goesBack{}; // parallel: less than one before it, where they must be in order
};

struct LimiterTrack
{
    QByteArray name;
    std::vector<quint32> marks{}; // numbers in the history
    std::vector<Moment> at{}; // parallel
    std::vector<bool> admitted; // parallel
    qint64 limit = 0;
    Moment window = 0; // 0: steps have no window
    Moment worstFrom = 0; // of the window with the most admitted
    int worst = 0; // how many these are
};

// A stretch of time in which a check does not hold.
struct ViolationSpan
{
    Moment from = 0, until = 0;
    int result = -1; // the check's place among the results; −1: seen in the lanes only
    bool certain = true;
};

// One round, sorted by what is drawn: made once, so that painting only looks things up.
class RoundTracks
{
public:
    RoundTracks(RunPtr ofRun, int number);

    RunPtr run;
    Round round;
    ClockReadings clock; // that the programs of the round took
    std::vector<KeyTrack> keys; // those of one fold and those of one name next to each other
    std::vector<KeyFold> folds;
    std::vector<MajorityTrack> majorities;
    std::vector<ReplicaTrack> replicas;
    std::vector<ChannelTrack> channels;
    std::vector<ClientTrack> clients; // one for each client
    std::vector<LimiterTrack> limiters;
    std::vector<EventTrack> events;
    std::vector<CountTrack> counts;
    std::vector<ViolationSpan> violations; // those that the results tell, by time
    IntervalSums violated; // any check, any client; without overlaps
    std::span<const Operation> operations; // of the round
    quint32 firstOperation = 0; // number of the first of them
    std::size_t returnedOperations = 0; // how many have a reply; the others were lost
    quint32 seen = 0; // bit 1 << LaneSpan::State, of all clients
    std::vector<Moment> timeSteps; // where the steps begin in which only time passed

    // How many operations of the round had returned before that moment.
    [[nodiscard]] std::size_t returnedBefore(Moment at) const;
    // The same, wrong by up to 64, without reading the operations.
    [[nodiscard]] double returnedAbout(Moment at) const;
    [[nodiscard]] const History &history() const { return run->history; }
    [[nodiscard]] const Operation &operation(quint32 number) const
    {
        return run->history.operations[number];
    }

private:
    struct Ends;

    void sortOperations(const Ends &ends);
    void sortSpans();
    void sortChanges(const Ends &ends);
    void sortMarks(const Ends &ends);
    void findViolations();
    [[nodiscard]] std::vector<Moment> timeStepsOf(const Ends &ends) const;
    [[nodiscard]] std::optional<Limit> limitOf(const QByteArray &name, bool ofCount) const;

    KeyRoles m_roles;
    std::vector<LaneSpan> m_spans;
    std::vector<Moment> m_called; // by client
    std::vector<quint32> m_numbers; // parallel
    std::vector<Moment> m_returned; // of every 64th operation of the round, lost ones left out
};

} // namespace lockstep
