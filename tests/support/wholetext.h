#pragma once

#include <QFontMetrics>
#include <QLabel>
#include <QWidget>

namespace lockstep {

// Which label of a shown window has text that does not fit it, so that its end cannot be read;
// empty: none has. A word that is wider than its line must be broken to fit.
inline QString cutTextOf(const QWidget &window)
{
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (!label->isVisible() || label->text().isEmpty())
            continue;
        const QRect room = label->contentsRect();
        const int wrap = label->wordWrap() ? int(Qt::TextWordWrap) : 0;
        const QSize needed =
            label->fontMetrics().boundingRect(0, 0, room.width(), 0, wrap, label->text()).size();
        const bool isInside =
            window.rect().contains(QRect(label->mapTo(&window, QPoint(0, 0)), label->size()));
        if (needed.width() > room.width() || needed.height() > room.height() || !isInside)
            return label->text();
    }
    return {};
}

} // namespace lockstep
