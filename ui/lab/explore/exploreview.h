#pragma once

#include "core/lab/explore/exploration.h"

#include <QWidget>

class QLabel;

namespace lockstep {

class ChecksList;
class InterleavingMap;
class Theme;
class VerdictHeader;

// What an exploration has found out: the verdict with its bounds, what became of each check, and
// the map. A check that can be broken, and a state of the map, lead to the way there.
class ExploreView : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit ExploreView(const Theme *theme, QWidget *parent = nullptr);

    // Nothing has been explored: what there is to be said instead.
    void setNothing(const QString &title, const QString &words);
    void setProgress(const ExploreProgress &progress);
    void setExploration(const ExplorationPtr &exploration);
    [[nodiscard]] ExplorationPtr exploration() const { return m_exploration; }
    // Marks the way in the map.
    void showTrace(const Trace &trace);

    [[nodiscard]] VerdictHeader *header() const { return m_header; }
    [[nodiscard]] ChecksList *checks() const { return m_checks; }
    [[nodiscard]] InterleavingMap *map() const { return m_map; }

Q_SIGNALS:
    void wayChosen(const lockstep::Trace &trace, const QString &from);

protected:
    void changeEvent(QEvent *event) override;

private:
    void show(const ExplorationPtr &exploration);

    VerdictHeader *m_header;
    QWidget *m_body;
    ChecksList *m_checks;
    InterleavingMap *m_map;
    QLabel *m_noMap;
    ExplorationPtr m_exploration;
};

} // namespace lockstep
