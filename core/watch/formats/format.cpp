#include "core/watch/formats/format.h"

#include "core/watch/formats/formatdata.h"

#include <algorithm>

namespace lockstep {

Format::Format(std::shared_ptr<const FormatData> data, const LimitBounds &ruled)
    : m_data(std::move(data))
    , m_ruled(ruled)
    , m_bounds(ruled)
{
    if (!m_bounds.limit)
        m_bounds.limit = m_data->bounds.limit;
    if (!m_bounds.window)
        m_bounds.window = m_data->bounds.window;
    if (const auto &reader = m_data->reader) {
        const WallTime early{};
        const WallTime late = early + std::chrono::hours(1);
        m_repliesTellLater =
            reader->commands("key", m_bounds, early) == reader->commands("key", m_bounds, late);
    }
}

const QString &Format::id() const
{
    return m_data->id;
}

const QString &Format::library() const
{
    return m_data->library;
}

Family Format::family() const
{
    return m_data->family;
}

const QString &Format::kind() const
{
    return m_data->kind;
}

bool Format::countsPresence() const
{
    return m_data->countsPresence;
}

bool Format::persistentIsNormal() const
{
    return m_data->persistentIsNormal || (family() == Family::Lock && fallsByItself());
}

bool Format::heldForever() const
{
    return m_data->heldForever;
}

bool Format::stopsAtLimit() const
{
    return m_data->stopsAtLimit;
}

bool Format::fallsByItself() const
{
    return m_data->reader && m_data->reader->fallsByItself();
}

ReadPlan Format::plan(const QByteArray &key, const ServerTime &time) const
{
    if (!m_data->reader)
        return {};
    const WallTime now = serverNow(time);
    ReadPlan plan{m_data->reader->commands(key, m_bounds, now)};
    plan.commands.push_back(Command{"PTTL", key});
    return plan;
}

// Two commands of one plan may see two states of the key if the server serves somebody else in
// between. So an empty string next to a TTL may be a key that was gone for a moment, or one that
// holds an empty string: it has to be looked at anew. Without the permission for PTTL it is one
// that is gone, and an object that has a value has an unknown TTL.
std::optional<Reading> Format::readLater(const QByteArray &key, std::span<const Reply> replies,
    Instant repliedAt, Instant later, const ServerTime &time) const
{
    if (!m_data->reader || replies.size() < 2)
        return std::nullopt;
    const Reply &first = replies.front();
    const Reply &pttl = replies.back();
    if (first.isError() || (!pttl.isInteger() && !pttl.isError()))
        return std::nullopt;
    const bool isEmpty = first.isNil() || (first.isText() && first.text.isEmpty());
    const Ttl ttl = pttl.isInteger() ? Ttl::fromPttl(pttl.integer, repliedAt)
                                     : (isEmpty ? Ttl::missing() : Ttl::unknown());
    if (ttl.isMissing())
        return Reading{};
    if (isEmpty && m_data->reader->emptyIsGone())
        return pttl.isInteger() && ttl.kind() != Ttl::Kind::Unknown ? std::nullopt
                                                                    : std::optional(Reading{});

    const ReadContext context{key, replies.first(replies.size() - 1), ttl, later,
        serverNow(time, later), m_bounds, repliedAt};
    std::optional<Reading> reading = m_data->reader->read(context);
    if (!reading)
        return std::nullopt;
    if (reading->isOver) // nothing counts it any more, though the key outlives its window
        return Reading{};
    reading->ttl = ttl;
    if (m_ruled.limit || !reading->limit)
        reading->limit = m_bounds.limit;
    if (m_ruled.window || !reading->window)
        reading->window = m_bounds.window;
    if (reading->raw().isEmpty() && first.isText())
        reading->setRaw(first.text);
    return reading;
}

std::vector<Command> Format::leaseEndCommands(const QByteArray &key, const ServerTime &time) const
{
    return m_data->reader ? m_data->reader->leaseEndCommands(key, serverNow(time))
                          : std::vector<Command>();
}

std::optional<LeaseEnds> Format::readLeaseEnds(const QByteArray &key,
    std::span<const Reply> replies, Instant observed, const ServerTime &time) const
{
    return m_data->reader->readLeaseEnds(
        {key, replies, Ttl::unknown(), observed, serverNow(time, observed), m_bounds, observed});
}

QByteArray Format::waitersChannel(const QByteArray &key) const
{
    return m_data->waitersChannel.isEmpty() ? QByteArray() : m_data->waitersChannel(key);
}

} // namespace lockstep
