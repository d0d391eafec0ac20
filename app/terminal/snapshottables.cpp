// The texts of the cells, the titles and the sort orders are those of the window's tables, so that
// both say the same; only the layout is made here. The models are asked only for words and never
// get rows, because they sort very many rows on another thread, which nothing here could wait for.

#include "app/terminal/snapshottables.h"

#include "app/terminal/texttable.h"
#include "core/watch/metrics/summarycounts.h"
#include "core/watch/snapshot/completeness.h"
#include "core/watch/snapshot/presencecounters.h"
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
#include <climits>

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

// The whole key: the table cuts it for a terminal if necessary, and a pipe gets all of it.
QString title(const Item &item)
{
    const QString text = wording::title(item, 0);
    return item.confidence == Confidence::Possible
        ? Words::tr("%1 (possible)", "a key that may be something else").arg(text)
        : text;
}

// "Demo shop · redis 7.0.15 · push · lag at most 114 ms · 66 keys in db".
QString serverLine(const Snapshot &snapshot, const QString &where, Instant now)
{
    const WatchStatus &status = snapshot.status;
    if (status.link != LinkState::Connected || status.trouble)
        return linkSentence(status, where, now);
    QStringList parts{where};
    if (!status.serverVersion.isEmpty())
        parts << QStringLiteral("%1 %2").arg(wording::key(status.serverProgram.toUtf8()),
            wording::key(status.serverVersion.toUtf8()));
    if (status.cluster)
        parts << coverageWords(*status.cluster);
    parts << wording::mode(status.mode);
    if (status.unseenSince)
        parts << Words::tr("no answer for %1")
                     .arg(wording::age(
                         std::chrono::duration_cast<Milliseconds>(now - *status.unseenSince)));
    else if (status.staleness && status.staleness->count() == 0)
        parts << Words::tr("up to date");
    else if (status.staleness)
        parts << Words::tr("lag at most %1 ms")
                     .arg(wording::number(double(status.staleness->count())));
    if (status.keysInDatabase)
        parts << Words::tr(
            "%n keys in db", nullptr, int(std::min<qint64>(*status.keysInDatabase, INT_MAX)));
    parts << Words::tr("our share of server time %1").arg(shareWords(status));
    return parts.join(QStringLiteral(" · "));
}

// Sentences about missing permissions. If there are many, only their number and the ACL rules that
// grant them.
QStringList permissionSentences(const WatchStatus &status)
{
    constexpr std::size_t few = 2;
    QStringList sentences;
    if (status.missing.size() <= few) {
        for (const MissingPermission &each : status.missing)
            sentences << missingPermissionSentence(each);
        return sentences;
    }
    sentences << missingPermissionsSentence(status.missing)
              << aclRules(status.user, status.missing);
    sentences.removeAll(QString());
    return sentences;
}

// "107 users online · 18 locks held, 1 immortal, 3 waiting · 18 rate limits, 5 exhausted". only:
// the family that was asked for; the others are left out, for the snapshot then has none of them.
QString summaryLine(
    const Snapshot &snapshot, const SummaryCounts &counts, std::optional<Family> only)
{
    const auto found = [&](int count, Family family) {
        return foundNumber(count, completeness(snapshot.status, family));
    };
    const auto part = [](QString *whole, const QString &text, int count) {
        if (count > 0)
            *whole += text.arg(wording::number(count));
    };
    QStringList parts;
    if (const ItemPtr users = usersOnline(*snapshot.presence, {}); users && users->reading.value)
        parts << Words::tr(
            "%1 users online", nullptr, int(std::min<double>(*users->reading.value, INT_MAX)))
                     .arg(CountersModel::valueText(*users));
    QString locks =
        Words::tr("%1 locks held", nullptr, counts.held).arg(found(counts.held, Family::Lock));
    part(&locks, Words::tr(" (%1 possible)"), counts.possibleLocks);
    part(&locks, Words::tr(", %1 immortal"), counts.immortal);
    part(&locks, Words::tr(", %1 orphan?"), counts.orphans);
    part(&locks, Words::tr(", %1 waiting"), counts.waiting.value_or(0));
    QString limits = Words::tr("%1 rate limits", nullptr, counts.buckets)
                         .arg(found(counts.buckets, Family::Bucket));
    part(&limits, Words::tr(", %1 possible"), counts.possibleBuckets);
    part(&limits, Words::tr(", %1 exhausted"), counts.exhausted);
    const auto number = int(snapshot.counters->size());
    const QString counters =
        Words::tr("%1 counters", nullptr, number).arg(found(number, Family::Counter));
    for (const auto &[family, text] : {std::pair{Family::Lock, locks},
             std::pair{Family::Bucket, limits}, std::pair{Family::Counter, counters}}) {
        if (!only || *only == family)
            parts << text;
    }
    return parts.join(QStringLiteral(" · "));
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
            if (family != Family::Counter || column != CountersModel::TrendColumn)
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
            titles.push_back({words->columnTitle(column),
                words->isNumeric(column) || isMeasure(column), column == 0 || isHolder(column)});
        TextTable table(titles);
        for (const ItemPtr &item : items) {
            QStringList cells;
            for (const int column : columns())
                cells << cell(*item, column);
            table.addRow(cells);
        }
        return table.lines(width);
    }
    [[nodiscard]] QString cell(const Item &item, int column) const
    {
        if (column == 0)
            return title(item);
        return words->asksForLimit(item, column) // the window shows a link there
            ? Words::tr("unknown", "which share of a limit is used")
            : words->text(item, column).trimmed();
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
        return family ? *family == Family::Lock && column == LocksModel::HolderColumn
                      : column == ProblemsModel::DetailsColumn;
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

QStringList SnapshotTables::lines(
    const Snapshot &snapshot, const QString &where, Instant now, int width, int height) const
{
    const Summary summary = summarize(snapshot);
    QStringList lines = wrapped(serverLine(snapshot, where, now), width);
    if (!m_options.metricsUrl.isEmpty())
        lines << wrapped(Words::tr("Metrics are at %1.").arg(m_options.metricsUrl), width);
    for (const QString &sentence : permissionSentences(snapshot.status))
        lines << wrapped(sentence, width);
    lines << wrapped(summaryLine(snapshot, summary.counts, m_options.family), width);
    std::vector<int> wanted;
    for (const auto &table : m_tables) {
        const auto size = int(table->itemsOf(snapshot, summary)->size());
        wanted.push_back(std::min(size, m_options.most.value_or(size)));
    }
    if (height > 0) { // each table also has a blank line, a heading and the titles
        const auto shownTables =
            std::count_if(wanted.begin(), wanted.end(), [](int rows) { return rows > 0; });
        wanted = shared(wanted, height - int(lines.size()) - 3 * int(shownTables));
    }
    for (std::size_t i = 0; i < m_tables.size(); ++i) {
        Table &table = *m_tables[i];
        const auto &items = *table.itemsOf(snapshot, summary);
        if (wanted[i] == 0 && (!table.family || m_tables.size() > 1 || !items.empty()))
            continue;
        table.words->setNow(now);
        const auto found = wording::number(double(items.size()));
        lines << QString()
              << (wanted[i] < std::ssize(items)
                         //: a table's name, rows that are shown, all
                         ? Words::tr("%1: %2 of %3")
                               .arg(table.heading(), wording::number(wanted[i]), found)
                         : Words::tr("%1: %2").arg(table.heading(), found));
        if (!items.empty())
            lines << table.lines(table.first(items, wanted[i], now), width);
        else if (const auto why = completenessSentence(snapshot.status, *table.family, 0);
                 !why.isEmpty())
            lines << why;
    }
    return lines;
}

} // namespace lockstep
