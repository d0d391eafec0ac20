#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QWidget>

namespace lockstep {

class FactList;
class LatencyPlot;
class Panel;
class Theme;

// Shows what the server is, how it is watched and what that costs, which permissions there are, and
// how late expiries and replies arrive.
class ServerPage : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit ServerPage(const Theme *theme, QWidget *parent = nullptr);

    // where: Endpoint::display().
    void setConnection(const QString &where);
    void setSnapshot(const Snapshot &snapshot);

protected:
    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut(); // called when the page is first shown, so that the window opens sooner
    void retitle();
    void refresh();

    const Theme *m_theme;
    FactList *m_connection = nullptr, *m_watching = nullptr, *m_cost = nullptr,
             *m_permissions = nullptr, *m_nodes = nullptr;
    LatencyPlot *m_latency;
    std::vector<Panel *> m_panels; // in the order of their titles; empty before layOut()
    QString m_where;
    WatchStatus m_status;
    std::shared_ptr<const std::vector<NodeStatus>> m_nodeStatus = Snapshot().nodes;
    Instant m_takenAt{};
};

} // namespace lockstep
