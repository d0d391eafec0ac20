#include "ui/watch/alerts/alertspanel.h"

#include "ui/text/wording.h"
#include "ui/watch/alerts/alertsmodel.h"
#include "ui/watch/alerts/alertstable.h"

#include <QEvent>

#include <algorithm>

namespace lockstep {

AlertsPanel::AlertsPanel(const Theme *theme, QWidget *parent)
    : Panel(theme, tr("Alerts"), parent)
    , m_model(new AlertsModel(this))
    , m_table(new AlertsTable(m_model, theme, this))
{
    setContent(m_table);
    retranslate();
    connect(m_table, &AlertsTable::alertActivated, this, [this](int row, bool takesFocus) {
        const Alert &alert = m_model->alert(row);
        // The family of a key that was never seen is unknown. Any table can say that it is not
        // there.
        Q_EMIT itemChosen(
            alert.format ? alert.format->family() : Family::Lock, alert.key, takesFocus);
    });
}

void AlertsPanel::setSnapshot(const Snapshot &snapshot)
{
    m_model->setSnapshot(snapshot);
    m_table->setPale(snapshot.status.unseenSince.has_value());
    m_leftOut = snapshot.alertsLeftOut;
    showNumber();
}

void AlertsPanel::showTime(Instant now)
{
    if (isVisible())
        m_table->showTime(now);
}

void AlertsPanel::fitToAlerts()
{
    m_table->updateGeometry();
    setMaximumHeight(std::max(minimumHeight(), sizeHint().height()));
    setVisible(m_model->rowCount() > 0);
}

void AlertsPanel::showNumber()
{
    const QString firing =
        tr("%1 firing", "a number of alerts").arg(wording::number(m_model->rowCount()));
    setNote(m_leftOut == 0 ? firing
                           : firing + QStringLiteral(" · ")
                + tr("%1 not told", "a number of alerts").arg(wording::integer(m_leftOut)));
}

void AlertsPanel::retranslate()
{
    setTitle(tr("Alerts"));
    m_table->setAccessibleName(tr("Alerts"));
    showNumber();
}

void AlertsPanel::changeEvent(QEvent *event)
{
    Panel::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
