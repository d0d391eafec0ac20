#pragma once

#include <QtGlobal>

#include <algorithm>
#include <chrono>
#include <optional>

namespace lockstep {

using Instant =
    std::chrono::steady_clock::time_point; // one monotonic clock for everything observed
using Milliseconds = std::chrono::milliseconds;

// What PTTL said, and when. Between two reads a remaining time is a deadline, not a promise: it may
// have been renewed or deleted since.
class Ttl
{
public:
    enum class Kind : quint8 {
        Missing, // no such key
        Persistent,
        Remaining,
        Unknown, // we may not ask
    };

    Ttl() = default;
    static Ttl missing() { return {}; }
    static Ttl persistent() { return Ttl(Kind::Persistent, {}); }
    static Ttl unknown() { return Ttl(Kind::Unknown, {}); }
    static Ttl until(Instant deadline) { return Ttl(Kind::Remaining, deadline); }
    // reply: PTTL's integer, -2 missing, -1 persistent, else milliseconds counted from observed.
    // Other negative numbers, which no server sends, mean unknown.
    static Ttl fromPttl(qint64 reply, Instant observed)
    {
        if (reply >= 0)
            return until(observed + Milliseconds(reply));
        if (reply == -1)
            return persistent();
        return reply == -2 ? missing() : unknown();
    }

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] bool isMissing() const { return m_kind == Kind::Missing; }
    [[nodiscard]] bool isPersistent() const { return m_kind == Kind::Persistent; }
    [[nodiscard]] std::optional<Instant> deadline() const
    {
        return m_kind == Kind::Remaining ? std::optional(m_deadline) : std::nullopt;
    }
    // Never negative; nothing where there is no deadline.
    [[nodiscard]] std::optional<Milliseconds> remaining(Instant now) const
    {
        if (m_kind != Kind::Remaining)
            return std::nullopt;
        const auto left = std::chrono::duration_cast<Milliseconds>(m_deadline - now);
        return std::max(left, Milliseconds(0));
    }

    friend bool operator==(const Ttl &, const Ttl &) = default;

private:
    Ttl(Kind kind, Instant deadline)
        : m_kind(kind)
        , m_deadline(deadline)
    {
    }

    Kind m_kind = Kind::Missing;
    Instant m_deadline{};
};

} // namespace lockstep
