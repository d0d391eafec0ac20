#pragma once

#include "core/lab/explore/exploration.h"
#include "ui/lab/explore/mapgeometry.h"
#include "ui/lab/explore/violatingstates.h"

#include <QPixmap>
#include <QWidget>

namespace lockstep {

class Theme;

// All interleavings of an exploration in one small picture: states from left to right by the number
// of steps that lead there, violating ones marked. A click, or Return, opens the way to a state;
// arrows go from state to state, the page keys from one violating state to the next.
class InterleavingMap : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit InterleavingMap(const Theme *theme, QWidget *parent = nullptr);

    // nullptr, or one without a map: only the reason is shown.
    void setExploration(const ExplorationPtr &exploration);
    // Marks the states that the trace goes through.
    void showTrace(const Trace &trace);
    [[nodiscard]] int violatingStates() const { return m_violating.count(); }
    [[nodiscard]] int chosen() const { return m_chosen; }
    // Where a state stands in this widget.
    [[nodiscard]] QPointF placeOf(int node) const { return m_geometry.place(node); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void wayChosen(const lockstep::Trace &trace);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void arrange();
    void paintStates(QPainter &painter) const;
    void paintStored(QPainter &painter);
    void paintWay(QPainter &painter) const;
    void paintLabels(QPainter &painter) const; // of a small map: who takes each step
    void choose(int node);
    void chooseViolating(int offset);
    void describe();
    [[nodiscard]] int nodeAt(QPointF position) const;
    [[nodiscard]] QString wordsOf(int node) const;
    [[nodiscard]] QString nothing() const; // why there is no map

    const Theme *m_theme;
    ExplorationPtr m_exploration;
    MapGeometry m_geometry;
    ViolatingStates m_violating;
    std::vector<int> m_way; // nodes
    int m_chosen = -1;
    QPixmap m_picture; // all but the way
};

} // namespace lockstep
