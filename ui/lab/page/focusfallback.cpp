// Asked of the application, once for the whole page: to ask each button before it is disabled would
// need every one of them to be thought of. By the time the focus has moved, Qt has marked the
// widget that had it as disabled or hidden, which nobody is who only tabs on. Of a window that is
// not the active one nothing is heard: of whom it left with the focus is asked when it comes back.

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
