#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/widgets/panel.h"

namespace lockstep {

class AlertsModel;
class AlertsTable;

// The list of the alerts that fire, with their number in the heading.
class AlertsPanel : public Panel
{
    Q_OBJECT

public:
    explicit AlertsPanel(const Theme *theme, QWidget *parent = nullptr);

    void setSnapshot(const Snapshot &snapshot);
    void showTime(Instant now); // lets measured times go on
    // Shows the panel if there are alerts, not higher than they need.
    void fitToAlerts();

    [[nodiscard]] AlertsTable *table() const { return m_table; }
    [[nodiscard]] AlertsModel *model() const { return m_model; }

Q_SIGNALS:
    // The alert of that key was chosen. takesFocus: whether its row is to get the focus, or only to
    // be shown.
    void itemChosen(lockstep::Family family, const QByteArray &key, bool takesFocus);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void showNumber();

    AlertsModel *m_model;
    AlertsTable *m_table;
    qint64 m_leftOut = 0;
};

} // namespace lockstep
