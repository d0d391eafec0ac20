#include "ui/plot/secondsticker.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace lockstep {

namespace {

class SecondsTickerWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::SecondsTicker)
};

} // namespace

QString secondsInWords(double seconds)
{
    if (seconds < 1)
        return SecondsTickerWords::tr("%1 ms").arg(std::lround(seconds * 1000));
    if (seconds < 120)
        return SecondsTickerWords::tr("%1 s").arg(std::lround(seconds));
    if (seconds < 3600)
        return SecondsTickerWords::tr("%1 min").arg(seconds / 60);
    if (seconds < 86400)
        return SecondsTickerWords::tr("%1 h").arg(seconds / 3600);
    return SecondsTickerWords::tr("%1 d").arg(seconds / 86400);
}

SecondsTicker::SecondsTicker(QString zero)
    : m_zero(std::move(zero))
{
    setTickCount(4);
}

double SecondsTicker::getTickStep(const QCPRange &range)
{
    constexpr std::array steps{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0,
        10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 21600.0,
        43200.0, 86400.0};
    // Never divides by 0, as in QCPAxisTicker.
    const double ideal = range.size() / (tickCount() + 1e-10);
    for (const double step : steps) {
        if (step >= ideal)
            return step;
    }
    return std::ceil(ideal / 86400) * 86400;
}

int SecondsTicker::getSubTickCount(double)
{
    return 0;
}

QString SecondsTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    // The tick at 0 may be off by a rounding error. The limit is far below the shortest step, which
    // is 1 ms.
    constexpr double nearZero = 1e-6; // seconds
    if (std::abs(tick) < nearZero)
        return m_zero;
    const QString text = secondsInWords(std::abs(tick));
    return tick < 0 ? QChar(0x2212) + text : text;
}

} // namespace lockstep
