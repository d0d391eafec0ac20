#pragma once

#include "core/lab/history/keyroles.h"
#include "core/lab/history/lanespans.h"
#include "core/lab/history/run.h"
#include "ui/lab/tracks/intervalsums.h"
#include "ui/lab/tracks/stateset.h"
#include "ui/lab/tracks/stepcurve.h"
#include "ui/lab/words/clockreadings.h"

#include <map>
#include <optional>
#include <span>

namespace lockstep {

// The limit that a check sets for a value.
struct Limit
{
    double value = 0;
    bool isLeast = false; // whether it is a minimum; otherwise it is a maximum
    QByteArray parameter; // the parameter that has the limit; empty if it is a plain number
    bool isMarked = true; // whether a value beyond it is a violation
    bool isOfEnd = false; // whether only the value at the end of the round is checked
};

// The end of a lease that came while the client still ran, as far as the client can know it.
struct LeaseEnd
{
    Moment validUntil = 0; // the lease is certainly valid until then: sent + TTL
    Moment goneAfter = 0; // the lease has certainly ended by then: received + TTL
    Moment from = 0, until = 0; // the part of that time in which the client was inside
};

// What is drawn of one client: its states and its operations.
struct ClientTrack
{
    quint32 client = 0;
    IntervalSums states; // kinds are LaneSpan::State
    std::span<const LaneSpan> spans; // the same intervals with their details
    std::span<const Moment> called; // when its operations were called, sorted
    std::span<const quint32> operations; // the numbers of these operations, parallel to called
    std::vector<LeaseEnd> leaseEnds{}; // sorted by time
    StateSet seen; // the states that occur
};

// A stretch of time in which a key has one value; for a lock, in which it has one holder.
struct KeySpan
{
    // Lost: the server lost its data. Gone: the key disappeared before it was due, and nobody knows
    // how. Replaced: it got another value.
    enum class End : quint8 { Open, Expired, Deleted, Replaced, Lost, Gone };

    Moment from = 0, until = 0;
    std::size_t firstChange = 0, lastChange = 0; // indexes in KeyTrack::changes, both inclusive
    quint32 endedBy = none; // the operation that ended it, or none
    End end = End::Open;
};

// What is drawn of one key on one node. Tracks refer to texts by their number in History::texts.
struct KeyTrack
{
    quint32 key = 0; // text
    quint8 node = 0;
    KeyRole role = KeyRole::Data;
    bool hasTtl = false; // the key had a TTL at some time, or a check demands one
    std::vector<quint32> changes{}; // indexes in History::changes, sorted by time
    std::vector<Moment> changedAt{}; // parallel to changes
    StepCurve values{}; // if hasNumber(): the value, the number of members, or the tokens
    std::vector<KeySpan> keySpans{};
    IntervalSums held{}; // the same, of kind LaneSpan::State::Holding
    Moment longest = 1; // ns: the longest time to live that the key ever had
    std::optional<Limit> limit{}; // for a token bucket, its capacity

    // Whether the key is drawn as a step line. A lock is drawn as the time left, and any other key
    // as boxes with its values.
    [[nodiscard]] bool hasNumber() const
    {
        return role == KeyRole::Counter || role == KeyRole::Members || role == KeyRole::Tokens;
    }
};

// The keys of one pattern that share a lane.
struct KeyFold
{
    QByteArray pattern;
    std::size_t first = 0, count = 0; // a range of RoundTracks::keys
    qsizetype alike = 0; // the length in bytes of the prefix that all their names share
    StepCurve::Bounds bounds{}; // of all their values, if the keys are drawn one by one
    StepCurve present{}; // how many of the keys exist over time, if they are only counted
    [[nodiscard]] bool isDrawnOneByOne() const { return present.size() == 0; }
};

// When a value of a key was on more than half of the nodes.
struct MajorityTrack
{
    struct Stretch
    {
        Moment from = 0, until = 0;
        quint32 value = 0; // text
        quint32 operation = none; // the operation that made it a majority
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
        KeyChange held{}; // what it holds; in a stepped run, the change that the server made
        bool isKnown = true;
    };

    quint32 key = 0; // text
    std::vector<Stretch> stretches{};
};

// A published message, and the clients that listened when it was published.
struct PublishedMessage
{
    struct Receipt
    {
        quint32 client = 0;
        Moment at = never; // `never` if not received by the end of the round
    };

    Moment at = 0;
    quint32 operation = none; // `none` if the server published it by itself
    quint32 text = 0; // text
    std::vector<Receipt> receipts{}; // empty if nobody listened
};

// A stretch of time in which a client is subscribed to a channel.
struct Listening
{
    Moment from = 0, until = 0;
    quint32 client = 0;
    quint32 order = none; // the SUBSCRIBE's place in the order of execution, as Operation::order
};

// What is drawn of one channel: its messages and who listens.
struct ChannelTrack
{
    quint32 channel = 0; // text
    std::vector<PublishedMessage> messages{}; // by time
    std::vector<Moment> moments{}; // parallel
    std::vector<Listening> listening{};
};

// What is drawn of a name that clients count: the sum over time.
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
    std::vector<Moment> moments{}; // parallel
    std::vector<bool>
        goesBack{}; // parallel: whether a mark that must be in order is less than one before it
};

// What is drawn of a limiter: what it admitted and what it refused.
struct LimiterTrack
{
    QByteArray name;
    std::vector<quint32> marks{}; // numbers in the history
    std::vector<Moment> moments{}; // parallel
    std::vector<bool> admitted; // parallel
    qint64 limit = 0;
    Moment window = 0; // ns; 0 in a stepped run, which has no window
    Moment worstFrom = 0; // where the window with the most admitted begins
    int worst = 0; // how many were admitted in that window
};

// A stretch of time in which a check does not hold.
struct ViolationSpan
{
    Moment from = 0, until = 0;
    int result = -1; // index in Run::results; −1 if it is a state of a lane and not of a check
    bool certain = true;
};

// One round, sorted by what is drawn. Made once, so that painting only looks things up. Not changed
// afterwards.
class RoundTracks
{
public:
    RoundTracks(RunPtr ofRun, int number);

    RunPtr run;
    Round round;
    ClockReadings clock; // shortens the clock readings in the texts of this round
    std::vector<KeyTrack> keys; // keys of one fold, and of one name, are next to each other
    std::vector<KeyFold> folds;
    std::vector<MajorityTrack> majorities;
    std::vector<ReplicaTrack> replicas;
    std::vector<ChannelTrack> channels;
    std::vector<ClientTrack> clients; // one for each client
    std::vector<LimiterTrack> limiters;
    std::vector<EventTrack> events;
    std::vector<CountTrack> counts;
    std::vector<ViolationSpan> violations; // those of the checks' results, sorted by time
    IntervalSums violated; // when any check or client is violated; without overlaps
    std::span<const Operation> operations; // of the round
    quint32 firstOperation = 0; // number of the first operation of the round
    std::size_t returnedOperations = 0; // how many have a reply; the others were lost
    // The most operations that returned within any hundredth of the round, as so many a second. It
    // is the same at every zoom and in every picture, whose bars have other widths.
    double highestRate = 0;
    StateSet seen; // the states that occur in any client
    std::vector<Moment> timeSteps; // where the steps begin in which only time passed

    // How many operations of the round had returned before that moment.
    [[nodiscard]] std::size_t returnedBefore(Moment at) const;
    // An estimate of the same, wrong by up to 64, which does not read the operations themselves.
    [[nodiscard]] double returnedAbout(Moment at) const;
    [[nodiscard]] const History &history() const { return run->history; }
    [[nodiscard]] const Operation &operation(quint32 number) const
    {
        return run->history.operations[number];
    }

private:
    struct Ends;

    void sortOperations(const Ends &ends);
    void findHighestRate();
    void sortSpans();
    void sortChanges(const Ends &ends);
    void sortMarks(const Ends &ends);
    void findViolations();
    [[nodiscard]] std::vector<Moment> timeStepsOf(const Ends &ends) const;
    [[nodiscard]] std::optional<Limit> limitOf(const QByteArray &name, bool ofCount) const;

    KeyRoles m_roles;
    std::vector<LaneSpan> m_spans;
    std::vector<Moment> m_called; // grouped by client, sorted within each
    std::vector<quint32> m_numbers; // of the operations, parallel to m_called
    std::vector<Moment>
        m_returned; // when every 64th operation returned; lost operations are left out
};

} // namespace lockstep
