// This listens to QApplication::focusChanged, once for the whole page. To care for each widget that
// may be disabled was rejected: one of them would be forgotten. When the signal comes, Qt has
// marked the widget that had the focus as disabled or hidden; one that somebody left with Tab is
// neither. While the window is not the active one no signal comes, so the widget that had the focus
// then is looked at when the window is active again.

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
