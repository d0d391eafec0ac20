#include "ui/plot/valueaxis.h"

#include "ui/plot/curves/curvescale.h"
#include "ui/plot/curves/historycurve.h"
#include "ui/plot/customplot.h"
#include "ui/plot/secondsticker.h"
#include "ui/plot/wholenumberticker.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

// Whether nothing between two whole numbers is a value of the curve.
bool isWhole(const HistoryCurve &curve)
{
    return std::all_of(curve.line.begin(), curve.line.end(), [](const QPointF &point) {
        return std::isnan(point.y()) || point.y() == std::floor(point.y());
    });
}

} // namespace

ValueAxis::ValueAxis(QCPAxis *axis)
    : m_axis(axis)
{
}

void ValueAxis::setFamily(Family family)
{
    setValues(family == Family::Lock ? Values::Times : Values::Numbers);
}

// Curves with scales of their own have no axis in common.
void ValueAxis::setCurves(const std::vector<HistoryCurve> &curves, const CurveScales &scales)
{
    if (curves.empty())
        return;
    const bool isTime = std::any_of(
        curves.begin(), curves.end(), [](const HistoryCurve &curve) { return curve.isTime; });
    const bool areWhole = !scales.areSeparate && std::all_of(curves.begin(), curves.end(), isWhole);
    const Values values = isTime ? Values::Times
        : areWhole               ? Values::WholeNumbers
                                 : Values::Numbers;
    if (values != m_values)
        setValues(values);
}

void ValueAxis::setValues(Values values)
{
    m_values = values;
    retranslate();
}

void ValueAxis::retranslate()
{
    switch (m_values) {
    case Values::Times:
        m_axis->setTicker(QSharedPointer<SecondsTicker>::create(tr("0 s")));
        break;
    case Values::WholeNumbers:
        m_axis->setTicker(QSharedPointer<WholeNumberTicker>::create());
        break;
    case Values::Numbers:
        m_axis->setTicker(QSharedPointer<QCPAxisTicker>::create());
        break;
    }
    fitTicks();
}

// The ticker takes the number for a wish, and may double it. In a low plot the labels of so many
// would lie on each other.
void ValueAxis::fitTicks()
{
    constexpr int enoughForThree = 9; // lines of text, those of the axis of time among them
    const int line = QFontMetrics(m_axis->tickLabelFont()).height();
    m_axis->ticker()->setTickCount(m_axis->parentPlot()->height() < line * enoughForThree ? 1 : 3);
}

} // namespace lockstep
