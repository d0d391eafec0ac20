// Part of readers.h. The readers of locks that are one key. A hash is read with one step of HSCAN:
// a lock has a handful of fields, and a hash that has grown larger than any lock must not be
// transferred.

#include "core/watch/readers/readers.h"
#include "core/watch/values/jsonfields.h"
#include "core/watch/values/number.h"
#include "core/watch/values/reading.h"
#include "core/watch/values/token.h"

#include <algorithm>

namespace lockstep {

namespace {

const QStringList tokenDecodings{QStringLiteral("any"), QStringLiteral("uniqid"),
    QStringLiteral("host and process"), QStringLiteral("ticks"), QStringLiteral("none")};

TokenShape shapeOfDecoding(int decoding)
{
    constexpr TokenShape shapes[] = {TokenShape::None, TokenShape::Uniqid,
        TokenShape::HostAndProcess, TokenShape::Ticks, TokenShape::Hex32};
    return shapes[decoding];
}

// How many stand in a queue. Nothing: nobody, or it is no list.
// An empty queue tells nothing: who waits may listen to a channel instead.
void takeQueue(Reading &reading, const Reply &length)
{
    if (!length.isInteger() || length.integer <= 0)
        return;
    reading.waiters = int(std::min<qint64>(length.integer, 1'000'000'000));
    reading.waitersAreQueued = true;
}

// SET key token NX PX lease.
class TokenLockReader : public Reader
{
public:
    TokenLockReader(JsonFields &fields, const QByteArray &suffix)
        : m_shape(shapeOfDecoding(fields.choice("decode", tokenDecodings)))
        , m_mayBeEmpty(fields.flag("mayBeEmpty"))
        , m_numberIsShared(fields.flag("numberIsShared"))
        , m_skip(int(fields.positive("labelAfter").value_or(0)))
        , m_valueIsDeadline(fields.has("deadlineUnit"))
        , m_deadlineUnit(static_cast<TimeUnit>(fields.choice("deadlineUnit", timeUnitNames())))
        , m_valueIsSince(fields.has("sinceUnit"))
        , m_sinceUnit(static_cast<TimeUnit>(fields.choice("sinceUnit", timeUnitNames())))
        , m_queue(fields.bytesOr("queue", {}), suffix)
    {
    }

    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        static const QByteArray last = QByteArray::number(Holder::mostToken - 1);
        std::vector<Command> all{Command{"GETRANGE", key, "0", last}};
        if (!m_queue.isEmpty())
            all.push_back(Command{"LLEN", m_queue(key)});
        return all;
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const Reply &reply = context.replies.front();
        if (!reply.isText())
            return std::nullopt;
        Reading reading;
        reading.value = 1;
        if (m_valueIsDeadline)
            return untilDeadline(context, reply.text);
        if (m_valueIsSince)
            return heldSince(reply.text);
        reading.holder = holderFromToken(reply.text, m_shape, context.now);
        reading.tokenIsTime = m_shape == TokenShape::None && isPresentTime(reply.text, context.now);
        if (m_skip > 0 && reply.text.size() > m_skip)
            reading.holder->process = QString::fromUtf8(reply.text.mid(m_skip));
        if (m_numberIsShared) {
            if (const auto shared = integerFrom(reply.text))
                reading.value = double(*shared);
        }
        if (!m_queue.isEmpty())
            takeQueue(reading, context.replies[1]);
        return reading;
    }

    bool emptyIsGone() const override { return !m_mayBeEmpty; }

private:
    // The value is when the lock ends, whatever the TTL says; past it anybody may take it.
    std::optional<Reading> untilDeadline(const ReadContext &context, const QByteArray &text) const
    {
        const auto number = decimalFrom(text);
        if (!number)
            return std::nullopt;
        const WallTime deadline = timeFrom(*number, m_deadlineUnit);
        Reading reading;
        reading.resetsAt = context.instantOf(deadline);
        reading.value = deadline > context.now ? 1 : 0;
        if (deadline > context.now)
            reading.holder = holderFromToken(text, TokenShape::EpochSeconds);
        return reading;
    }

    // The value is when it was taken; by whom is not told.
    std::optional<Reading> heldSince(const QByteArray &text) const
    {
        const auto number = decimalFrom(text);
        if (!number)
            return std::nullopt;
        Holder holder;
        holder.since = timeFrom(*number, m_sinceUnit);
        Reading reading;
        reading.value = 1;
        reading.holder = std::move(holder);
        return reading;
    }

    TokenShape m_shape;
    bool m_mayBeEmpty;
    bool m_numberIsShared; // a number of shared holds instead of a token
    int m_skip; // bytes of the token, behind which the caller's own words begin
    bool m_valueIsDeadline;
    TimeUnit m_deadlineUnit;
    bool m_valueIsSince;
    TimeUnit m_sinceUnit;
    KeyTemplate m_queue; // as of a hash lock
};

using Fields = std::vector<std::pair<QByteArray, QByteArray>>;

Command scanOf(const QByteArray &key)
{
    return Command{"HSCAN", key, "0", "COUNT", "64"};
}

// The fields of one HSCAN step, and whether there are more.
struct Scanned
{
    Fields fields;
    bool isComplete = false;
};

std::optional<Scanned> scanned(const Reply &reply)
{
    if (!reply.isArray() || reply.elements.size() != 2 || !reply.elements[1].isArray())
        return std::nullopt;
    const std::vector<Reply> &flat = reply.elements[1].elements;
    if (flat.size() % 2 != 0 || !reply.elements[0].isText())
        return std::nullopt;
    Scanned result;
    result.isComplete = reply.elements[0].text == "0";
    for (size_t i = 0; i < flat.size(); i += 2)
        result.fields.emplace_back(
            flat[i].text.left(Holder::mostToken), flat[i + 1].text.left(256));
    return result;
}

// Readers who share a lock hold it side by side. Nothing: it is one alone.
CowOptional<Permits> severalHolders(const Fields &fields, WallTime now)
{
    if (fields.size() < 2)
        return {};
    Permits permits;
    for (const auto &[token, value] : fields) {
        permits.push_back({holderFromToken(token, TokenShape::None, now), 0, {}});
        permits.back().holder.token = token;
    }
    return permits;
}

// The fields that count how often somebody holds it.
Fields counted(Fields fields)
{
    std::erase_if(fields, [](const auto &field) { return !integerFrom(field.second); });
    return fields;
}

// Field: the holder; value: how often it holds, or since when ("values": "since", in seconds). The
// scripts of these libraries look at the holder's own field and nothing else, so a field that
// somebody has added does not end a hold. "waitsEnd": a sorted set of who waits, by when they will
// have given up; a client that crashed stays in it, and in the queue beside it, until another
// comes.
class HashLockReader : public Reader
{
public:
    HashLockReader(JsonFields &fields, const QByteArray &suffix)
        : m_valuesAreTimes(
            fields.choice("values", {QStringLiteral("count"), QStringLiteral("since")}) == 1)
        , m_waitsEnd(fields.bytesOr("waitsEnd", {}), suffix)
    {
    }

    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime now) const override
    {
        if (m_waitsEnd.isEmpty())
            return {scanOf(key)};
        return {scanOf(key),
            Command{"ZCOUNT", m_waitsEnd(key), '(' + scoreOf(now, TimeUnit::Millisecond), "+inf"}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const auto hash = scanned(context.replies.front());
        if (!hash || !hash->isComplete)
            return std::nullopt;
        const Fields holders = m_valuesAreTimes ? hash->fields : counted(hash->fields);
        if (holders.empty())
            return std::nullopt;
        const auto &[field, value] = holders.front();
        Reading reading;
        reading.holder = holderFromToken(field, TokenShape::None, context.now);
        reading.permits = severalHolders(holders, context.now);
        reading.setRaw(field + ' ' + value);
        if (m_valuesAreTimes) {
            reading.value = double(holders.size());
            if (const auto since = decimalFrom(value))
                reading.holder->since = timeFrom(*since, TimeUnit::Second);
        } else {
            double holds = 0;
            for (const auto &[holder, count] : holders)
                holds += double(*integerFrom(count));
            reading.value = holds;
        }
        if (!m_waitsEnd.isEmpty())
            takeQueue(reading, context.replies[1]);
        return reading;
    }

private:
    bool m_valuesAreTimes;
    KeyTemplate m_waitsEnd;
};

// Reads Redisson's read-write lock: a field "mode", and one field for each holder.
class ReadWriteLockReader : public Reader
{
public:
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {scanOf(key)};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const auto hash = scanned(context.replies.front());
        if (!hash)
            return std::nullopt;
        Reading reading;
        QByteArray mode;
        double holds = 0;
        Fields holders;
        for (const auto &[field, value] : hash->fields) {
            if (field == "mode") {
                mode = value;
                continue;
            }
            holders.emplace_back(field, value);
            holds += double(integerFrom(value).value_or(1));
            const bool isWriter = field.endsWith(":write");
            if (reading.holder && !isWriter)
                continue;
            reading.holder =
                holderFromToken(isWriter ? field.chopped(6) : field, TokenShape::None, context.now);
            reading.holder->token = field;
        }
        if (mode != "read" && mode != "write")
            return std::nullopt;
        reading.value = holds;
        reading.permits = severalHolders(holders, context.now);
        reading.setRaw("mode " + mode);
        return reading;
    }
};

} // namespace

std::span<const ReaderEntry> lockReaders()
{
    static constexpr ReaderEntry entries[] = {
        {"token lock", makeReaderOf<TokenLockReader>},
        {"hash lock", makeReaderOf<HashLockReader>},
        {"read-write lock", makeReaderOf<ReadWriteLockReader>},
    };
    return entries;
}

} // namespace lockstep
