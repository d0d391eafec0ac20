#pragma once

#include "core/watch/formats/alertrule.h"
#include "ui/watch/rules/ruleentrydialog.h"

class QComboBox;

namespace lockstep {

// Edits one alert: for which keys, and on which condition. Everything that a rules file may say of
// an alert can be entered.
class AlertDialog : public RuleEntryDialog
{
    Q_OBJECT

public:
    // rule: shown at first; if it has no name, the name gets the focus.
    AlertDialog(const AlertRule &rule, Count count, QWidget *parent = nullptr);

    // What was entered, valid once the dialog was accepted.
    [[nodiscard]] AlertRule rule() const;

protected:
    [[nodiscard]] std::optional<Mistake> mistake() const override;

private:
    void layOut();
    void fill(const AlertRule &rule);
    [[nodiscard]] std::optional<Family> family() const; // nothing for any family
    // Returns nothing if the text is no condition.
    [[nodiscard]] std::optional<AlertCondition> condition() const;
    // Returns nothing if the text is no duration, and 0 if it is empty.
    [[nodiscard]] std::optional<Milliseconds> lasts() const;

    QComboBox *m_family, *m_when;
    QLineEdit *m_lasts, *m_name;
    QComboBox *m_severity;
};

} // namespace lockstep
