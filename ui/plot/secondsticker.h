#pragma once

#include <QString>

#include "ui/plot/customplot.h"

namespace lockstep {

// A short text for axes: "500 ms", "60 s", "5 min".
QString secondsInWords(double seconds);

// The ticks of an axis in seconds, at steps that people count in (1, 2, 5, 10, 15, 30 s, 1 min …).
class SecondsTicker : public QCPAxisTicker
{
public:
    // zero: the label at 0, such as "now" or "0 s".
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
