#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/rows/arrangement.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace lockstep {

class ItemModel;
struct Summary;
struct WatchedServer;

// A snapshot as text for a terminal, in the words of the window's tables: a line about the server,
// what may not be seen of it, a line that sums up, and then one table each of the alerts that fire,
// problems, locks, rate limits and counters.
class SnapshotTables
{
public:
    struct Options
    {
        std::optional<Family> family; // only items of this one
        QString sort; // one of sortNames(); if empty, each table's own order
        std::optional<int> most; // rows of each table; without it, all of them
        QString metricsUrl; // the URL of the metrics; empty if none are served
        bool isRecorded = false; // whether they are moments of a recording
    };

    explicit SnapshotTables(Options options);
    ~SnapshotTables();
    Q_DISABLE_COPY_MOVE(SnapshotTables)

    // The column names that a table can be sorted by.
    [[nodiscard]] static QStringList sortNames();
    // Whether a table with these options has that column: locks, for example, have no value.
    [[nodiscard]] static bool canSort(std::optional<Family> family, const QString &name);

    // now: the time that ages and remaining times refer to. width: cells of a line; 0 is any.
    // height: rows of the screen, which the tables share; 0 is any.
    [[nodiscard]] QStringList lines(const Snapshot &snapshot, const WatchedServer &server,
        Instant now, int width, int height) const;

private:
    struct Table;

    [[nodiscard]] std::vector<int> rowsOfTables(
        const Snapshot &snapshot, const Summary &summary, int height, int headlines) const;

    Options m_options;
    std::vector<std::unique_ptr<Table>> m_tables; // problems first
};

} // namespace lockstep
