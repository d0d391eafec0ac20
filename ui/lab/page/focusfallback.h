#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace lockstep {

// Gives the focus to a fallback when the widget that has it is disabled or hidden. Qt would give it
// to whatever comes next, which may be a field that takes the keys of the lab for text. While the
// window is not the active one, this happens as soon as it is active again.
class FocusFallback : public QObject
{
    Q_OBJECT

public:
    // watches: tells whether this object looks after that widget. takeFocus: puts the focus where
    // the keys are wanted.
    FocusFallback(std::function<bool(const QWidget *)> watches, std::function<void()> takeFocus);

private:
    void onFocusChanged(QWidget *before, const QWidget *now);

    std::function<bool(const QWidget *)> m_watches;
    std::function<void()> m_takeFocus;
    QPointer<QWidget> m_left; // the one that had the focus when the window ceased to be active
};

} // namespace lockstep
