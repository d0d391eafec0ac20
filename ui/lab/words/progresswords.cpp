// Part of verdictwords.h: what is said of a free run while it runs.

#include "ui/lab/words/verdictwords.h"

#include "ui/text/wording.h"

namespace lockstep {

namespace {

constexpr int mostCounts = 4; // of what clients count; more would not fit into a line
constexpr int longestCountName = 30; // characters

} // namespace

QString runProgressWords(const RunProgress &progress)
{
    QStringList parts;
    parts << VerdictWords::tr("%1 operations").arg(wording::number(double(progress.operations)));
    int counts = 0;
    for (const auto &[name, count] : progress.counts) {
        if (counts++ < mostCounts)
            parts << QStringLiteral("%1 %2").arg(
                wording::key(name, longestCountName), wording::number(double(count)));
    }
    if (progress.waiting > 0)
        parts << VerdictWords::tr("%1 waiting").arg(wording::number(progress.waiting));
    if (progress.crashed > 0)
        parts << VerdictWords::tr("%1 crashed").arg(wording::number(progress.crashed));
    if (progress.violatedRounds > 0)
        parts << VerdictWords::tr("%n round(s) violated", nullptr, progress.violatedRounds);
    return parts.join(QStringLiteral(" · "));
}

} // namespace lockstep
