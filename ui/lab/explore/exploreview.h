#pragma once

#include "core/lab/explore/exploration.h"

#include <QWidget>

class QLabel;

namespace lockstep {

class ChecksList;
class InterleavingMapView;
class Theme;
class VerdictHeader;

// The result of an exploration: the verdict with its bounds, the result of each check, and the map.
// A violated check and a state of the map open the steps that lead there.
class ExploreView : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit ExploreView(const Theme *theme, QWidget *parent = nullptr);

    // Shows a title and a text in place of a result.
    void setNothing(const QString &title, const QString &words);
    void setProgress(const ExploreProgress &progress);
    void setExploration(const ExplorationPtr &exploration);
    [[nodiscard]] ExplorationPtr exploration() const { return m_exploration; }
    // Marks the trace in the map.
    void showTrace(const Trace &trace);

    [[nodiscard]] VerdictHeader *header() const { return m_header; }
    [[nodiscard]] ChecksList *checks() const { return m_checks; }
    [[nodiscard]] InterleavingMapView *map() const { return m_map; }

Q_SIGNALS:
    void wayChosen(const lockstep::Trace &trace, const QString &from);

protected:
    void changeEvent(QEvent *event) override;

private:
    void show(const ExplorationPtr &exploration);

    VerdictHeader *m_header;
    QWidget *m_body;
    ChecksList *m_checks;
    InterleavingMapView *m_map;
    QLabel *m_noMap;
    ExplorationPtr m_exploration;
};

} // namespace lockstep
