// Asked of the application, once for the whole page: to ask each button before it is disabled would
// need every one of them to be thought of. By the time the focus has moved, Qt has marked the
// widget that had it as disabled or hidden, which nobody is who only tabs on.

#include "ui/lab/focusheir.h"

#include <QApplication>
#include <QWidget>

namespace lockstep {

FocusHeir::FocusHeir(std::function<bool(const QWidget *)> watches, std::function<void()> inherit)
    : m_watches(std::move(watches))
    , m_inherit(std::move(inherit))
{
    connect(qApp, &QApplication::focusChanged, this, &FocusHeir::onFocusChanged);
}

void FocusHeir::onFocusChanged(const QWidget *before) const
{
    if (before && (!before->isEnabled() || !before->isVisible()) && m_watches(before))
        m_inherit();
}

} // namespace lockstep
