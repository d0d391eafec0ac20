#pragma once

#include "core/watch/values/reading.h"

#include <QCoreApplication>

#include <vector>

class QCPAxis;

namespace lockstep {

struct CurveScales;
struct HistoryCurve;

// The labels of the axis of a plot's values: seconds for locks, whole numbers where nothing between
// two of them is a value, numbers else.
class ValueAxis
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::HistoryCanvas)

public:
    explicit ValueAxis(QCPAxis *axis); // must outlive this

    // Whether the values are times: of locks, but not of semaphores alone.
    [[nodiscard]] bool showsTime() const { return m_values == Values::Times; }
    void setFamily(Family family); // what the values are until curves say otherwise
    void setCurves(const std::vector<HistoryCurve> &curves, const CurveScales &scales);
    void retranslate();
    void fitTicks(); // to the height of the plot

private:
    enum class Values : quint8 { Times, WholeNumbers, Numbers };

    void setValues(Values values);

    QCPAxis *m_axis;
    Values m_values = Values::Times;
};

} // namespace lockstep
