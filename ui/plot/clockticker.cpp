#include "ui/plot/clockticker.h"

#include <QDateTime>

namespace lockstep {

namespace {

constexpr auto day = std::chrono::hours(24);

std::chrono::system_clock::time_point after(
    std::chrono::system_clock::time_point moment, double seconds)
{
    return moment
        + std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::duration<double>(seconds));
}

QDateTime toDateTime(std::chrono::system_clock::time_point moment)
{
    const auto ms = std::chrono::round<std::chrono::milliseconds>(moment.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(ms.count(), Qt::UTC);
}

} // namespace

QString timeOfDay(std::chrono::system_clock::time_point moment, bool withTenths)
{
    const QDateTime time = toDateTime(moment);
    const QString text = time.toString(QStringLiteral("HH:mm:ss"));
    return withTenths ? text + u'.' + QString::number(time.time().msec() / 100) : text;
}

void ClockTicker::setZero(std::chrono::system_clock::time_point moment)
{
    // Ticks are counted from midnight in UTC, so that they are at full minutes and hours.
    m_zero = moment;
    setTickOrigin(-std::chrono::duration<double>(moment.time_since_epoch() % day).count());
}

double ClockTicker::getTickStep(const QCPRange &range)
{
    m_step = std::max(1.0, SecondsTicker::getTickStep(range));
    return m_step;
}

QString ClockTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    // The millisecond outweighs the rounding of ticks.
    const auto moment = after(m_zero, tick) + std::chrono::milliseconds(1);
    return m_step < 60 ? timeOfDay(moment, false)
                       : toDateTime(moment).toString(QStringLiteral("HH:mm"));
}

} // namespace lockstep
