#include "ui/focus/focusring.h"

#include <QEvent>
#include <QPainter>

namespace lockstep {

FocusRing::FocusRing(QWidget *around)
    : QWidget(around)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setVisible(around->hasFocus());
    around->installEventFilter(this);
}

bool FocusRing::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::FocusIn:
        show();
        raise();
        break;
    case QEvent::FocusOut:
        hide();
        break;
    case QEvent::Resize:
        resize(parentWidget()->size());
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void FocusRing::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Highlight));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace lockstep
