#pragma once

#include "ui/widgets/rowtable.h"

namespace lockstep {

// The table beside the picture: rows of one height, however many; copying; Return tells that a row
// is chosen.
class OperationsTable : public RowTable
{
    Q_OBJECT

public:
    // model: with the columns and roles of OperationsModel; not owned. theme: outlives this.
    OperationsTable(QAbstractItemModel *model, const Theme *theme, QWidget *parent = nullptr);

    // Selects that row alone and shows it, without a signal. -1: none.
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
    [[nodiscard]] int neededWidth(int column) const;

    bool m_showing = false;
};

} // namespace lockstep
