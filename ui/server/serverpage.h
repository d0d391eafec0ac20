#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QWidget>

namespace lockstep {

class FactList;
class LatencyPlot;
class Panel;
class Theme;

// What the server is, how it is watched and what that costs it, which permissions are there, and
// how late expiries and replies are.
class ServerPage : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit ServerPage(const Theme *theme, QWidget *parent = nullptr);

    // Endpoint::display().
    void setConnection(const QString &where);
    void setSnapshot(const Snapshot &snapshot);

protected:
    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut(); // when it is to be shown first: the window is there sooner
    void retitle();
    void refresh();

    const Theme *m_theme;
    FactList *m_connection = nullptr, *m_watching = nullptr, *m_cost = nullptr,
             *m_permissions = nullptr, *m_nodes = nullptr;
    LatencyPlot *m_latency;
    std::vector<Panel *> m_panels; // in the order of their titles; none until it is laid out
    QString m_where;
    WatchStatus m_status;
    std::shared_ptr<const std::vector<NodeStatus>> m_nodeStatus = Snapshot().nodes;
    Instant m_takenAt{};
};

} // namespace lockstep
