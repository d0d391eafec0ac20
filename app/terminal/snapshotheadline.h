#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QStringList>

#include <optional>

namespace lockstep {

struct SummaryCounts;

struct HeadlineOptions
{
    QString where; // Endpoint::display()
    QString metricsUrl; // the URL of the metrics; empty if none are served
    std::optional<Family> family; // sums up only items of this one
    bool isScreen = false; // whether rows are few: the line about the server then takes one
};

// What stands above the tables of a snapshot: a line about the server, where the metrics are, what
// may not be seen of the server, and a line that sums up. width: cells of a line; 0 is any.
QStringList headlineLines(const Snapshot &snapshot, const SummaryCounts &counts,
    const HeadlineOptions &options, Instant now, int width);

} // namespace lockstep
