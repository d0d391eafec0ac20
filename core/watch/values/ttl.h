#pragma once

#include <QtGlobal>

#include <algorithm>
#include <chrono>
#include <optional>

namespace lockstep {

using Instant =
    std::chrono::steady_clock::time_point; // one monotonic clock for everything observed
using Milliseconds = std::chrono::milliseconds;

// A length of time from 0 to 8 s in one byte, rounded up: the longer, the coarser. There may be a
// million of these.
class CoarseTime
{
public:
    CoarseTime() = default;
    // The shortest CoarseTime that is not below `time`; the longest one if `time` is above it.
    static CoarseTime atLeast(std::chrono::microseconds time)
    {
        CoarseTime coarse;
        while (coarse.m_root < 255 && coarse.value() < time)
            ++coarse.m_root;
        return coarse;
    }
    [[nodiscard]] std::chrono::microseconds value() const
    {
        return std::chrono::microseconds(125 * m_root * m_root);
    }
    friend bool operator==(const CoarseTime &, const CoarseTime &) = default;

private:
    quint8 m_root = 0;
};

// What PTTL said, and when. Between two reads a remaining time is a deadline, not a promise: it may
// have been renewed or deleted since.
class Ttl
{
public:
    enum class Kind : quint8 {
        Missing, // no such key
        Persistent,
        Remaining,
        Unknown, // the user may not call PTTL
    };

    Ttl() = default;
    static Ttl missing() { return {}; }
    static Ttl persistent() { return Ttl(persistentMark); }
    static Ttl unknown() { return Ttl(unknownMark); }
    static Ttl until(Instant deadline) { return Ttl(deadline); }
    // reply: PTTL's integer, -2 missing, -1 persistent, else milliseconds counted from observed.
    // Other negative numbers, which no server sends, mean unknown.
    static Ttl fromPttl(qint64 reply, Instant observed)
    {
        if (reply >= 0)
            return until(observed + std::min(Milliseconds(reply), longest));
        if (reply == -1)
            return persistent();
        return reply == -2 ? missing() : unknown();
    }

    [[nodiscard]] Kind kind() const
    {
        if (m_deadline == missingMark)
            return Kind::Missing;
        if (m_deadline == persistentMark)
            return Kind::Persistent;
        return m_deadline == unknownMark ? Kind::Unknown : Kind::Remaining;
    }
    [[nodiscard]] bool isMissing() const { return kind() == Kind::Missing; }
    [[nodiscard]] bool isPersistent() const { return kind() == Kind::Persistent; }
    [[nodiscard]] std::optional<Instant> deadline() const
    {
        return kind() == Kind::Remaining ? std::optional(m_deadline) : std::nullopt;
    }
    // Never negative; nothing where there is no deadline.
    [[nodiscard]] std::optional<Milliseconds> remaining(Instant now) const
    {
        if (kind() != Kind::Remaining)
            return std::nullopt;
        const auto left = std::chrono::duration_cast<Milliseconds>(m_deadline - now);
        return std::max(left, Milliseconds(0));
    }

    friend bool operator==(const Ttl &, const Ttl &) = default;

private:
    explicit Ttl(Instant deadline)
        : m_deadline(deadline)
    {
    }

    static constexpr Milliseconds longest = std::chrono::hours(24 * 36'525); // a century

    // Instants that no deadline can be stand for the other kinds: there may be a million of these.
    static constexpr Instant missingMark = Instant::min();
    static constexpr Instant persistentMark = Instant::max();
    static constexpr Instant unknownMark = Instant::min() + Instant::duration(1);

    Instant m_deadline = missingMark;
};

} // namespace lockstep
