#include "ui/widgets/tablemetrics.h"

#include <QFontDatabase>

#include <cmath>

namespace lockstep {

QFont fixedFont(const QFont &beside)
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    // Fixed-width faces look larger than text faces of the same size.
    if (beside.pointSizeF() > 0)
        fixed.setPointSizeF(beside.pointSizeF() * 0.95);
    else
        fixed.setPixelSize(qRound(beside.pixelSize() * 0.95));
    return fixed;
}

double sidePadding(const QFontMetricsF &metrics)
{
    return std::round(metrics.height() * 0.45);
}

double edgePadding(const QFontMetricsF &metrics)
{
    return std::round(metrics.height() * 0.75);
}

} // namespace lockstep
