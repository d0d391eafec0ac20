// Part of readers.h. The readers of objects whose value is one number: the string itself, or the
// number of elements.

#include "core/watch/readers/keywindow.h"
#include "core/watch/readers/readers.h"
#include "core/watch/values/hyperloglog.h"
#include "core/watch/values/jsonfields.h"
#include "core/watch/values/number.h"
#include "core/watch/values/reading.h"

namespace lockstep {

namespace {

constexpr int bitmapBytes = 16 * 1024 * 1024; // 128 million users; takes Redis some milliseconds
constexpr qint64 maxSafeInteger =
    9007199254740991; // 2^53-1: BullMQ writes it when it is limited by hand

// A number in a string: a counter, what a window has used, or what is left of it ("counts":
// "down").
class NumberReader : public Reader
{
public:
    explicit NumberReader(JsonFields &fields)
        : m_isRemaining(
            fields.choice("counts", {QStringLiteral("up"), QStringLiteral("down")}) == 1)
        , m_hasManualLimit(fields.flag("maxSafeIntegerIsManual"))
        , m_window(static_cast<KeyWindowKind>(fields.choice("window", keyWindowNames())))
    {
    }

    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command{"GETRANGE", key, "0", "255"}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const Reply &reply = context.replies.front();
        const auto number = reply.isText() ? decimalFrom(reply.text) : std::nullopt;
        const auto inName =
            keyWindow(m_window, context.key, context.now, context.ttl.remaining(context.observed));
        if (!number)
            return std::nullopt;
        Reading reading;
        if (inName) {
            reading.limit = inName->limit;
            reading.window = inName->window;
            if (inName->ends) {
                reading.resetsAt = context.instantOf(*inName->ends);
                reading.isOver = *inName->ends <= context.now;
            }
        }
        if (m_hasManualLimit && *number >= double(maxSafeInteger)) {
            reading.value = 1; // one of one: closed, until the TTL ends
            reading.limit = 1;
        } else if (!m_isRemaining) {
            reading.value = *number;
        } else {
            reading.remaining = *number;
            if (context.bounds.limit)
                reading.value = *context.bounds.limit - *number;
        }
        return reading;
    }

private:
    bool m_isRemaining;
    bool m_hasManualLimit;
    KeyWindowKind m_window;
};

// SCARD, ZCARD, LLEN or HLEN, whatever the key holds.
class SizeReader : public Reader
{
public:
    explicit SizeReader(JsonFields &fields)
        : m_command(fields.textOr("command", QStringLiteral("SCARD")).toLatin1())
    {
        if (!QByteArrayList{"SCARD", "ZCARD", "LLEN", "HLEN"}.contains(m_command))
            fields.fail("command", QStringLiteral("SCARD, ZCARD, LLEN or HLEN"));
    }

    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command{m_command, key}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const Reply &size = context.replies.front();
        if (!size.isInteger())
            return std::nullopt;
        Reading reading;
        reading.value = double(size.integer);
        return reading;
    }

private:
    QByteArray m_command;
};

class BitmapReader : public Reader
{
public:
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command{"BITCOUNT", key, "0", QByteArray::number(bitmapBytes - 1)},
            Command{"STRLEN", key}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const Reply &bits = context.replies[0];
        const Reply &bytes = context.replies[1];
        if (!bits.isInteger() || !bytes.isInteger())
            return std::nullopt;
        Reading reading;
        reading.value = double(bits.integer);
        reading.valueIsEstimate = bytes.integer > bitmapBytes;
        return reading;
    }
};

class HyperLogLogReader : public Reader
{
public:
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command{"GETRANGE", key, "0", QByteArray::number(hyperLogLogBytes - 1)}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const Reply &bytes = context.replies.front();
        const auto estimate = bytes.isText() ? hyperLogLogEstimate(bytes.text) : std::nullopt;
        if (!estimate)
            return std::nullopt;
        Reading reading;
        reading.value = double(*estimate);
        reading.valueIsEstimate = true;
        reading.setRaw(bytes.text.left(16)); // the header; the registers say nothing to a person
        return reading;
    }
};

} // namespace

std::span<const ReaderEntry> countReaders()
{
    static constexpr ReaderEntry entries[] = {
        {"number", makeReaderOf<NumberReader>},
        {"size", makeReaderOf<SizeReader>},
        {"bitmap", makeReaderOf<BitmapReader>},
        {"hyperloglog", makeReaderOf<HyperLogLogReader>},
    };
    return entries;
}

} // namespace lockstep
