#include "ui/watch/rules/alertsdialog.h"

#include "ui/text/wording.h"
#include "ui/watchtext/alertwording.h"

namespace lockstep {

namespace {

QList<QStringList> alertRows(const std::vector<AlertRule> &alerts)
{
    QList<QStringList> rows;
    for (const AlertRule &alert : alerts)
        rows.append({wording::key(alert.name.toUtf8()), wording::key(alert.glob.pattern()),
            alert.when.text(), alert.lasts > Milliseconds(0) ? lengthText(alert.lasts) : QString(),
            severityWord(alert.severity)});
    return rows;
}

} // namespace

AlertsDialog::AlertsDialog(std::vector<AlertRule> alerts, const std::vector<AlertRule> &readOnly,
    const Files &files, AlertDialog::Count count, QWidget *parent)
    : RuleListDialog(
        {.title = tr("Alerts for this server"),
            .name = QStringLiteral("alerts"),
            .headers = {tr("Name"), tr("Keys"), tr("When"), tr("For"), tr("Severity")},
            .widths = {30, 30, 20, 8},
            .readOnlyToolTip = tr("This alert comes from %1 and cannot be changed here.")},
        files, parent)
    , m_alerts(std::move(alerts))
    , m_readOnly(readOnly)
    , m_count(std::move(count))
{
    connect(this, &RuleListDialog::addRequested, this, &AlertsDialog::add);
    connect(this, &RuleListDialog::changeRequested, this, &AlertsDialog::change);
    connect(this, &RuleListDialog::removeRequested, this, &AlertsDialog::remove);
    fill(0);
    focusList();
}

void AlertsDialog::fill(int chosen)
{
    setAbout(m_alerts.empty() && m_readOnly.empty()
            ? tr("There is no alert yet. Add… makes one, and so does Alert… in the context menu of "
                 "a row.")
            : tr("All alerts that match a key count."));
    setRows(alertRows(m_alerts), alertRows(m_readOnly), chosen);
}

void AlertsDialog::editAlert(const AlertRule &alert, std::function<void(const AlertRule &)> done)
{
    auto *dialog = new AlertDialog(alert, m_count, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [dialog, done] { done(dialog->rule()); });
    dialog->open();
}

void AlertsDialog::add()
{
    editAlert({}, [this](const AlertRule &alert) {
        m_alerts.push_back(alert);
        fill(int(m_alerts.size()) - 1);
    });
}

void AlertsDialog::change(int row)
{
    editAlert(m_alerts[size_t(row)], [this, row](const AlertRule &alert) {
        m_alerts[size_t(row)] = alert;
        fill(row);
    });
}

void AlertsDialog::remove(int row)
{
    m_alerts.erase(m_alerts.begin() + row);
    fill(row);
    focusList(); // the button may have become disabled
}

} // namespace lockstep
