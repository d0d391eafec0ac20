#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace lockstep {

// A widget that is disabled or hidden loses the focus to whatever comes next, which may be a field
// that takes letters for text. Gives it to a fallback instead; while its window is not the active
// one, as soon as it is again.
class FocusFallback : public QObject
{
    Q_OBJECT

public:
    // watches: whether it is about this widget. takeFocus: puts the focus where the keys are
    // wanted.
    FocusFallback(std::function<bool(const QWidget *)> watches, std::function<void()> takeFocus);

private:
    void onFocusChanged(QWidget *before, const QWidget *now);

    std::function<bool(const QWidget *)> m_watches;
    std::function<void()> m_takeFocus;
    QPointer<QWidget> m_left; // had the focus when its window ceased to be the active one
};

} // namespace lockstep
