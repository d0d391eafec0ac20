#pragma once

#include "ui/plot/customplot.h"

namespace lockstep {

// The ticks of an axis of values that are counted, at whole numbers only: there are no permits and
// a half.
class WholeNumberTicker : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange &range) override;
};

} // namespace lockstep
