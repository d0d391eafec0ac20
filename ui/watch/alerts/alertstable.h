#pragma once

#include "core/watch/values/ttl.h"
#include "ui/widgets/rowtable.h"

#include <vector>

namespace lockstep {

class AlertsModel;

// Shows an AlertsModel as a table without headers. The name and the key share the width that the
// other columns leave; text that is cut is in the tool tip.
class AlertsTable : public RowTable
{
    Q_OBJECT

public:
    // model and theme must outlive this.
    AlertsTable(AlertsModel *model, const Theme *theme, QWidget *parent = nullptr);

    void setPale(bool isPale); // while the server is not seen
    // Repaints only the visible conditions whose measured times have changed.
    void showTime(Instant now);

    [[nodiscard]] QSize sizeHint() const override; // as high as its rows
    [[nodiscard]] QSize minimumSizeHint() const override; // as high as one row

Q_SIGNALS:
    // takesFocus: true after a double click or Return, when the row of the key is to get the focus.
    void alertActivated(int row, bool takesFocus);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyFont();
    void divideWidth();
    // Keys and times of the rows get the width that they need. Columns only become wider, so that
    // they do not jump.
    void measureRows(int first, int last);

    class Delegate;
    AlertsModel *m_model;
    Delegate *m_delegate;
    int m_widestKey = 0; // of all that were shown, in pixels
    int m_widestSince = 0;
    std::vector<QString> m_conditions; // of the visible rows, when the time was shown last
};

} // namespace lockstep
