// The journal may have hundreds of thousands of lines, and a filter is typed letter by letter, so
// no filter is applied to all of them at once. A QSortFilterProxyModel was rejected: it examines
// every line whenever the filter changes, and keeps two maps of all of them.

#include "ui/watch/journal/journalmodel.h"

#include "ui/text/wording.h"
#include "ui/watch/journal/journalsentence.h"

#include <QDeadlineTimer>
#include <QTimerEvent>

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto slice = Milliseconds(8); // half a frame
constexpr std::size_t mostAtOnce = 20'000; // lines that are examined while they are appended

} // namespace

JournalModel::JournalModel(JournalLimits limits, QObject *parent)
    : QAbstractTableModel(parent)
    , m_store(limits)
{
}

void JournalModel::append(const std::vector<JournalEntry> &entries)
{
    if (entries.empty())
        return;
    const quint64 before = m_store.end();
    m_store.append(entries);
    dropOldest();
    if (entries.size() > mostAtOnce)
        return examineAnew();

    std::vector<quint64> fresh;
    for (quint64 number = std::max(before, m_store.first()); number < m_store.end(); ++number) {
        if (m_matcher.matches(m_store.at(number)))
            fresh.push_back(number);
    }
    if (fresh.empty())
        return;
    beginInsertRows({}, 0, static_cast<int>(fresh.size()) - 1);
    m_shown.insert(m_shown.begin(), fresh.rbegin(), fresh.rend());
    endInsertRows();
}

void JournalModel::dropOldest()
{
    const std::size_t count = m_store.excess();
    const int rows = rowCount();
    const int kept = count == 0 ? rows : rowOf(m_store.first() + count - 1);
    if (kept < rows) {
        beginRemoveRows({}, kept, rows - 1);
        m_shown.resize(static_cast<std::size_t>(kept));
    }
    m_store.dropOldest(count);
    if (kept < rows)
        endRemoveRows();
}

void JournalModel::clear()
{
    beginResetModel();
    m_store.clear();
    m_shown.clear();
    m_unexamined = 0;
    m_timer.stop();
    endResetModel();
    Q_EMIT isFilteringChanged();
}

void JournalModel::setFilter(const JournalFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    m_matcher = JournalMatcher(filter);
    examineAnew();
}

void JournalModel::examineAnew()
{
    beginResetModel();
    m_shown.clear();
    m_unexamined = m_store.end();
    endResetModel();
    examineSlice();
}

void JournalModel::examineSlice()
{
    constexpr quint64 linesBetweenLooksAtTheClock = 256;
    const QDeadlineTimer deadline(slice);
    std::vector<quint64> found;
    while (isFiltering()
        && !(m_unexamined % linesBetweenLooksAtTheClock == 0 && deadline.hasExpired())) {
        --m_unexamined;
        if (m_matcher.matches(m_store.at(m_unexamined)))
            found.push_back(m_unexamined);
    }
    if (isFiltering())
        m_timer.start(0, this);
    else
        m_timer.stop();
    if (!found.empty()) {
        const int rows = rowCount();
        beginInsertRows({}, rows, rows + static_cast<int>(found.size()) - 1);
        m_shown.insert(m_shown.end(), found.begin(), found.end());
        endInsertRows();
    }
    Q_EMIT isFilteringChanged();
}

void JournalModel::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_timer.timerId())
        examineSlice();
}

quint64 JournalModel::number(int row) const
{
    return m_shown.at(static_cast<std::size_t>(row));
}

int JournalModel::rowOf(quint64 number) const
{
    const auto found = std::lower_bound(m_shown.begin(), m_shown.end(), number, std::greater());
    return static_cast<int>(found - m_shown.begin());
}

int JournalModel::rowAt(JournalFilter::Time time) const
{
    const auto isNewer = [this](quint64 number, JournalFilter::Time t) {
        return m_store.at(number).at > t;
    };
    const auto found = std::lower_bound(m_shown.begin(), m_shown.end(), time, isNewer);
    return static_cast<int>(found - m_shown.begin());
}

int JournalModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int JournalModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant JournalModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const JournalEntry &shown = entry(index.row());
    if (role == Qt::ToolTipRole)
        return journalEntryInFull(shown);
    if (role == Qt::AccessibleTextRole && index.column() == Key && !shown.name.isEmpty())
        return wording::key(shown.key) + QStringLiteral(" · ") + nameOfKey(shown);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (index.column()) {
    case Time:
        return journalTime(shown);
    case Key:
        return wording::key(shown.key);
    case What:
        return journalSentence(shown);
    default:
        return {};
    }
}

// A rule names many keys, so the name alone would not tell which of them is meant.
QString JournalModel::nameOfKey(const JournalEntry &entry)
{
    return wording::key(QString(entry.name).toUtf8());
}

QVariant JournalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time (UTC)");
    case Key:
        return tr("Key");
    case What:
        return tr("What happened");
    default:
        return {};
    }
}

} // namespace lockstep
