#pragma once

#include <QAccessible>
#include <QPointer>
#include <QRandomGenerator>
#include <QWidget>

#include <vector>

namespace lockstep {

// Asks a window what a screen reader asks: walks its tree of accessible objects, with names,
// values, text and cells, and comes back to some that it has met before, whether they are still
// there or not. Each event is answered by a look at what it is about, as the bridges of the
// platforms do.
class ScreenReader
{
public:
    ScreenReader(QWidget *window, quint32 seed);
    ~ScreenReader();
    Q_DISABLE_COPY_MOVE(ScreenReader)

    void read();
    [[nodiscard]] qint64 met() const { return m_met; } // accessible objects, so far

private:
    static void hear(QAccessibleEvent *event);
    void walk(QAccessibleInterface *at, int depth);
    void ask(QAccessibleInterface *at);
    void askText(QAccessibleTextInterface *text);
    void askTable(QAccessibleTableInterface *table);
    void remember(QAccessible::Id id);

    QPointer<QWidget> m_window;
    QRandomGenerator m_random;
    std::vector<QAccessible::Id> m_known;
    qint64 m_met = 0;
};

} // namespace lockstep
