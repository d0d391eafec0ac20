#pragma once

#include "core/lab/explore/exploration.h"
#include "ui/lab/explore/mapgeometry.h"
#include "ui/lab/explore/violatingstates.h"

#include <QPixmap>
#include <QWidget>

namespace lockstep {

class Theme;

// Shows the map of all interleavings of an exploration in one small picture. States are arranged
// from left to right by the number of steps that lead to them, and violating ones are marked. A
// click or Return opens the steps to a state. Arrow keys go from state to state, the page keys from
// one violating state to the next.
class InterleavingMapView : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit InterleavingMapView(const Theme *theme, QWidget *parent = nullptr);

    // If exploration is nullptr or has no map, only the reason is shown.
    void setExploration(const ExplorationPtr &exploration);
    // Marks the states that the trace goes through.
    void showTrace(const Trace &trace);
    [[nodiscard]] int chosen() const { return m_chosen; }
    // The position of a state in this widget.
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
    void paintLabels(QPainter &painter) const; // in a small map: who takes each step
    void choose(int node);
    void chooseViolating(int offset);
    void describe();
    [[nodiscard]] int nodeAt(QPointF position) const;
    [[nodiscard]] QString wordsOf(int node) const;
    [[nodiscard]] QString nothing() const; // says why there is no map

    const Theme *m_theme;
    ExplorationPtr m_exploration;
    MapGeometry m_geometry;
    ViolatingStates m_violating;
    std::vector<int> m_way; // nodes
    int m_chosen = -1; // a state; -1 for none
    QPixmap m_picture; // everything except the marked trace
};

} // namespace lockstep
