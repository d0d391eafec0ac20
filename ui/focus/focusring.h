#pragma once

#include <QWidget>

namespace lockstep {

// Drawn over a widget that takes the keyboard focus and does not show it by itself, while it has
// it, in the accent's colour.
class FocusRing : public QWidget
{
    Q_OBJECT

public:
    explicit FocusRing(QWidget *around); // a child of it

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
};

} // namespace lockstep
