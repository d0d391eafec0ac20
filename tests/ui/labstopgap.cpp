#include "core/lab/lanes.h"
#include "core/lab/run.h"
namespace lockstep {
[[gnu::weak]] RunOptions RunOptions::of(const Scenario &s)
{
    RunOptions o;
    o.settings = s.freeDefaults();
    o.rounds = s.free.rounds;
    o.repeats = s.free.repeats;
    return o;
}
[[gnu::weak]] Result<void> checkSettings(const Scenario &s, const Settings &v)
{
    for (const auto &[n, x] : v) {
        const Parameter *p = s.parameter(n);
        if (!p || x < p->minimum || x > p->maximum)
            return failure(ErrorCode::BadInput, QString::fromUtf8(n) + QStringLiteral(" is out of range"));
    }
    return {};
}
[[gnu::weak]] std::vector<LaneSpan> laneSpans(
    const History &h, int round, const std::vector<CheckResult> &)
{
    std::vector<LaneSpan> spans;
    const Round &r = h.rounds[size_t(round)];
    for (quint32 c = 0; c < h.clients.size(); ++c)
        spans.push_back({r.begin, r.end, c, 0, LaneSpan::State::Outside});
    return spans;
}
}
