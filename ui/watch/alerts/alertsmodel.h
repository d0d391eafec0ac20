#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QAbstractTableModel>
#include <QDateTime>

#include <vector>

namespace lockstep {

// The alerts that fire, sorted as in the snapshot: by severity, then the oldest first. Rows that
// stay keep their persistent indexes.
class AlertsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { SeverityColumn, NameColumn, KeyColumn, WhatColumn, SinceColumn, ColumnCount };

    explicit AlertsModel(QObject *parent = nullptr);

    void setSnapshot(const Snapshot &snapshot);
    // Sets the moment for which times are written, as each snapshot does. Says nothing to the
    // views: they repaint what they show of it.
    void setNow(Instant now) { m_now = now; }
    [[nodiscard]] const Alert &alert(int row) const { return *m_rows.at(size_t(row)).alert; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        AlertPtr alert;
        QDateTime since; // UTC
    };
    void removeEnded();
    void insertNew();
    [[nodiscard]] QString text(const Row &row, int column) const;
    [[nodiscard]] QString toolTip(const Row &row) const;
    [[nodiscard]] static QString sinceText(AgeBound sinceIs, const QString &since);

    std::vector<Row> m_rows;
    Instant m_now{};
    Alerts m_shown; // nothing before the first snapshot
};

} // namespace lockstep
