#pragma once

#include "core/watch/formats/rules.h"
#include "ui/watch/rules/ruleentrydialog.h"
#include "ui/watch/rules/rulefield.h"

class QComboBox;

namespace lockstep {

// Edits one rule: for which keys, and what these are.
class RuleDialog : public RuleEntryDialog
{
    Q_OBJECT

public:
    // rule: shown at first. field: gets the focus; with RuleField::Ignore, ignoring is preselected.
    RuleDialog(const Rule &rule, RuleField field, Count count, QWidget *parent = nullptr);

    // What was entered, valid once the dialog was accepted.
    [[nodiscard]] Rule rule() const;

protected:
    [[nodiscard]] std::optional<Mistake> mistake() const override;

private:
    void layOut();
    QWidget *makeLimitRow();
    void fill(const Rule &rule);
    void focusField(RuleField field);
    void enableFields();
    [[nodiscard]] bool isIgnoring() const;
    [[nodiscard]] std::optional<Family> family() const; // nothing for “as recognised” and “ignored”
    // Returns nothing if none, or none that is valid, was entered.
    [[nodiscard]] std::optional<Milliseconds> window() const;

    bool m_hasMetrics = false; // copied from the given rule, because the dialog does not ask for it
    QComboBox *m_treatment, *m_kind;
    QLineEdit *m_limit, *m_windowAmount;
    QComboBox *m_windowUnit;
    QLineEdit *m_name;
};

} // namespace lockstep
