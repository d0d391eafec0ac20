#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace lockstep {

// Gives the focus to a fallback when the widget that has it is disabled or hidden. Qt would give it
// to the next widget, which may be an input field that takes the keys of the lab as text. If the
// window is not active, this happens as soon as it is active again.
class FocusFallback : public QObject
{
    Q_OBJECT

public:
    // watches: whether this object is responsible for a widget. takeFocus: puts the focus where the
    // keys are wanted.
    FocusFallback(std::function<bool(const QWidget *)> watches, std::function<void()> takeFocus);

private:
    void onFocusChanged(QWidget *before, const QWidget *now);

    std::function<bool(const QWidget *)> m_watches;
    std::function<void()> m_takeFocus;
    QPointer<QWidget> m_left; // the widget that had the focus when the window became inactive
};

} // namespace lockstep
