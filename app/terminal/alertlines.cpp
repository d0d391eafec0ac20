#include "app/terminal/alertlines.h"

#include "app/terminal/texttable.h"
#include "ui/text/wording.h"
#include "ui/watch/alerts/alertsmodel.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

class AlertWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::SnapshotTables)
};

QString heading(const Snapshot &snapshot, int rows)
{
    const auto firing = std::ssize(*snapshot.alerts);
    const QString number = wording::number(double(firing));
    const QString name = AlertWords::tr("Alerts");
    QString text = rows < firing
        ? AlertWords::tr("%1: %2 of %3").arg(name, wording::number(rows), number)
        : AlertWords::tr("%1: %2").arg(name, number);
    if (snapshot.alertsLeftOut > 0)
        text += QStringLiteral(" · ")
            + AlertWords::tr("%1 not told", "a number of alerts")
                  .arg(wording::integer(snapshot.alertsLeftOut));
    return text;
}

// Where a line is too narrow for all columns, the time goes first and then the condition: the name
// of the alert tells most.
TextColumn columnOf(const AlertsModel &words, int column)
{
    using enum AlertsModel::Column;
    const QString title = words.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    const bool canBeCut = column == NameColumn || column == KeyColumn;
    const int dispensable = column == SinceColumn ? 2 : column == WhatColumn ? 1 : 0;
    return {title, column == SinceColumn, canBeCut, dispensable};
}

QString cellOf(const AlertsModel &words, int row, int column)
{
    const Alert &alert = words.alert(row);
    if (column != AlertsModel::KeyColumn)
        return words.data(words.index(row, column), Qt::DisplayRole).toString();
    // Whole, as in the other tables: a pipe gets all of it.
    const QString key = wording::key(alert.key, 0);
    return alert.name.isEmpty() ? key
                                : key + QStringLiteral(" · ") + wording::key(alert.name.toUtf8());
}

} // namespace

QStringList alertLines(const Snapshot &snapshot, int mostRows, Instant now, int width)
{
    const auto &alerts = *snapshot.alerts;
    if (alerts.empty() || mostRows <= 0)
        return {};
    const int rows = std::min(mostRows, int(alerts.size()));
    Snapshot shown;
    shown.alerts = std::make_shared<const std::vector<AlertPtr>>(
        alerts.begin(), alerts.begin() + std::ptrdiff_t(rows));
    AlertsModel words;
    words.setSnapshot(shown);
    words.setNow(now);
    std::vector<TextColumn> titles;
    for (int column = 0; column < AlertsModel::ColumnCount; ++column)
        titles.push_back(columnOf(words, column));
    TextTable table(titles);
    for (int row = 0; row < rows; ++row) {
        QStringList cells;
        for (int column = 0; column < AlertsModel::ColumnCount; ++column)
            cells << cellOf(words, row, column);
        table.addRow(cells);
    }
    return QStringList{QString(), heading(snapshot, rows)} + table.lines(width);
}

} // namespace lockstep
