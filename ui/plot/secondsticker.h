#pragma once

#include <QString>

#include "ui/plot/customplot.h"

namespace lockstep {

// "500 ms", "60 s", "5 min": short, for axes.
QString secondsInWords(double seconds);

// Ticks of an axis in seconds at places that people count in (1, 2, 5, 10, 15, 30 s, 1 min …).
class SecondsTicker : public QCPAxisTicker
{
public:
    // zero: what stands at 0, "now" or "0 s".
    explicit SecondsTicker(QString zero);

protected:
    double getTickStep(const QCPRange &range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(
        double tick, const QLocale &locale, QChar formatChar, int precision) override;

private:
    QString m_zero;
};

} // namespace lockstep
