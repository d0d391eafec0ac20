#include "ui/plot/wholenumberticker.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

// Of the steps of QCPAxisTicker, those below 1 and 2.5 are no whole numbers.
double WholeNumberTicker::getTickStep(const QCPRange &range)
{
    return std::max(1.0, std::ceil(QCPAxisTicker::getTickStep(range)));
}

} // namespace lockstep
