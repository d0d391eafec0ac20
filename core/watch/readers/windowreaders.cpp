// Part of readers.h. The readers of moments in a list or a sorted set: sliding logs (used is how
// many are younger than the window), presence (last seen within the window) and leases (the score
// is when one ends). Libraries sweep what is over only when they are called the next time, so it is
// counted for now and never taken from the length.
//
// Where nobody says the window, it follows from the TTL: these libraries set the TTL to the window
// (or a known multiple) whenever they add a moment, so window = TTL that is left + age of the
// newest moment.

#include "core/watch/readers/keywindow.h"
#include "core/watch/readers/readers.h"
#include "core/watch/values/jsonfields.h"
#include "core/watch/values/number.h"
#include "core/watch/values/reading.h"
#include "core/watch/values/token.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int listAtMost = 128; // elements that are looked at
constexpr int sortedSetAtMost = 64; // the oldest ones of a window
constexpr int mostEndsRead = 128; // of leases, the earliest ones

std::optional<Milliseconds> windowFromTtl(
    const ReadContext &context, WallTime newest, double ttlPerWindow)
{
    const auto left = context.ttl.remaining(context.observed);
    if (!left)
        return std::nullopt;
    const auto age = std::chrono::duration_cast<Milliseconds>(context.now - newest);
    const double window = double((*left + std::max(age, Milliseconds(0))).count()) / ttlPerWindow;
    const double step = window < 1000 ? 10
        : window < 60'000             ? 100
                                      : 1000; // what the clocks differ by
    return Milliseconds(qint64(std::round(window / step) * step));
}

// Newest first, as LPUSH leaves them.
class ListWindowReader : public Reader
{
public:
    explicit ListWindowReader(JsonFields &fields)
        : m_unit(static_cast<TimeUnit>(fields.choice("unit", timeUnitNames())))
        , m_window(static_cast<KeyWindowKind>(fields.choice("window", keyWindowNames())))
        , m_ttlPerWindow(fields.positive("ttlPerWindow").value_or(1))
    {
    }

    bool fallsByItself() const override { return true; }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {
            Command{"LRANGE", key, "0", QByteArray::number(listAtMost - 1)}, Command{"LLEN", key}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const Reply &list = context.replies[0];
        const Reply &length = context.replies[1];
        if (!list.isArray() || !length.isInteger())
            return std::nullopt;
        std::vector<WallTime> moments;
        for (const Reply &element : list.elements) {
            const auto number = decimalFrom(element.text);
            if (!number)
                return std::nullopt;
            moments.push_back(timeFrom(*number, m_unit));
        }
        std::sort(moments.begin(), moments.end(), std::greater<>()); // clients' clocks differ
        Reading reading;
        reading.value = double(length.integer);
        if (const auto inName = keyWindow(m_window, context.key, context.now, {})) {
            reading.limit = inName->limit;
            reading.window = inName->window;
        }
        if (moments.empty())
            return reading;
        if (!reading.window)
            reading.window = context.bounds.window;
        if (!reading.window)
            reading.window = windowFromTtl(context, moments.front(), m_ttlPerWindow);
        if (reading.window)
            countWithin(context, moments, length.integer, reading);
        return reading;
    }

private:
    static void countWithin(const ReadContext &context, const std::vector<WallTime> &moments,
        qint64 length, Reading &reading)
    {
        const WallTime since = context.now - *reading.window;
        const auto young = std::count_if(
            moments.begin(), moments.end(), [&](WallTime moment) { return moment > since; });
        const bool sawTheEnd =
            young < qsizetype(moments.size()) || qsizetype(moments.size()) == length;
        reading.value = sawTheEnd ? double(young) : double(length);
        reading.valueIsEstimate = !sawTheEnd;
        reading.resetsAt = context.instantOf(moments.front() + *reading.window);
    }

    TimeUnit m_unit;
    KeyWindowKind m_window;
    double m_ttlPerWindow; // Discourse: 2
};

using Scored = std::vector<std::pair<QByteArray, double>>;

std::optional<Scored> scoredMembers(const Reply &reply)
{
    if (!reply.isArray() || reply.elements.size() % 2 != 0)
        return std::nullopt;
    Scored members;
    for (size_t i = 0; i < reply.elements.size(); i += 2) {
        const QByteArray &score = reply.elements[i + 1].text;
        const auto number =
            score == "inf" ? std::numeric_limits<double>::max() : decimalFrom(score);
        if (!number)
            return std::nullopt;
        members.emplace_back(reply.elements[i].text.left(256), *number);
    }
    return members;
}

// Members that were added, or last seen, within the window. A window that is given is left to the
// server to count; one that is not known yet needs the ends of the set.
class ZsetWindowReader : public Reader
{
public:
    explicit ZsetWindowReader(JsonFields &fields)
        : m_unit(static_cast<TimeUnit>(fields.choice("unit", timeUnitNames())))
        , m_ttlPerWindow(fields.positive("ttlPerWindow").value_or(1))
    {
    }

    bool fallsByItself() const override { return true; }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &bounds, WallTime now) const override
    {
        if (bounds.window)
            return {Command{"ZCOUNT", key, '(' + scoreOf(now - *bounds.window, m_unit), "+inf"}};
        return {Command{"ZRANGE", key, "-1", "-1", "WITHSCORES"},
            Command{"ZRANGE", key, "0", QByteArray::number(sortedSetAtMost - 1), "WITHSCORES"},
            Command{"ZCARD", key}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        Reading reading;
        if (context.bounds.window) {
            if (!context.replies[0].isInteger())
                return std::nullopt;
            reading.value = double(context.replies[0].integer);
            return reading;
        }
        const auto newest = scoredMembers(context.replies[0]);
        const auto oldest = scoredMembers(context.replies[1]);
        if (!newest || newest->empty() || !oldest || !context.replies[2].isInteger())
            return std::nullopt;
        const auto size = context.replies[2].integer;
        const WallTime last = timeFrom(newest->front().second, m_unit);
        reading.window = windowFromTtl(context, last, m_ttlPerWindow);
        reading.value = double(size);
        if (!reading.window)
            return reading;
        const double since = numberFrom(context.now - *reading.window, m_unit);
        const auto over = std::count_if(oldest->begin(), oldest->end(),
            [&](const auto &member) { return member.second <= since; });
        reading.value = double(std::max<qint64>(0, size - over));
        reading.valueIsEstimate = over == qsizetype(oldest->size()) && over < size;
        reading.resetsAt = context.instantOf(last + *reading.window);
        return reading;
    }

private:
    TimeUnit m_unit;
    double m_ttlPerWindow;
};

// Leases of a semaphore or a shared lock: the score is when the lease ends or, with "scores":
// "acquired", when it was taken or last renewed, and the key lives as long as the newest lease.
class LeasesReader : public Reader
{
public:
    explicit LeasesReader(JsonFields &fields)
        : m_unit(static_cast<TimeUnit>(fields.choice("unit", timeUnitNames())))
        , m_areAcquired(
              fields.choice("scores", {QStringLiteral("end"), QStringLiteral("acquired")}) == 1)
        , m_marker(fields.bytesOr("marker", {}))
        , m_namesHolders(fields.flag("namesHolders"))
    {
    }

    bool fallsByItself() const override { return true; }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime now) const override
    {
        const auto most = QByteArray::number(-mostRead() - 1); // which tells whether there are more
        if (m_areAcquired)
            return {Command{"ZRANGE", key, most, "-1", "WITHSCORES"}};
        return {Command{"ZRANGE", key, most, "-1", "WITHSCORES"},
            Command{"ZCOUNT", key, '(' + scoreOf(now, m_unit), "+inf"}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        auto members = scoredMembers(context.replies[0]);
        if (!members || members->empty())
            return std::nullopt;
        const bool areAllRead = int(members->size()) <= mostRead();
        if (!areAllRead)
            members->erase(members->begin());
        const auto marker = std::find_if(members->begin(), members->end(),
            [&](const auto &member) { return member.first == m_marker; });
        const bool isMarked = !m_marker.isEmpty() && marker != members->end();
        if (isMarked)
            members->erase(marker);
        if (members->empty())
            return std::nullopt;
        auto reading = m_areAcquired ? readAcquired(context, *members, areAllRead)
                                     : readEnds(context, *members, isMarked, areAllRead);
        if (reading && reading->permits)
            reading->permits->areAllRead = areAllRead;
        return reading;
    }

    std::vector<Command> leaseEndCommands(const QByteArray &key, WallTime now) const override
    {
        if (m_areAcquired || !m_namesHolders)
            return {};
        const QByteArray since = '(' + scoreOf(now, m_unit);
        return {Command{"ZCOUNT", key, since, "+inf"},
            Command{"ZRANGE", key, since, "+inf", "BYSCORE", "LIMIT", "0",
                QByteArray::number(mostEndsRead), "WITHSCORES"}};
    }

    std::optional<LeaseEnds> readLeaseEnds(const ReadContext &context) const override
    {
        const auto members = scoredMembers(context.replies[1]);
        if (!context.replies[0].isInteger() || !members)
            return std::nullopt;
        LeaseEnds ends{context.replies[0].integer, {}, int(members->size()) < mostEndsRead};
        for (const auto &[member, score] : *members) {
            if (!m_marker.isEmpty() && member == m_marker) {
                --ends.inUse;
                continue;
            }
            const auto end = endOf(context, score, {});
            ends.areAll |= !end; // nor do those ever end that follow it
            if (!end)
                break;
            ends.first.push_back(*end);
        }
        return ends;
    }

private:
    // Returns how many members are read at most: those with the highest scores.
    [[nodiscard]] int mostRead() const
    {
        return m_areAcquired || m_namesHolders ? mostPermitsRead : 2;
    }

    std::optional<Reading> readEnds(
        const ReadContext &context, const Scored &members, bool isMarked, bool areAllRead) const
    {
        if (!context.replies[1].isInteger())
            return std::nullopt;
        const double now = numberFrom(context.now, m_unit);
        // The server has counted those that had not ended when it was asked. Of those that end
        // before its reply is here no further moment would tell.
        const auto inUse = areAllRead
            ? std::count_if(members.begin(), members.end(),
                [now](const auto &member) { return member.second > now; })
            : std::max<qint64>(0, context.replies[1].integer - (isMarked ? 1 : 0));
        Reading reading;
        reading.value = double(inUse);
        nameHolders(context, members, now, {}, reading);
        reading.setRaw(members.back().first);
        reading.resetsAt = endOf(context, members.back().second, {});
        return reading;
    }

    std::optional<Reading> readAcquired(
        const ReadContext &context, const Scored &members, bool areAllRead) const
    {
        const WallTime last = timeFrom(members.back().second, m_unit);
        const auto lease = windowFromTtl(context, last, 1);
        const double since = lease ? numberFrom(context.now - *lease, m_unit) : 0;
        const auto inUse = std::count_if(members.begin(), members.end(),
            [&](const auto &member) { return member.second > since; });
        Reading reading;
        reading.value = double(inUse);
        reading.valueIsEstimate = !areAllRead && inUse == std::ssize(members);
        // Since when is not told: a renewal writes the score again.
        nameHolders(context, members, since, lease, reading);
        reading.setRaw(members.back().first);
        return reading;
    }

    // Those whose score is beyond the limit have a permit. lease: how long after its score one
    // ends.
    void nameHolders(const ReadContext &context, const Scored &members, double limit,
        std::optional<Milliseconds> lease, Reading &reading) const
    {
        const auto holderOf = [&](const QByteArray &token) {
            return holderFromToken(token, TokenShape::None, context.now);
        };
        if (reading.value && *reading.value > 0)
            reading.holder = holderOf(members.back().first);
        if (!m_namesHolders)
            return;
        Permits permits;
        for (const auto &[token, score] : members) {
            if (score > limit)
                permits.push_back({holderOf(token), score, endOf(context, score, lease)});
            else
                permits.ended.push_back(holderOf(token).token);
        }
        if (!permits.empty() || !permits.ended.empty())
            reading.permits = std::move(permits);
    }

    // Absent: never, or so late that it is no time.
    CompactOptional<Instant> endOf(
        const ReadContext &context, double score, const std::optional<Milliseconds> &lease) const
    {
        const WallTime time = timeFrom(score, m_unit);
        if (time == WallTime() || (m_areAcquired && !lease))
            return {};
        return context.instantOf(time + lease.value_or(Milliseconds(0)));
    }

    TimeUnit m_unit;
    bool m_areAcquired;
    QByteArray m_marker; // a member that is no lease: Symfony's "__write__"
    bool m_namesHolders; // each member is the token of a holder, and there are few of them
};

} // namespace

std::span<const ReaderEntry> windowReaders()
{
    static constexpr ReaderEntry entries[] = {
        {"list window", makeReaderOf<ListWindowReader>},
        {"zset window", makeReaderOf<ZsetWindowReader>},
        {"leases", makeReaderOf<LeasesReader>},
    };
    return entries;
}

} // namespace lockstep
