#pragma once

#include "core/lab/history/lanespans.h"

#include <QWidget>

#include <memory>

namespace lockstep {

class StateMarks;
class Theme;

// The legend: the states that occur in the picture. A click hides a state or shows it again; a
// click with Shift or a double click shows only that state.
class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit TimelineLegend(const Theme *theme, QWidget *parent = nullptr);
    ~TimelineLegend() override;

    void setOccurring(quint32 states); // a bit 1 << LaneSpan::State for each state
    void setShown(quint32 states);
    [[nodiscard]] quint32 shown() const { return m_shown; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

Q_SIGNALS:
    void shownChanged(quint32 states);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Entry;

    void toggle(LaneSpan::State state, bool alone);
    int place(int width, bool moves) const;

    const Theme *m_theme;
    std::unique_ptr<StateMarks> m_marks;
    std::vector<Entry *> m_entries;
    quint32 m_occurring = 0;
    quint32 m_shown = ~0U; // at first all states are shown
};

} // namespace lockstep
