#pragma once

#include "ui/widgets/rowtable.h"

namespace lockstep {

// The table of the operations of a free run's round, below the timeline, with rows of one height.
// Rows can be copied, and Return chooses a row.
class OperationsTable : public RowTable
{
    Q_OBJECT

public:
    // model: has the columns and roles of OperationsModel; not owned. theme must outlive this.
    OperationsTable(QAbstractItemModel *model, const Theme *theme, QWidget *parent = nullptr);

    // Selects only that row and scrolls to it, without emitting a signal. -1 selects none.
    void showRow(int row);
    [[nodiscard]] QString selectionAsTsv() const;

Q_SIGNALS:
    void rowChosen(int row); // by the user

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void copy();
    void applyFont();
    void spreadColumns();
    [[nodiscard]] bool hasTitle(int column) const;
    [[nodiscard]] int neededWidth(int column) const;

    bool m_isUpdating = false;
};

} // namespace lockstep
