#include "ui/plot/curvewords.h"

#include "ui/plot/curves/historycurve.h"
#include "ui/text/wording.h"
#include "ui/watchtext/itemwording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

class CurveWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::HistoryCanvas)
};

bool isIn(const HistoryCurve::Stretch &stretch, double x)
{
    return stretch.from <= x && x <= stretch.to;
}

template <typename Stretches> auto stretchAt(const Stretches &stretches, double x)
{
    return std::find_if(
        stretches.begin(), stretches.end(), [x](const auto &stretch) { return isIn(stretch, x); });
}

} // namespace

QString valueWords(const HistoryCurve &curve, double value)
{
    if (!curve.isTime)
        return wording::number(value);
    return wording::duration(
        std::chrono::duration_cast<Milliseconds>(std::chrono::duration<double>(value)));
}

QString curveWordsAt(const HistoryCurve &curve, double x)
{
    if (stretchAt(curve.unseen, x) != curve.unseen.end())
        return CurveWords::tr("not seen");
    const auto value = valueAt(curve, x);
    if (!curve.isTime)
        return value ? valueWords(curve, *value) : CurveWords::tr("–", "no value at that time");
    const auto hold = stretchAt(curve.holds, x);
    if (hold == curve.holds.end())
        return stretchAt(curve.free, x) != curve.free.end()
            ? CurveWords::tr("free", "a lock at that time")
            : CurveWords::tr("–", "no value at that time");
    const QString holder = hold->holder ? wording::holder(*hold->holder) : QString();
    const QString held = holder.isEmpty() ? CurveWords::tr("held", "a lock at that time")
                                          : CurveWords::tr("held by %1").arg(holder);
    if (stretchAt(curve.endless, x) != curve.endless.end())
        return CurveWords::tr("%1, no TTL", "held by somebody").arg(held);
    if (stretchAt(curve.unknownTtl, x) != curve.unknownTtl.end())
        return CurveWords::tr("%1, TTL unknown", "held by somebody").arg(held);
    //: held by somebody, a time
    return value ? CurveWords::tr("%1, %2 left").arg(held, valueWords(curve, *value)) : held;
}

} // namespace lockstep
