// Part of readers.h. The reader of an object that is spread over several keys: what is used, what
// is left, the limit, the window and the waiters each come from a key of their own. From two of
// used, left and limit the third follows; "stored" are all leases that "left" does not count, those
// included that are over. Used and left have to be numbers, or absent; the others may be anything
// and then tell nothing.

#include "core/watch/readers/readers.h"
#include "core/watch/values/jsonfields.h"
#include "core/watch/values/number.h"
#include "core/watch/values/reading.h"
#include "core/watch/values/token.h"

#include <algorithm>
#include <array>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

// One number and where it is.
struct Quantity
{
    enum class From : quint8 { Number, Field, ListLength, SetSize, ZsetSize, ZsetFuture, HashSize };
    From from = From::Number;
    KeyTemplate key;
    QByteArray field;
    TimeUnit unit = TimeUnit::Second;

    [[nodiscard]] Command command(const QByteArray &primary, WallTime now) const
    {
        const QByteArray name = key(primary);
        switch (from) {
        case From::Number:
            return Command{"GETRANGE", name, "0", "63"};
        case From::Field:
            return Command{"HMGET", name, field};
        case From::ListLength:
            return Command{"LLEN", name};
        case From::SetSize:
            return Command{"SCARD", name};
        case From::ZsetSize:
            return Command{"ZCARD", name};
        case From::HashSize:
            return Command{"HLEN", name};
        case From::ZsetFuture:
            return Command{
                "ZCOUNT", name, '(' + QByteArray::number(numberFrom(now, unit), 'f', 3), "+inf"};
        }
        return {};
    }

    // isZeroIfAbsent: a counter whose key does not exist has counted nothing.
    [[nodiscard]] static std::optional<double> number(const Reply &reply, bool isZeroIfAbsent)
    {
        if (isZeroIfAbsent && (reply.isNil() || (reply.isText() && reply.text.isEmpty())))
            return 0;
        if (reply.isInteger())
            return double(reply.integer);
        if (reply.isArray() && reply.elements.size() == 1)
            return decimalFrom(reply.elements.front().text);
        return reply.isText() ? decimalFrom(reply.text) : std::nullopt;
    }
};

std::optional<Quantity> quantity(JsonFields &reader, const char *name, const QByteArray &suffix)
{
    const auto object = reader.object(name);
    if (!object)
        return std::nullopt;
    JsonFields fields(*object, reader.place() + u", "_s + QString::fromLatin1(name));
    Quantity result;
    result.from = static_cast<Quantity::From>(fields.choice("from",
        {u"number"_s, u"hash field"_s, u"list length"_s, u"set size"_s, u"sorted set size"_s,
            u"sorted set future"_s, u"hash size"_s},
        false));
    result.key = KeyTemplate(fields.bytesOr("key", "$key"), suffix);
    result.field = fields.bytesOr("field", {});
    result.unit = static_cast<TimeUnit>(fields.choice("unit", timeUnitNames()));
    if ((result.from == Quantity::From::Field) == result.field.isEmpty())
        fields.fail("field", u"the name of a field, only for \"hash field\""_s);
    if (const auto done = fields.finish(); !done)
        reader.fail(done.error());
    return result;
}

class QuantitiesReader : public Reader
{
public:
    QuantitiesReader(JsonFields &fields, const QByteArray &suffix)
        : m_parts{quantity(fields, "used", suffix), quantity(fields, "left", suffix),
            quantity(fields, "stored", suffix), quantity(fields, "limit", suffix),
            quantity(fields, "windowMs", suffix), quantity(fields, "windowEnds", suffix),
            quantity(fields, "waiters", suffix)}
        , m_hasHolder(fields.flag("hasHolder"))
    {
        if (!m_parts[Used] && !m_parts[Left])
            fields.fail("used", u"\"used\" or \"left\""_s);
    }

    bool fallsByItself() const override
    {
        return std::any_of(m_parts.begin(), m_parts.end(),
            [](const auto &part) { return part && part->from == Quantity::From::ZsetFuture; });
    }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime now) const override
    {
        std::vector<Command> all;
        for (const auto &part : m_parts) {
            if (part)
                all.push_back(part->command(key, now));
        }
        return all;
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        std::array<std::optional<double>, Parts> numbers;
        size_t reply = 0;
        for (size_t part = 0; part < Parts; ++part) {
            if (m_parts[part])
                numbers[part] = Quantity::number(context.replies[reply++], part <= Left);
        }
        if (!numbers[m_parts[Used] ? Used : Left] || (m_parts[Left] && !numbers[Left]))
            return std::nullopt;
        Reading reading;
        reading.value = numbers[Used];
        reading.remaining = numbers[Left];
        reading.limit = context.bounds.limit ? context.bounds.limit : numbers[Limit];
        if (numbers[Stored]
            && numbers[Left]) { // leases that are over are free, although nobody has swept them
            reading.limit = *numbers[Left] + *numbers[Stored];
            reading.remaining = *reading.limit - numbers[Used].value_or(*numbers[Stored]);
        }
        if (!reading.limit && reading.value && reading.remaining)
            reading.limit = *reading.value + *reading.remaining;
        if (!reading.value && reading.limit)
            reading.value = *reading.limit - *reading.remaining;
        if (numbers[WindowMs])
            reading.window = windowFrom(*numbers[WindowMs]);
        if (numbers[WindowEnds])
            reading.resetsAt =
                context.instantOf(timeFrom(*numbers[WindowEnds], m_parts[WindowEnds]->unit));
        if (numbers[Waiters])
            reading.waiters = int(std::clamp(*numbers[Waiters], 0.0, 1e9));
        if (m_hasHolder && reading.value.value_or(0) > 0)
            reading.holder = Holder{};
        return reading;
    }

    bool emptyIsGone() const override { return false; }

private:
    enum Part : size_t { Used, Left, Stored, Limit, WindowMs, WindowEnds, Waiters, Parts };

    std::array<std::optional<Quantity>, Parts> m_parts;
    bool m_hasHolder; // a semaphore: somebody holds it, we cannot tell who
};

} // namespace

std::span<const ReaderEntry> quantityReaders()
{
    static constexpr ReaderEntry entries[] = {
        {"quantities", makeReaderOf<QuantitiesReader>},
    };
    return entries;
}

} // namespace lockstep
