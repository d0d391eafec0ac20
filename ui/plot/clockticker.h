#pragma once

#include "ui/plot/secondsticker.h"

#include <chrono>

namespace lockstep {

// The ticks of an axis in seconds whose 0 is a moment of the clock. Ticks are at full seconds,
// minutes or hours and are labelled with the time of day in UTC.
class ClockTicker : public SecondsTicker
{
public:
    ClockTicker()
        : SecondsTicker({})
    {
    }

    // This has to be called before each drawing, because the moment moves on.
    void setZero(std::chrono::system_clock::time_point moment);

protected:
    double getTickStep(const QCPRange &range) override;
    QString getTickLabel(
        double tick, const QLocale &locale, QChar formatChar, int precision) override;

private:
    std::chrono::system_clock::time_point m_zero{}; // the moment at 0
    double m_step = 1; // seconds between two ticks
};

// The time of day in UTC: 09:12:07.4, or without the tenths.
QString timeOfDay(std::chrono::system_clock::time_point moment, bool withTenths);

} // namespace lockstep
