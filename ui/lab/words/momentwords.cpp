#include "ui/lab/words/momentwords.h"

#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lockstep::wording {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("lockstep::wording", text);
}

constexpr Moment second = 1'000'000'000;

struct Unit
{
    Moment size;
    const char *words;
};

constexpr Unit units[] = {
    {second, QT_TRANSLATE_NOOP("lockstep::wording", "%1 s")},
    {1'000'000, QT_TRANSLATE_NOOP("lockstep::wording", "%1 ms")},
    {1000, QT_TRANSLATE_NOOP("lockstep::wording", "%1 µs")},
    {1, QT_TRANSLATE_NOOP("lockstep::wording", "%1 ns")},
};

const Unit &unitOf(Moment time)
{
    return *std::find_if(std::begin(units), std::end(units) - 1,
        [time](const Unit &unit) { return time >= unit.size; });
}

QString withDecimals(Moment time, const Unit &unit, int places)
{
    return tr(unit.words).arg(QString::number(double(time) / double(unit.size), 'f', places));
}

} // namespace

QString length(Moment time)
{
    if (time == never)
        return QStringLiteral("∞");
    if (time <= 0)
        return QStringLiteral("0");
    if (time >= 60 * second)
        return duration(Milliseconds(time / 1'000'000));
    const Unit &unit = unitOf(time);
    const double value = double(time) / double(unit.size);
    const bool isWhole = std::abs(value - std::round(value)) < 0.0005;
    const int places = unit.size == 1 || value >= 100 || (isWhole && unit.size < second) ? 0 : 1;
    return withDecimals(time, unit, places);
}

QString moment(Moment at, OrderKind kind, Moment resolution)
{
    if (kind == OrderKind::Stepped)
        return QString::number((at + second / 2) / second);
    if (at == 0)
        return QStringLiteral("0");
    const Unit &unit = at < 0 ? units[0] : unitOf(std::max(at, resolution));
    int places = 0;
    for (Moment size = unit.size; size > std::max<Moment>(resolution, 1) && places < 6; size /= 10)
        ++places;
    return withDecimals(at, unit, places);
}

} // namespace lockstep::wording
