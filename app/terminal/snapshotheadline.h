#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QStringList>

#include <optional>

namespace lockstep {

struct SummaryCounts;

// The server, as the line about it begins.
struct WatchedServer
{
    QString where; // Endpoint::display()
    QString profile; // the name of the profile that it was opened by; empty without one
    bool isProduction = false; // whether it is marked as production
};

struct HeadlineOptions
{
    WatchedServer server;
    QString metricsUrl; // the URL of the metrics; empty if none are served
    std::optional<Family> family; // sums up only items of this one
    bool isScreen = false; // whether rows are few: the line about the server then takes one
};

// What stands above the tables of a snapshot: a line about the server, where the metrics are, what
// may not be seen of the server, and a line that sums up. width: cells of a line; 0 is any.
QStringList headlineLines(const Snapshot &snapshot, const SummaryCounts &counts,
    const HeadlineOptions &options, Instant now, int width);

} // namespace lockstep
