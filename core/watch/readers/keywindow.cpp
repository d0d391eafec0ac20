// A limiter that puts floor(now / window) into its key does not tell the window, but it can be
// found: of the windows that people use, only one gives that number now. The previous window's key
// still exists in sliding windows, and clocks differ a little, so the number before is accepted as
// well, and the one after.

#include "core/watch/readers/keywindow.h"

#include "core/watch/values/number.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

struct Unit
{
    const char *name;
    milliseconds length;
};
constexpr std::array<Unit, 6> units{{
    {"second", seconds(1)},
    {"minute", minutes(1)},
    {"hour", hours(1)},
    {"day", hours(24)},
    {"month", hours(24 * 30)},
    {"year", hours(24 * 365)},
}};

constexpr std::array<milliseconds, 24> roundWindows{{
    seconds(1),
    seconds(2),
    seconds(5),
    seconds(10),
    seconds(15),
    seconds(20),
    seconds(30),
    minutes(1),
    minutes(2),
    minutes(3),
    minutes(5),
    minutes(10),
    minutes(15),
    minutes(20),
    minutes(30),
    hours(1),
    hours(2),
    hours(3),
    hours(4),
    hours(6),
    hours(8),
    hours(12),
    hours(24),
    hours(24 * 7),
}};

std::optional<milliseconds> unitLength(QByteArrayView name)
{
    for (const Unit &unit : units) {
        if (name == QByteArrayView(unit.name))
            return unit.length;
    }
    return std::nullopt;
}

bool isSeparator(char c)
{
    return c == ':' || c == '/' || c == '_' || c == '-' || c == '.' || c == '@' || c == '|'
        || c == '{' || c == '}';
}

// The last part of the name, which it loses together with the separator.
QByteArrayView takeLast(QByteArrayView &name)
{
    qsizetype at = name.size();
    while (at > 0 && !isSeparator(name[at - 1]))
        --at;
    const QByteArrayView part = name.sliced(at);
    name = name.first(std::max<qsizetype>(0, at - 1));
    return part;
}

std::optional<KeyWindow> amountAndUnit(QByteArrayView name)
{
    if (name.endsWith('}'))
        name.chop(1);
    const auto unit = unitLength(takeLast(name));
    const auto multiples = integerFrom(takeLast(name));
    const auto amount = integerFrom(takeLast(name));
    if (!unit || !multiples || !amount || *amount < 1)
        return std::nullopt;
    const auto window = windowFrom(double(unit->count()) * double(*multiples));
    if (!window)
        return std::nullopt;
    return KeyWindow{double(*amount), window, {}};
}

std::optional<KeyWindow> startAndUnit(QByteArrayView name)
{
    const auto unit = unitLength(takeLast(name));
    for (int parts = 0; unit && parts < 2; ++parts) {
        const auto start = integerFrom(takeLast(name));
        if (start && *start > 1'000'000'000'000 && *start < 6'000'000'000'000) // 2160
            return KeyWindow{{}, *unit, WallTime(milliseconds(*start)) + *unit};
    }
    return std::nullopt;
}

std::optional<KeyWindow> windowOfNumber(qint64 number, double now)
{
    if (number < 1000)
        return std::nullopt;
    for (const milliseconds window : roundWindows) {
        const auto length = double(window.count());
        if (std::abs(std::floor(now / length) - double(number)) <= 1) {
            const auto ends = WallTime(milliseconds((number + 1) * window.count()));
            return KeyWindow{{}, window, ends};
        }
    }
    return std::nullopt;
}

std::optional<KeyWindow> numberInName(QByteArrayView name, WallTime now)
{
    const double milli = numberFrom(now, TimeUnit::Millisecond);
    while (!name.isEmpty()) {
        const auto number = integerFrom(takeLast(name));
        if (!number)
            continue;
        if (const auto found = windowOfNumber(*number, milli))
            return found;
    }
    return std::nullopt;
}

// A second of the last year in the last part of the name.
std::optional<qint64> secondInName(QByteArrayView name, WallTime now)
{
    const auto start = integerFrom(takeLast(name));
    const double age = start ? numberFrom(now, TimeUnit::Second) - double(*start) : 0;
    return start && age > -5 && age < 366.0 * 86400 ? start : std::nullopt;
}

// Envoy: the longest of its units that can begin at this second and that the TTL, which it re-arms
// with a jitter added, has room for.
std::optional<KeyWindow> startSecond(
    QByteArrayView name, WallTime now, std::optional<milliseconds> ttl)
{
    const auto start = secondInName(name, now);
    if (!start || !ttl)
        return std::nullopt;
    const WallTime began{seconds(*start)};
    milliseconds window = seconds(1);
    for (const seconds unit : {seconds(60), seconds(3600), seconds(86400), seconds(604800)}) {
        if (*start % unit.count() == 0 && now - began + *ttl >= unit - seconds(1))
            window = unit;
    }
    return KeyWindow{{}, window, began + window};
}

std::optional<KeyWindow> second(QByteArrayView name, WallTime now)
{
    const auto start = secondInName(name, now);
    if (!start)
        return std::nullopt;
    return KeyWindow{{}, seconds(1), WallTime(seconds(*start + 1))};
}

std::optional<KeyWindow> ticks(QByteArrayView name)
{
    const auto number = integerFrom(takeLast(name));
    if (!number || *number < 630'000'000'000'000'000)
        return std::nullopt;
    return KeyWindow{};
}

} // namespace

QStringList keyWindowNames()
{
    return {QStringLiteral("none"), QStringLiteral("amount and unit"),
        QStringLiteral("start and unit"), QStringLiteral("number"), QStringLiteral("start second"),
        QStringLiteral("second"), QStringLiteral("ticks")};
}

std::optional<KeyWindow> keyWindow(
    KeyWindowKind kind, QByteArrayView key, WallTime now, std::optional<milliseconds> ttl)
{
    switch (kind) {
    case KeyWindowKind::None:
        return KeyWindow{};
    case KeyWindowKind::AmountAndUnit:
        return amountAndUnit(key);
    case KeyWindowKind::StartAndUnit:
        return startAndUnit(key);
    case KeyWindowKind::Number:
        return numberInName(key, now);
    case KeyWindowKind::StartSecond:
        return startSecond(key, now, ttl);
    case KeyWindowKind::Second:
        return second(key, now);
    case KeyWindowKind::Ticks:
        return ticks(key);
    }
    return std::nullopt;
}

} // namespace lockstep
