#pragma once

#include "core/watch/formats/rules.h"
#include "core/watch/metrics/metricstext.h"
#include "core/watch/snapshot/snapshot.h"

#include <vector>

namespace lockstep {

// Counts of journal entries since watching began, which a single snapshot does not have.
struct JournalTotals
{
    qint64 renewals = 0;
    qint64 gaps = 0; // number of gaps in which nothing was seen

    void add(const std::vector<JournalEntry> &entries);
};

// The snapshot as metrics. What is not known is left out and never 0: everything about the server's
// objects while the server is not seen, and a count of 0 objects if some may not have been seen.
// snapshot: its takenAt is the present moment. rules: those that it is watched with.
QByteArray metricsOf(const Snapshot &snapshot, const JournalTotals &totals,
    const std::vector<Rule> &rules, MetricsFormat format);

} // namespace lockstep
