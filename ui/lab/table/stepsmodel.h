#pragma once

#include "core/lab/step/steppedrun.h"
#include "ui/lab/table/operationsmodel.h"

namespace lockstep {

// The steps of a stepped run, those of the environment among them: the columns and roles of the
// operations of a free run.
class StepsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    using Column = OperationsModel::Column;

    void setRun(const SteppedRunPtr &run); // nullptr: no rows
    void setMarkedLine(int line); // 0: none
    // From 1: where another run parts from this one; 0: nowhere.
    void setDifference(int step);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString toolTip(int row) const;
    void allChanged();

    SteppedRunPtr m_run;
    int m_markedLine = 0;
    int m_difference = 0;
};

} // namespace lockstep
