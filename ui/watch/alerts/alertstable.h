#pragma once

#include "ui/widgets/rowtable.h"

namespace lockstep {

class AlertsModel;

// The rows of an AlertsModel as a table without a head. The name and the key share what room the
// other columns leave them; what is cut is in the tool tip.
class AlertsTable : public RowTable
{
    Q_OBJECT

public:
    // Both outlive this.
    AlertsTable(AlertsModel *model, const Theme *theme, QWidget *parent = nullptr);

    void setPale(bool isPale); // while nothing is seen of the server

    [[nodiscard]] QSize sizeHint() const override; // as high as its rows

Q_SIGNALS:
    // takesFocus: with a double click or Return, so the row of its key is wanted, not only to be
    // seen.
    void alertActivated(int row, bool takesFocus);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyFont();
    void divideWidth();

    class Delegate;
    Delegate *m_delegate;
};

} // namespace lockstep
