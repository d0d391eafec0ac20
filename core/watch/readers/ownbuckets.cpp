// Part of readers.h. The readers of those limits of core/coordination that keep two or three
// numbers in one string. Neither the limit nor the window is among them, but the key's deadline is
// exact: it is the moment at which nothing counts any more. From it, and from when the numbers were
// written, follows what has run out since.
//
// A token bucket and a leaky one are written alike, what is left and what is used, and nothing in
// the key says which it is: without a word of it in the name, only the deadline is shown.

#include "core/watch/readers/readers.h"
#include "core/watch/values/jsonfields.h"
#include "core/watch/values/number.h"
#include "core/watch/values/reading.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

using Seconds = std::chrono::duration<double>;

double secondsBetween(WallTime from, WallTime to)
{
    return Seconds(to - from).count();
}

template <size_t Count> std::optional<std::array<double, Count>> numbersIn(const Reply &reply)
{
    const auto words = reply.text.split(' ');
    if (!reply.isText() || words.size() != Count)
        return std::nullopt;
    std::array<double, Count> numbers{};
    for (size_t i = 0; i < Count; ++i) {
        const auto number = decimalFrom(words[qsizetype(i)]);
        if (!number)
            return std::nullopt;
        numbers[i] = *number;
    }
    return numbers;
}

std::optional<WallTime> deadlineOf(const ReadContext &context)
{
    const auto left = context.ttl.remaining(context.observed);
    return left ? std::optional(context.now + *left) : std::nullopt;
}

// "<tokens or level> <time in µs>"; at the deadline the bucket is full, or empty, again. What is
// missing until then shrinks steadily.
class BucketAndTimeReader : public Reader
{
public:
    explicit BucketAndTimeReader(JsonFields &fields)
        : m_counts(static_cast<Counts>(fields.choice("counts", {u"either"_s, u"up"_s, u"down"_s})))
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
        const auto stored = numbersIn<2>(context.replies.front());
        if (!stored)
            return std::nullopt;
        const auto [amount, at] = *stored;
        const double share = shareLeft(context, timeFrom(at, TimeUnit::Microsecond));
        Reading reading;
        if (m_counts == Counts::Up) {
            reading.value = amount * share;
        } else if (m_counts == Counts::Down && context.bounds.limit) {
            const double limit = *context.bounds.limit;
            reading.value = std::max(0.0, limit - amount) * share;
            reading.remaining = limit - *reading.value;
        } else if (m_counts == Counts::Down) {
            reading.remaining = amount; // of the last call
        }
        return reading;
    }

private:
    enum class Counts : quint8 { Either, Up, Down };

    // Which part is left of the time from the last call until the bucket is as it was at first. 1
    // if it has no deadline or its deadline has passed at the call.
    static double shareLeft(const ReadContext &context, WallTime at)
    {
        const auto deadline = deadlineOf(context);
        if (!deadline || *deadline <= at)
            return 1;
        return std::clamp(
            secondsBetween(context.now, *deadline) / secondsBetween(at, *deadline), 0.0, 1.0);
    }

    Counts m_counts;
};

// "<start in µs> <count> <count before>": windows by the clock, so the start is a multiple of the
// window, and the key ends one window after that, or two if anything was counted. That gives the
// window to the millisecond.
class TwoWindowsReader : public Reader
{
public:
    bool fallsByItself() const override { return true; }
    std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command{"GETRANGE", key, "0", "63"}};
    }

    std::optional<Reading> read(const ReadContext &context) const override
    {
        const auto stored = numbersIn<3>(context.replies.front());
        if (!stored)
            return std::nullopt;
        const auto [start, current, previous] = *stored;
        Reading reading;
        reading.window = context.bounds.window;
        if (!reading.window)
            reading.window = windowOf(context, start, current > 0 ? 2 : 1);
        if (!reading.window)
            return reading;
        const double age = secondsBetween(timeFrom(start, TimeUnit::Microsecond), context.now)
            / Seconds(*reading.window).count(); // in windows
        if (age < 1)
            reading.value = current + previous * (1 - std::max(0.0, age));
        else
            reading.value = current * std::max(0.0, 2 - age);
        reading.valueIsEstimate = true;
        return reading;
    }

private:
    static constexpr qint64 mostOff = 50; // ms, by which the deadline is known here

    static std::optional<Milliseconds> windowOf(
        const ReadContext &context, double start, int windowsUntilDeadline)
    {
        const auto deadline = deadlineOf(context);
        if (!deadline)
            return std::nullopt;
        const double span =
            secondsBetween(timeFrom(start, TimeUnit::Microsecond), *deadline) * 1000;
        const auto about = qint64(std::round(span / windowsUntilDeadline));
        const qint64 off = std::clamp<qint64>(about / 100, 2, mostOff);
        for (qint64 step = 0; step <= off; ++step) {
            for (const qint64 window : {about - step, about + step}) {
                if (window > 0 && qint64(start) % (window * 1000) == 0)
                    return Milliseconds(window);
            }
        }
        return std::nullopt;
    }
};

} // namespace

std::span<const ReaderEntry> ownBucketReaders()
{
    static constexpr ReaderEntry entries[] = {
        {"bucket and time", makeReaderOf<BucketAndTimeReader>},
        {"two windows", makeReaderOf<TwoWindowsReader>},
    };
    return entries;
}

} // namespace lockstep
