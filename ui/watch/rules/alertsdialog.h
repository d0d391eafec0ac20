#pragma once

#include "ui/watch/rules/alertdialog.h"
#include "ui/watch/rules/rulelistdialog.h"

#include <vector>

namespace lockstep {

// The alerts in a server's rules file, to view, add, change and delete them. Nothing is saved
// before the dialog is accepted. Alerts have no order, because all that match a key count.
class AlertsDialog : public RuleListDialog
{
    Q_OBJECT

public:
    // readOnly: alerts that cannot be changed here.
    AlertsDialog(std::vector<AlertRule> alerts, const std::vector<AlertRule> &readOnly,
        const Files &files, AlertDialog::Count count, QWidget *parent = nullptr);

    [[nodiscard]] const std::vector<AlertRule> &alerts() const { return m_alerts; }

private:
    void fill(int chosen);
    void add();
    void change(int row);
    void remove(int row);
    void editAlert(const AlertRule &alert, std::function<void(const AlertRule &)> done);

    std::vector<AlertRule> m_alerts;
    std::vector<AlertRule> m_readOnly;
    AlertDialog::Count m_count;
};

} // namespace lockstep
