#pragma once

#include "core/redis/values/command.h"
#include "core/redis/values/reply.h"
#include "core/watch/readers/reader.h"
#include "core/watch/values/probe.h"
#include "core/watch/values/reading.h"

#include <QSharedData>
#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

struct FormatData;

// What has to be asked to read one object: one command for each part, PTTL included, none of which
// can be large. All keys named are watched.
struct ReadPlan
{
    std::vector<Command>
        commands; // the key is words()[1] (OBJECT, MEMORY and PUBSUB are not used here)
};

// One key format of one library: how an object of it is read. Immutable, shared by all objects.
class Format : public QSharedData
{
public:
    // data: as a file of resources/formats describes it. ruled: what a rule says of limit and
    // window; where it is silent, data counts.
    explicit Format(std::shared_ptr<const FormatData> data, const LimitBounds &ruled = {});

    [[nodiscard]] const QString &id() const; // "redisson-rlock"
    [[nodiscard]] const QString &library() const; // "Redisson"; empty for a bare shape
    [[nodiscard]] Family family() const;
    // Says what the object is, such as "fixed window" or "lock"; of a counter it says "string",
    // "set", "sorted set", "bitmap" or "HyperLogLog".
    [[nodiscard]] const QString &kind() const;
    [[nodiscard]] bool countsPresence() const; // belongs into "users online"
    // Whether it is no problem that there is no TTL: it is normal for this library, or this is a
    // semaphore whose leases end by themselves.
    [[nodiscard]] bool persistentIsNormal() const;
    // Whether the lock is meant to be held for ever, such as a leader's or scheduler's. It is then
    // never suspected to be an orphan.
    [[nodiscard]] bool heldForever() const;
    // Whether the limiter's counter never exceeds its limit, so that the largest value seen is a
    // lower bound of the limit.
    [[nodiscard]] bool stopsAtLimit() const;

    // Whether what is used of the limit decreases without any write, step by step or steadily.
    [[nodiscard]] bool fallsByItself() const;
    // Whether the replies to a plan also tell what is so later if nobody writes until then. They do
    // not where the server is asked about the present moment.
    [[nodiscard]] bool repliesTellLater() const { return m_repliesTellLater; }

    // Returns an empty plan for a format without a reader, whose objects are never read.
    [[nodiscard]] ReadPlan plan(const QByteArray &key, const ServerTime &time) const;
    // replies: one for each command of the plan, error replies included. observed: when PTTL was
    // taken. Nothing: the object does not have this format (any more), or holds another type. A
    // missing key gives a Reading whose ttl is missing.
    [[nodiscard]] std::optional<Reading> read(const QByteArray &key, std::span<const Reply> replies,
        Instant observed, const ServerTime &time) const
    {
        return readLater(key, replies, observed, observed, time);
    }
    // What the same replies say of a later moment, at which the key exists still and was not
    // written. Only if repliesTellLater().
    [[nodiscard]] std::optional<Reading> readLater(const QByteArray &key,
        std::span<const Reply> replies, Instant repliedAt, Instant later,
        const ServerTime &time) const;
    // The commands that tell when leases end that were not read; empty if there can be none.
    [[nodiscard]] std::vector<Command> leaseEndCommands(
        const QByteArray &key, const ServerTime &time) const;
    // replies: one for each of these commands, none of them an error. Nothing: the object does not
    // have this format any more.
    [[nodiscard]] std::optional<LeaseEnds> readLeaseEnds(const QByteArray &key,
        std::span<const Reply> replies, Instant observed, const ServerTime &time) const;
    // The channel to which clients that wait for the lock subscribe, so that PUBSUB NUMSUB counts
    // them; empty if there is none.
    [[nodiscard]] QByteArray waitersChannel(const QByteArray &key) const;

private:
    std::shared_ptr<const FormatData> m_data;
    LimitBounds m_ruled; // by a rule; takes precedence over what an object says
    LimitBounds m_bounds; // by the rule, or by the format where the rule says nothing
    bool m_repliesTellLater = false;
};
using FormatPtr = QExplicitlySharedDataPointer<const Format>;

} // namespace lockstep
