#pragma once

#include <QApplication>
#include <QTest>
#include <QWidget>

// Where Tab leads, looked at by tests.
namespace lockstep {

// The widgets that Tab goes through, from the one that has the focus on. The last one is the first
// that comes for the second time; it is the first one of all if Tab leads round all of them.
inline QList<QWidget *> tabRing()
{
    constexpr int most = 200;
    QList<QWidget *> ring{QApplication::focusWidget()};
    while (ring.last() && ring.size() < most) {
        QTest::keyClick(ring.last(), Qt::Key_Tab);
        QWidget *next = QApplication::focusWidget();
        const bool isKnown = ring.contains(next);
        ring << next;
        if (isKnown)
            break;
    }
    return ring;
}

// Every widget of the window that can have the focus by Tab now.
inline QSet<QWidget *> tabStops(const QWidget &window)
{
    QSet<QWidget *> stops;
    const auto widgets = window.findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        if (widget->window() == &window && widget->isVisible() && widget->isEnabled()
            && !widget->focusProxy() && (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus)
            stops << widget;
    }
    return stops;
}

// Whether people read `later` after `earlier`: it stands lower, or further right in the same line.
inline bool isReadAfter(const QWidget &later, const QWidget &earlier)
{
    const auto place = [](const QWidget &widget) {
        return QRect(widget.mapTo(widget.window(), QPoint()), widget.size());
    };
    const QRect after = place(later);
    const QRect before = place(earlier);
    return after.top() > before.bottom()
        || (after.left() > before.right() && after.bottom() >= before.top());
}

inline QString nameOf(const QWidget *widget)
{
    if (!widget)
        return QStringLiteral("nothing");
    const QVariant text = widget->property("text");
    return QStringLiteral("%1 “%2%3” (%4)")
        .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName(),
            text.toString(), widget->objectName());
}

} // namespace lockstep
