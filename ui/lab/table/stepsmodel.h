#pragma once

#include "core/lab/step/steppedrun.h"
#include "ui/lab/table/operationsmodel.h"

namespace lockstep {

// The steps of a stepped run, including those of the environment, with the columns and roles of
// OperationsModel.
class StepsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    using Column = OperationsModel::Column;

    void setRun(const SteppedRunPtr &run); // nullptr leaves no rows
    void setMarkedLine(int line); // 0 removes the mark
    // step: the first one, from 1, in which another run differs from this one; 0 if there is none.
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
