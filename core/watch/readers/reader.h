#pragma once

#include "core/redis/values/command.h"
#include "core/redis/values/reply.h"
#include "core/watch/values/probe.h"
#include "core/watch/values/timeunit.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

class JsonFields;
struct Reading;

WallTime serverNow(const ServerTime &time, Instant at);
// The present time by the server's clock, computed from the time that it told last.
WallTime serverNow(const ServerTime &time);

// The limit and window of a limiter, which only its application knows, unless a rule or the format
// says them.
struct LimitBounds
{
    std::optional<double> limit;
    std::optional<Milliseconds> window;

    friend bool operator==(const LimitBounds &, const LimitBounds &) = default;
};

// The name of a related key: "$key:exp", "redisson_lock_queue:$tag", "$base.timestamp". $base: the
// key without the format's suffix. $tag: as Redisson writes it, {key}, or the key where it has a
// brace already.
class KeyTemplate
{
public:
    KeyTemplate() = default;
    KeyTemplate(QByteArray pattern, QByteArray suffix);

    [[nodiscard]] bool isEmpty() const { return m_pattern.isEmpty(); }
    [[nodiscard]] QByteArray operator()(const QByteArray &key) const;

private:
    QByteArray m_pattern;
    QByteArray m_suffix;
};

// The input of Reader::read().
struct ReadContext
{
    const QByteArray &key;
    std::span<const Reply> replies; // to its own commands, in order; none of them missing
    Ttl ttl; // of the key; it exists
    Instant observed; // for when it is read: when the replies came, or a moment after that
    WallTime now; // the server's, when observed
    const LimitBounds &bounds;
    Instant repliedAt; // when the replies came

    [[nodiscard]] Instant instantOf(WallTime time) const
    {
        return observed + std::chrono::duration_cast<Instant::duration>(time - now);
    }
};

// How many leases of an object are in use, and when the first of these end by themselves.
struct LeaseEnds
{
    qint64 inUse = 0;
    std::vector<Instant> first; // the earliest one first
    bool areAll = false; // the others, if there are any, never end
};

// One way to read an object and to understand what comes back: what the formats in
// resources/formats choose by name. The commands never name more than some kilobytes or a few
// hundred elements. Immutable.
class Reader
{
public:
    virtual ~Reader() = default;

    // The commands that read the object, without PTTL, which the format appends.
    [[nodiscard]] virtual std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &bounds, WallTime now) const = 0;
    // Understands the replies. Fills everything but ttl. Nothing if they are not those of an object
    // of this kind.
    [[nodiscard]] virtual std::optional<Reading> read(const ReadContext &context) const = 0;
    // The commands that tell LeaseEnds. None for an object whose leases are all read, or that does
    // not tell when they end.
    [[nodiscard]] virtual std::vector<Command> leaseEndCommands(
        const QByteArray & /*key*/, WallTime /*now*/) const
    {
        return {};
    }
    // Understands the replies to these. Nothing if they are not those of an object of this kind.
    [[nodiscard]] virtual std::optional<LeaseEnds> readLeaseEnds(
        const ReadContext & /*context*/) const
    {
        return {};
    }
    // Whether what is used decreases as time passes without any write, at moments that a reading
    // does not tell.
    [[nodiscard]] virtual bool fallsByItself() const { return false; }
    // Whether an empty reply to the first command means that the key is gone, because the value of
    // such an object is never empty.
    [[nodiscard]] virtual bool emptyIsGone() const { return true; }
};
using ReaderPtr = std::shared_ptr<const Reader>;

// fields: the "reader" object of a format; its field "name" chooses the reader. suffix: for $base.
ReaderPtr makeReader(JsonFields &fields, const QByteArray &suffix);

} // namespace lockstep
