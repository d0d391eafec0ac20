#pragma once

#include "core/lab/history/lanespans.h"
#include "ui/lab/tracks/stateset.h"

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

    void setOccurring(StateSet states);
    void setShown(StateSet states);
    [[nodiscard]] StateSet shown() const { return m_shown; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

Q_SIGNALS:
    void shownChanged(StateSet states);

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
    StateSet m_occurring;
    StateSet m_shown = StateSet::all(); // at first
};

} // namespace lockstep
