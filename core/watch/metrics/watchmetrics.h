#pragma once

#include "core/watch/formats/rules.h"
#include "core/watch/metrics/metricstext.h"
#include "core/watch/snapshot/snapshot.h"

#include <vector>

namespace lockstep {

// What the journal adds up to since watching began, which no snapshot alone tells.
struct JournalTotals
{
    qint64 renewals = 0;
    qint64 gaps = 0; // times that were not seen

    void add(const std::vector<JournalEntry> &entries);
};

// What is watched, as metrics. What is not known is left out and never 0: while nothing is seen of
// the server, all that is about its objects; and a number of objects that were not found where some
// may not have been seen.
// snapshot: its takenAt is the present moment. rules: those that it is watched with.
QByteArray metricsOf(const Snapshot &snapshot, const JournalTotals &totals,
    const std::vector<Rule> &rules, MetricsFormat format);

} // namespace lockstep
