#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/rows/arrangement.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace lockstep {

class ItemModel;

// What a person sees of a snapshot in a terminal: about the server, what may not be
// seen of it, a line that sums up, and a table each of problems, locks, rate limits and counters,
// in the words of the window's tables.
class SnapshotTables
{
public:
    struct Options
    {
        std::optional<Family> family; // only this one
        QString sort; // one of sortNames(); empty: each table's own order
        std::optional<int> most; // rows of each table; nothing: all
        QString metricsUrl; // where they are served; empty: they are not
    };

    explicit SnapshotTables(Options options);
    ~SnapshotTables();
    Q_DISABLE_COPY_MOVE(SnapshotTables)

    // The words that a table can be sorted by.
    [[nodiscard]] static QStringList sortNames();
    // Whether a table of these options has that column: sorting locks by their value is a mistake.
    [[nodiscard]] static bool canSort(std::optional<Family> family, const QString &name);

    // where: Endpoint::display(). now: the moment that times are told for. width: cells of a line,
    // 0: any. height: rows of the screen, which the tables share; 0: any.
    [[nodiscard]] QStringList lines(
        const Snapshot &snapshot, const QString &where, Instant now, int width, int height) const;

private:
    struct Table;

    Options m_options;
    std::vector<std::unique_ptr<Table>> m_tables; // problems first
};

} // namespace lockstep
