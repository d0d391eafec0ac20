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
}
