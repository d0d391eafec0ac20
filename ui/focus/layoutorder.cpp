// Qt keeps an order of Tab of its own, that in which widgets were made, and QDialogButtonBox
// changes it each time a button is added: with Qt 6.4 Tab then goes round the buttons for ever and
// never comes back to the fields. The layouts have the order already, so nothing has to be kept in
// step.

#include "ui/focus/layoutorder.h"

#include <QLayout>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace lockstep {

namespace {

void addStops(const QLayout *layout, std::vector<QWidget *> &stops)
{
    for (int i = 0; i < layout->count(); ++i) {
        QLayoutItem *item = layout->itemAt(i);
        if (const QLayout *inner = item->layout())
            addStops(inner, stops);
        QWidget *widget = item->widget();
        if (!widget || !widget->isVisible() || !widget->isEnabled())
            continue;
        if (!widget->focusProxy() && (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus)
            stops.push_back(widget);
        else if (const QLayout *inner = widget->layout())
            addStops(inner, stops);
    }
}

} // namespace

bool focusNextInLayout(QWidget *window, bool next)
{
    std::vector<QWidget *> stops;
    if (const QLayout *layout = window->layout())
        addStops(layout, stops);
    if (stops.empty())
        return false;
    if (!next)
        std::reverse(stops.begin(), stops.end());
    const auto present = std::find(stops.begin(), stops.end(), window->focusWidget());
    const bool isLast = present == stops.end() || std::next(present) == stops.end();
    QWidget *const stop = isLast ? stops.front() : *std::next(present);
    stop->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

} // namespace lockstep
