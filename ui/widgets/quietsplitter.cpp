#include "ui/widgets/quietsplitter.h"

#include <QPainter>

namespace lockstep {

namespace {

constexpr int gap = 10;

class GapHandle : public QSplitterHandle
{
public:
    GapHandle(Qt::Orientation orientation, QSplitter *parent)
        : QSplitterHandle(orientation, parent)
    {
        setAttribute(Qt::WA_Hover);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        if (!underMouse())
            return;
        const bool upright = orientation() == Qt::Horizontal;
        const QSize size = upright ? QSize(2, height() / 6) : QSize(width() / 6, 2);
        QRect grip(QPoint(), size);
        grip.moveCenter(rect().center());
        QPainter(this).fillRect(grip, palette().color(QPalette::Highlight));
    }
};

} // namespace

QuietSplitter::QuietSplitter(Qt::Orientation orientation, QWidget *parent)
    : QSplitter(orientation, parent)
{
    setHandleWidth(gap);
    setChildrenCollapsible(false);
}

QSplitterHandle *QuietSplitter::createHandle()
{
    return new GapHandle(orientation(), this);
}

} // namespace lockstep
