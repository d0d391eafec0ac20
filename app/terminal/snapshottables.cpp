// The texts of the cells, the titles and the sort orders are those of the window's tables, so that
// both say the same; only the layout is made here. The models are asked only for words and never
// get rows, because they sort very many rows on another thread, which nothing here could wait for.

#include "app/terminal/snapshottables.h"

#include "app/terminal/alertlines.h"
#include "app/terminal/snapshotheadline.h"
#include "app/terminal/texttable.h"
#include "core/watch/metrics/summarycounts.h"
#include "core/watch/snapshot/completeness.h"
#include "ui/text/wording.h"
#include "ui/watch/problems/problemsmodel.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watchtext/itemwording.h"
#include "ui/watchtext/statussentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::SnapshotTables)
};

// A column that --sort accepts, and its direction.
struct SortName
{
    const char *name;
    Family family;
    int column;
    Qt::SortOrder direction;
};

constexpr std::array sortTable{
    SortName{"key", Family::Counter, CountersModel::KeyColumn, Qt::AscendingOrder},
    SortName{"key", Family::Bucket, BucketsModel::KeyColumn, Qt::AscendingOrder},
    SortName{"key", Family::Lock, LocksModel::KeyColumn, Qt::AscendingOrder},
    SortName{"value", Family::Counter, CountersModel::ValueColumn, Qt::DescendingOrder},
    SortName{"rate", Family::Counter, CountersModel::RateColumn, Qt::DescendingOrder},
    SortName{"share", Family::Bucket, BucketsModel::GaugeColumn, Qt::DescendingOrder},
    SortName{"used", Family::Bucket, BucketsModel::UsedColumn, Qt::DescendingOrder},
    SortName{"resets", Family::Bucket, BucketsModel::TurnsColumn, Qt::AscendingOrder},
    SortName{"ttl", Family::Lock, LocksModel::TimeColumn, Qt::AscendingOrder},
    SortName{"age", Family::Lock, LocksModel::AgeColumn, Qt::DescendingOrder},
    SortName{"holder", Family::Lock, LocksModel::HolderColumn, Qt::AscendingOrder},
    SortName{"state", Family::Bucket, BucketsModel::StateColumn, Qt::AscendingOrder},
    SortName{"state", Family::Lock, LocksModel::StateColumn, Qt::AscendingOrder},
};

// The curve alone has no order and no words.
static_assert(sortTable.size()
        == int(LocksModel::ColumnCount) + int(BucketsModel::ColumnCount)
            + int(CountersModel::ColumnCount) - 1,
    "each column can be sorted by");

const SortName *sortOf(Family family, const QString &name)
{
    const auto found = std::find_if(sortTable.begin(), sortTable.end(), [&](const SortName &each) {
        return each.family == family && name == QLatin1String(each.name);
    });
    return found == sortTable.end() ? nullptr : &*found;
}

TextTable::Mark markOfGuess(const Item &item)
{
    if (item.confidence != Confidence::Possible)
        return {};
    return {u' ' + Words::tr("(possible)", "behind a key that may be something else"),
        QStringLiteral(" ?")};
}

bool isHolderKnown(const Item &item)
{
    return item.format && item.reading.holder && !item.reading.isUnreadable;
}

// What a pattern of Holders has behind the name: " and 3 more".
QString behindTheName(const QString &pattern)
{
    const QString name = QStringLiteral("%1");
    return pattern.mid(pattern.indexOf(name) + name.size());
}

// Shares the rows of the screen among the tables. A table that needs less than its share leaves the
// rest to the others. room: rows in total.
std::vector<int> shared(const std::vector<int> &wanted, int room)
{
    std::vector<int> given(wanted.size(), 0);
    for (bool some = true; some && room > 0;) {
        some = false;
        for (std::size_t i = 0; i < wanted.size() && room > 0; ++i) {
            if (given[i] < wanted[i]) {
                ++given[i];
                --room;
                some = true;
            }
        }
    }
    return given;
}

} // namespace

struct SnapshotTables::Table
{
    std::optional<Family> family; // nothing for the table of problems
    std::unique_ptr<ItemModel> words;
    Arranging order;

    // Those of the window, but for the curve, which has no words.
    [[nodiscard]] std::vector<int> columns() const
    {
        std::vector<int> all;
        for (int column = 0; column < words->columnCount(); ++column) {
            const bool isCurve = family == Family::Counter && column == CountersModel::TrendColumn;
            if (!isCurve && !words->isAlwaysEmpty(column))
                all.push_back(column);
        }
        return all;
    }

    [[nodiscard]] QString heading() const
    {
        return family ? wording::family(*family) : Words::tr("Problems");
    }
    [[nodiscard]] const Snapshot::Items &itemsOf(
        const Snapshot &snapshot, const Summary &summary) const
    {
        if (!family)
            return summary.problems;
        if (*family == Family::Counter)
            return snapshot.counters;
        return *family == Family::Bucket ? snapshot.buckets : snapshot.locks;
    }
    // The first items in the order of this table.
    [[nodiscard]] std::vector<ItemPtr> first(
        const std::vector<ItemPtr> &items, int most, Instant now)
    {
        order.now = now;
        std::vector<ItemRow> rows;
        rows.reserve(items.size());
        for (std::size_t i = 0; i < items.size(); ++i)
            rows.push_back(makeRow(order, items[i], int(i)));
        const auto end = rows.begin() + std::min<std::ptrdiff_t>(most, std::ssize(rows));
        std::partial_sort(rows.begin(), end, rows.end(), [this](const auto &a, const auto &b) {
            return isBefore(a, b, order.order, order.column, order.direction);
        });
        std::vector<ItemPtr> chosen;
        for (auto row = rows.begin(); row != end; ++row)
            chosen.push_back(row->item);
        return chosen;
    }
    [[nodiscard]] QStringList lines(const std::vector<ItemPtr> &items, int width) const
    {
        std::vector<TextColumn> titles;
        for (const int column : columns())
            titles.push_back(
                {words->columnTitle(column), words->isNumeric(column) || isMeasure(column),
                    column == 0 || isHolder(column), dispensable(column)});
        TextTable table(titles);
        for (const ItemPtr &item : items) {
            QStringList cells;
            QStringList brief;
            std::vector<TextTable::Mark> marks;
            for (const int column : columns()) {
                cells << cell(*item, column);
                brief << briefCell(*item, column, cells.last());
                marks.push_back(mark(*item, column));
            }
            table.addRow(cells, marks, brief);
        }
        return table.lines(width);
    }
    [[nodiscard]] QString cell(const Item &item, int column) const
    {
        if (column == 0) // whole: it is cut for a terminal if necessary, and a pipe gets all of it
            return wording::title(item, 0);
        if (isHolderOfLock(column))
            return isHolderKnown(item) ? wording::holders(item.reading).name
                                       : LocksModel::holderText(item);
        return words->asksForLimit(item, column) // the window shows a link there
            ? Words::tr("unknown", "which share of a limit is used")
            : words->text(item, column).trimmed();
    }
    // Of "held by worker-17" the name tells more than what would be left of both.
    [[nodiscard]] QString briefCell(const Item &item, int column, const QString &whole) const
    {
        const bool isHeld = item.format && item.format->family() == Family::Lock;
        return !family && column == ProblemsModel::DetailsColumn && isHeld
            ? LocksModel::holderText(item)
            : whole;
    }
    // How many others hold it is never cut. The library is left out where the holder would be cut.
    [[nodiscard]] TextTable::Mark mark(const Item &item, int column) const
    {
        if (column == 0)
            return markOfGuess(item);
        if (!isHolderOfLock(column) || !item.format)
            return {};
        const QString library = u' ' + wording::library(item);
        if (!isHolderKnown(item))
            return {library, {}};
        const wording::Holders holders = wording::holders(item.reading);
        return {behindTheName(holders.pattern) + library, behindTheName(holders.shortPattern)};
    }
    // The column by which the rows are sorted stays.
    [[nodiscard]] int dispensable(int column) const
    {
        return column == order.column ? 0 : words->dispensable(column);
    }
    // Whether the window draws a bar in this column, with the text at its left. In a terminal these
    // texts are aligned right, like numbers.
    [[nodiscard]] bool isMeasure(int column) const
    {
        return (family == Family::Lock && column == LocksModel::TimeColumn)
            || (family == Family::Bucket && column == BucketsModel::GaugeColumn);
    }
    [[nodiscard]] bool isHolder(int column) const
    {
        return family ? isHolderOfLock(column) : column == ProblemsModel::DetailsColumn;
    }
    [[nodiscard]] bool isHolderOfLock(int column) const
    {
        return family == Family::Lock && column == LocksModel::HolderColumn;
    }
};

SnapshotTables::SnapshotTables(Options options)
    : m_options(std::move(options))
{
    const auto add = [this](std::optional<Family> family, std::unique_ptr<ItemModel> words,
                         RowOrder order, int sortColumn, Qt::SortOrder direction) {
        if (m_options.family && m_options.family != family)
            return;
        auto table = std::make_unique<Table>();
        table->family = family;
        table->words = std::move(words);
        table->words->setRecorded(m_options.isRecorded);
        table->order = {order, {}, {}, sortColumn, direction, {}};
        if (const SortName *sort = family ? sortOf(*family, m_options.sort) : nullptr) {
            table->order.column = sort->column;
            table->order.direction = sort->direction;
        }
        m_tables.push_back(std::move(table));
    };
    add(std::nullopt, std::make_unique<ProblemsModel>(), {&ProblemsModel::rank, &compareKeys},
        ProblemsModel::ProblemColumn, Qt::AscendingOrder);
    add(Family::Lock, std::make_unique<LocksModel>(),
        {&LocksModel::rank, &LocksModel::compareWords}, LocksModel::TimeColumn, Qt::AscendingOrder);
    add(Family::Bucket, std::make_unique<BucketsModel>(), {&BucketsModel::rank, &compareKeys},
        BucketsModel::GaugeColumn, Qt::DescendingOrder);
    add(Family::Counter, std::make_unique<CountersModel>(), {&CountersModel::rank, &compareKeys},
        CountersModel::ValueColumn, Qt::DescendingOrder);
}

SnapshotTables::~SnapshotTables() = default;

QStringList SnapshotTables::sortNames()
{
    QStringList names;
    for (const SortName &each : sortTable)
        names << QString::fromLatin1(each.name);
    names.removeDuplicates();
    return names;
}

bool SnapshotTables::canSort(std::optional<Family> family, const QString &name)
{
    return family ? sortOf(*family, name) != nullptr : sortNames().contains(name);
}

// The numbers of rows to be shown: of alerts, and then of each table. headlines: the lines above.
std::vector<int> SnapshotTables::rowsOfTables(
    const Snapshot &snapshot, const Summary &summary, int height, int headlines) const
{
    const auto wish = [this](std::size_t size) {
        return std::min(int(size), m_options.most.value_or(int(size)));
    };
    // The sentences above the moment of a recording say which alerts fired.
    std::vector<int> rows{m_options.isRecorded ? 0 : wish(snapshot.alerts->size())};
    for (const auto &table : m_tables)
        rows.push_back(wish(table->itemsOf(snapshot, summary)->size()));
    if (height == 0)
        return rows;
    // Each table also has a blank line, a heading and the titles.
    auto shownTables = std::count_if(rows.begin(), rows.end(), [](int each) { return each > 0; });
    const auto rowsLeft = [&] { return height - headlines - 3 * int(shownTables); };
    // Those that there is no room for are left out, the last first, which matter least. All but the
    // first, which has the problems, also make room for alerts.
    const auto leastRows = [&](std::size_t table) {
        const int alerts = rows.front();
        return int(shownTables) + (table > 1 ? std::max(0, alerts - 1) : 0);
    };
    for (auto last = rows.size() - 1; shownTables > 1 && rowsLeft() < leastRows(last); --last) {
        if (std::exchange(rows[last], 0) > 0)
            --shownTables;
    }
    const int othersShown = int(shownTables) - (rows.front() > 0 ? 1 : 0);
    rows.front() = std::clamp(rowsLeft() - othersShown, 0, rows.front());
    const auto given = shared({rows.begin() + 1, rows.end()}, rowsLeft() - rows.front());
    std::copy(given.begin(), given.end(), rows.begin() + 1);
    return rows;
}

QStringList SnapshotTables::lines(
    const Snapshot &snapshot, const WatchedServer &server, Instant now, int width, int height) const
{
    const Summary summary = summarize(snapshot);
    QStringList lines = headlineLines(snapshot, summary.counts,
        {server, m_options.metricsUrl, m_options.family, height > 0}, now, width);
    const std::vector<int> rows = rowsOfTables(snapshot, summary, height, int(lines.size()));
    lines << alertLines(snapshot, rows.front(), now, width);
    for (std::size_t i = 0; i < m_tables.size(); ++i) {
        Table &table = *m_tables[i];
        const auto &items = *table.itemsOf(snapshot, summary);
        const int shown = rows[i + 1];
        if (shown == 0 && (!table.family || m_tables.size() > 1 || !items.empty()))
            continue;
        table.words->setNow(now);
        const auto found = wording::number(double(items.size()));
        lines << QString()
              << (shown < std::ssize(items)
                         //: a table's name, rows that are shown, all
                         ? Words::tr("%1: %2 of %3")
                               .arg(table.heading(), wording::number(shown), found)
                         : Words::tr("%1: %2").arg(table.heading(), found));
        if (!items.empty())
            lines << table.lines(table.first(items, shown, now), width);
        else if (const auto why = completenessSentence(snapshot.status, *table.family, 0);
                 !why.isEmpty())
            lines << why;
    }
    return lines;
}

} // namespace lockstep
