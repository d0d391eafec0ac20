// A snapshot is merged into the rows and does not replace them, so that the selected row keeps its
// place. What decides on the order of two alerts never changes while they fire, so those that stay
// have the same order before and after, and one walk over both lists is enough.

#include "ui/watch/alerts/alertsmodel.h"

#include "ui/text/wording.h"
#include "ui/watchtext/alertwording.h"

#include <QTextDocument>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

bool isSame(const Alert &a, const Alert &b)
{
    return !isShownBefore(a, b) && !isShownBefore(b, a);
}

QDateTime utcOf(const Alert &alert)
{
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<Milliseconds>(alert.sinceUtc.time_since_epoch()).count(),
        Qt::UTC);
}

// The time of day, as in the journal, or with the date if it is another day.
QString clockText(const QDateTime &moment)
{
    const bool isToday = moment.date() == QDateTime::currentDateTimeUtc().date();
    return moment.toString(
        isToday ? QStringLiteral("HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm"));
}

} // namespace

AlertsModel::AlertsModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void AlertsModel::setSnapshot(const Snapshot &snapshot)
{
    m_now = seenUntil(snapshot);
    if (snapshot.alerts == m_shown)
        return;
    m_shown = snapshot.alerts;
    removeEnded();
    insertNew();
}

// An alert that was over and fires again is another alert, because it fires since another moment.
void AlertsModel::removeEnded()
{
    std::vector<bool> hasEnded;
    auto shown = m_shown->begin();
    for (const Row &row : m_rows) {
        while (shown != m_shown->end() && isShownBefore(**shown, *row.alert))
            ++shown;
        hasEnded.push_back(shown == m_shown->end() || isShownBefore(*row.alert, **shown));
    }
    for (auto end = m_rows.size(); end > 0;) {
        auto begin = end;
        while (begin > 0 && hasEnded[begin - 1])
            --begin;
        if (begin < end) {
            beginRemoveRows({}, int(begin), int(end) - 1);
            m_rows.erase(
                m_rows.begin() + std::ptrdiff_t(begin), m_rows.begin() + std::ptrdiff_t(end));
            endRemoveRows();
        }
        end = begin > 0 ? begin - 1 : 0;
    }
}

// Inserts new alerts, and updates the measured values of those that stay.
void AlertsModel::insertNew()
{
    const std::vector<AlertPtr> &alerts = *m_shown;
    const auto isAt = [&](std::size_t row, std::size_t place) {
        return row < m_rows.size() && isSame(*m_rows[row].alert, *alerts[place]);
    };
    for (std::size_t row = 0; row < alerts.size(); ++row) {
        if (isAt(row, row)) {
            if (std::exchange(m_rows[row].alert, alerts[row]) != alerts[row])
                Q_EMIT dataChanged(index(int(row), WhatColumn), index(int(row), WhatColumn));
            continue;
        }
        std::size_t end = row + 1;
        while (end < alerts.size() && !isAt(row, end))
            ++end;
        std::vector<Row> added;
        for (std::size_t place = row; place < end; ++place)
            added.push_back({alerts[place], utcOf(*alerts[place])});
        beginInsertRows({}, int(row), int(end) - 1);
        m_rows.insert(m_rows.begin() + std::ptrdiff_t(row), added.begin(), added.end());
        endInsertRows();
        row = end - 1;
    }
}

int AlertsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int AlertsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AlertsModel::data(const QModelIndex &index, int role) const
{
    const Row &row = m_rows.at(size_t(index.row()));
    if (role == Qt::DisplayRole)
        return text(row, index.column());
    if (role == Qt::ToolTipRole)
        return Qt::convertFromPlainText(toolTip(row)); // escapes keys that look like markup
    if (role == Qt::TextAlignmentRole && index.column() == SinceColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant AlertsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    switch (section) {
    case SeverityColumn:
        return tr("Severity");
    case NameColumn:
        return tr("Alert");
    case KeyColumn:
        return tr("Key");
    case WhatColumn:
        return tr("Condition");
    case SinceColumn:
        return tr("Since");
    default:
        return {};
    }
}

QString AlertsModel::text(const Row &row, int column) const
{
    const Alert &alert = *row.alert;
    switch (column) {
    case SeverityColumn:
        return severityWord(alert.rule->severity);
    case NameColumn:
        return wording::key(alert.rule->name.toUtf8());
    case KeyColumn:
        return alert.name.isEmpty()
            ? wording::key(alert.key)
            : wording::key(alert.key) + QStringLiteral(" · ") + wording::key(alert.name.toUtf8());
    case WhatColumn:
        return alertWhatAt(alert, m_now);
    case SinceColumn:
        return clockText(row.since);
    default:
        return {};
    }
}

QString AlertsModel::toolTip(const Row &row) const
{
    const Alert &alert = *row.alert;
    const QString since = row.since.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    return text(row, NameColumn) + u'\n' + wording::key(alert.key, 400) + u'\n'
        + text(row, WhatColumn) + u'\n' + sinceText(alert.sinceIs, since);
}

QString AlertsModel::sinceText(AgeBound sinceIs, const QString &since)
{
    switch (sinceIs) {
    case AgeBound::Exact:
        break;
    case AgeBound::AtLeast:
        return tr("True since %1 UTC or longer.").arg(since);
    case AgeBound::AtMost:
        return tr("True since %1 UTC or later.").arg(since);
    case AgeBound::ByToken:
        return tr("True since %1 UTC by the clock of the client that wrote its token.").arg(since);
    case AgeBound::Unsure:
        return tr("True since %1 UTC, but perhaps not all the time.").arg(since);
    }
    return tr("True since %1 UTC.").arg(since);
}

} // namespace lockstep
