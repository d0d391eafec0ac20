#pragma once

#include <QWidget>

namespace lockstep {

// A ring in the accent's colour around a widget, while that has the keyboard focus. For widgets
// that do not show the focus themselves.
class FocusRing : public QWidget
{
    Q_OBJECT

public:
    explicit FocusRing(QWidget *around); // becomes the parent

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
};

} // namespace lockstep
