#pragma once

#include "ui/plot/secondsticker.h"

#include <chrono>

namespace lockstep {

// Ticks of an axis in seconds whose 0 is a known moment: at full seconds, minutes, hours of the
// clock, labelled with the time of day in UTC.
class ClockTicker : public SecondsTicker
{
public:
    ClockTicker()
        : SecondsTicker({})
    {
    }

    // Call before each drawing: the moment moves on.
    void setZero(std::chrono::system_clock::time_point moment);

protected:
    double getTickStep(const QCPRange &range) override;
    QString getTickLabel(
        double tick, const QLocale &locale, QChar formatChar, int precision) override;

private:
    std::chrono::system_clock::time_point m_zero{};
    double m_step = 1; // seconds
};

// 09:12:07.4, UTC; without the tenths where they are not asked for.
QString timeOfDay(std::chrono::system_clock::time_point moment, bool withTenths);

} // namespace lockstep
