// Listens to QApplication::focusChanged once for the whole page. Handling each widget that may be
// disabled was rejected, because one would be forgotten. When the signal comes, Qt has already
// marked the widget that lost the focus as disabled or hidden; a widget that the user left with Tab
// is neither. No signal comes while the window is not active, so the widget that had the focus is
// checked when the window becomes active again.

#include "ui/lab/page/focusfallback.h"

#include <QApplication>

namespace lockstep {

FocusFallback::FocusFallback(
    std::function<bool(const QWidget *)> watches, std::function<void()> takeFocus)
    : m_watches(std::move(watches))
    , m_takeFocus(std::move(takeFocus))
{
    connect(qApp, &QApplication::focusChanged, this, &FocusFallback::onFocusChanged);
}

void FocusFallback::onFocusChanged(QWidget *before, const QWidget *now)
{
    const QPointer<QWidget> left = m_left;
    const bool isBack = left && now && now->window() == left->window();
    const bool leaves = before && (!now || now->window() != before->window());
    if (isBack)
        m_left = nullptr;
    else if (leaves && before->isEnabled() && m_watches(before))
        m_left = before;
    const QWidget *loser = isBack ? left.data() : before;
    if (loser && (!loser->isEnabled() || !loser->isVisible()) && m_watches(loser))
        m_takeFocus();
}

} // namespace lockstep
