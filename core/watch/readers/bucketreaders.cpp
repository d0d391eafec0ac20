// Part of readers.h. The readers of buckets that fill or leak by themselves. A key holds the state
// at the last call, so it is carried forward to now if capacity and rate are known. If they are
// not, what is stored is shown as it is: GCRA keeps a single number, the moment at which the bucket
// is full again.

#include "core/watch/readers/keywindow.h"
#include "core/watch/readers/readers.h"
#include "core/watch/values/jsonfields.h"
#include "core/watch/values/number.h"
#include "core/watch/values/reading.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

double secondsSince(WallTime then, WallTime now)
{
    return std::max(0.0, std::chrono::duration<double>(now - then).count());
}

WallTime later(WallTime time, double seconds)
{
    return timeFrom(numberFrom(time, TimeUnit::Second) + seconds, TimeUnit::Second);
}

// https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm: the value is the theoretical arrival
// time. Used is what it is ahead of now, in steps of window / limit.
class GcraReader : public Reader
{
public:
    explicit GcraReader(JsonFields &fields)
        : m_unit(static_cast<TimeUnit>(fields.choice("unit", timeUnitNames())))
    {
    }

    bool fallsByItself() const override { return true; }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command{"GETRANGE", key, "0", "63"}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const auto number = decimalFrom(context.replies.front().text);
        if (!number)
            return std::nullopt;
        const WallTime fullAgain = timeFrom(*number, m_unit);
        Reading reading;
        reading.resetsAt = context.instantOf(fullAgain);
        if (context.bounds.limit && context.bounds.window) {
            const double ahead =
                std::max(0.0, -std::chrono::duration<double>(context.now - fullAgain).count());
            const double step = std::chrono::duration<double>(*context.bounds.window).count()
                / *context.bounds.limit;
            // Times are counted in nanoseconds and the steps are fractions, so a whole number of
            // steps may come out a little above it: that is not one more request.
            reading.value = std::ceil(ahead / step - 1e-6);
        }
        return reading;
    }

private:
    TimeUnit m_unit;
};

// A token bucket or a leaky one in the fields of a hash.
class HashFieldsReader : public Reader
{
public:
    explicit HashFieldsReader(JsonFields &fields)
        : m_names{fields.bytesOr("used", {}), fields.bytesOr("left", {}),
            fields.bytesOr("limit", {}), fields.bytesOr("window", {}), fields.bytesOr("start", {}),
            fields.bytesOr("end", {}), fields.bytesOr("at", {})}
        , m_windowUnit(static_cast<TimeUnit>(fields.choice("windowUnit", timeUnitNames())))
        , m_unit(static_cast<TimeUnit>(fields.choice("unit", timeUnitNames())))
        , m_scale(fields.positive("scale").value_or(1))
    {
        if (m_names[Used].isEmpty() == m_names[Left].isEmpty())
            fields.fail("used", u"either \"used\" or \"left\", the name of a field"_s);
    }

    bool fallsByItself() const override { return !m_names[At].isEmpty(); }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        Command command{"HMGET", key};
        for (const QByteArray &name : m_names) {
            if (!name.isEmpty())
                command << name;
        }
        return {command};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const Reply &reply = context.replies.front();
        std::array<std::optional<double>, Parts> numbers;
        size_t element = 0;
        for (size_t part = 0; part < Parts; ++part) {
            if (m_names[part].isEmpty())
                continue;
            if (element >= reply.elements.size())
                return std::nullopt;
            numbers[part] = decimalFrom(reply.elements[element++].text);
        }
        if (!numbers[Used] && !numbers[Left])
            return std::nullopt;
        Reading reading;
        readWindow(context, numbers, reading);
        reading.limit = context.bounds.limit ? context.bounds.limit : numbers[Limit];
        readAmount(context, numbers, reading);
        reading.setRaw((m_names[Used].isEmpty() ? m_names[Left] : m_names[Used]) + ' '
            + reply.elements[0].text.left(64));
        return reading;
    }

private:
    enum Part : size_t { Used, Left, Limit, Window, Start, End, At, Parts };
    using Numbers = std::array<std::optional<double>, Parts>;

    void readWindow(const ReadContext &context, const Numbers &numbers, Reading &reading) const
    {
        double seconds = numbers[Window].value_or(0) / perSecond(m_windowUnit);
        if (numbers[Start] && numbers[End])
            seconds = (*numbers[End] - *numbers[Start]) / perSecond(m_unit);
        reading.window = windowFrom(seconds * 1000);
        if (numbers[End])
            reading.resetsAt = context.instantOf(timeFrom(*numbers[End], m_unit));
        else if (numbers[Start] && reading.window)
            reading.resetsAt =
                context.instantOf(timeFrom(*numbers[Start], m_unit) + *reading.window);
    }

    void readAmount(const ReadContext &context, const Numbers &numbers, Reading &reading) const
    {
        const bool isOver = reading.resetsAt && *reading.resetsAt <= context.observed;
        const auto window = context.bounds.window ? context.bounds.window : reading.window;
        double refilled = 0;
        if (numbers[At] && reading.limit && window) {
            const double rate = *reading.limit / std::chrono::duration<double>(*window).count();
            refilled = secondsSince(timeFrom(*numbers[At], m_unit), context.now) * rate;
        }
        if (numbers[Used]) {
            reading.value = isOver ? 0 : std::max(0.0, *numbers[Used] / m_scale - refilled);
            return;
        }
        double left = *numbers[Left] / m_scale + refilled;
        if (reading.limit) {
            left = isOver ? *reading.limit : std::min(left, *reading.limit);
            reading.value = *reading.limit - left;
        }
        reading.remaining = left;
    }

    std::array<QByteArray, Parts> m_names;
    TimeUnit m_windowUnit;
    TimeUnit m_unit; // of start, end and at
    double m_scale; // APISIX keeps thousandths
};

// Spring Cloud Gateway and those who took its script: tokens left in one key, when in another. The
// TTL is set to a known multiple of the time that filling takes, so with the capacity given the
// rate follows.
class TokensAndTimeReader : public Reader
{
public:
    TokensAndTimeReader(JsonFields &fields, const QByteArray &suffix)
        : m_time(fields.text("time").toUtf8(), suffix)
        , m_unit(static_cast<TimeUnit>(fields.choice("unit", timeUnitNames())))
        , m_ttlPerFill(fields.positive("ttlPerFill").value_or(1))
    {
    }

    bool fallsByItself() const override { return true; }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command{"GETRANGE", key, "0", "63"}, Command{"GETRANGE", m_time(key), "0", "63"}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const auto tokens = decimalFrom(context.replies[0].text);
        const auto stored = decimalFrom(context.replies[1].text);
        if (!tokens)
            return std::nullopt;
        Reading reading;
        reading.remaining = tokens;
        const WallTime at = stored ? timeFrom(*stored, m_unit) : context.now;
        const double elapsed = secondsSince(at, context.now);
        const auto ttl = context.ttl.remaining(context.observed);
        double fill = 0; // seconds
        if (context.bounds.window)
            fill = std::chrono::duration<double>(*context.bounds.window).count();
        else if (ttl && stored)
            fill = std::round(double(ttl->count()) / 1000 + elapsed) / m_ttlPerFill;
        reading.window = windowFrom(fill * 1000);
        if (context.bounds.limit && fill > 0) {
            const double limit = *context.bounds.limit;
            reading.remaining = std::min(limit, *tokens + elapsed * limit / fill);
            reading.resetsAt =
                context.instantOf(later(context.now, (limit - *reading.remaining) / limit * fill));
        } else if (fill > 0) {
            reading.resetsAt = context.instantOf(later(at, fill)); // at the latest
        }
        if (context.bounds.limit)
            reading.value = std::max(0.0, *context.bounds.limit - *reading.remaining);
        return reading;
    }

private:
    KeyTemplate m_time;
    TimeUnit m_unit;
    double m_ttlPerFill;
};

// The "limits" package: the counter of this window and, weighted by what is left of its TTL, that
// of the window before. Limit and window are in the name; the TTL of this window's counter starts
// at two windows.
class SlidingCounterReader : public Reader
{
public:
    SlidingCounterReader(JsonFields &fields, const QByteArray &suffix)
        : m_previous(fields.text("previous").toUtf8(), suffix)
    {
    }

    bool fallsByItself() const override { return true; }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        const QByteArray previous = m_previous(key);
        return {Command{"GETRANGE", key, "0", "63"}, Command{"GETRANGE", previous, "0", "63"},
            Command{"PTTL", previous}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const auto current = decimalFrom(context.replies[0].text);
        const auto inName = keyWindow(KeyWindowKind::AmountAndUnit, context.key, context.now, {});
        if (!current || !inName)
            return std::nullopt;
        const double previous = decimalFrom(context.replies[1].text).value_or(0);
        double left = context.replies[2].isInteger() ? double(context.replies[2].integer) : 0;
        left -=
            std::chrono::duration<double, std::milli>(context.observed - context.repliedAt).count();
        Reading reading;
        reading.limit = inName->limit;
        reading.window = inName->window;
        const double weight = std::clamp(left / double(inName->window->count()), 0.0, 1.0);
        reading.value = *current + std::floor(previous * weight);
        if (const auto deadline = context.ttl.deadline())
            reading.resetsAt = *deadline - *inName->window;
        return reading;
    }

private:
    KeyTemplate m_previous;
};

} // namespace

std::span<const ReaderEntry> bucketReaders()
{
    static constexpr ReaderEntry entries[] = {
        {"gcra", makeReaderOf<GcraReader>},
        {"hash fields", makeReaderOf<HashFieldsReader>},
        {"tokens and time", makeReaderOf<TokensAndTimeReader>},
        {"sliding counter", makeReaderOf<SlidingCounterReader>},
    };
    return entries;
}

} // namespace lockstep
