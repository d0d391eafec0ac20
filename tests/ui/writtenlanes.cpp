// The lanes as the test wrote them, in place of the judge's.

#include "historybuilder.h"

namespace lockstep {

std::vector<LaneSpan> laneSpans(const History &history, int, const std::vector<CheckResult> &)
{
    return HistoryBuilder::lanesOf(history);
}

} // namespace lockstep
