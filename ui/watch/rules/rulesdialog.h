#pragma once

#include "ui/watch/rules/ruledialog.h"
#include "ui/watch/rules/rulelistdialog.h"

namespace lockstep {

// The rules of a server, in the order in which they are tried, to view, change, reorder and delete
// them. Nothing is saved before the dialog is accepted.
class RulesDialog : public RuleListDialog
{
    Q_OBJECT

public:
    // readOnly: rules that are tried last and cannot be changed here.
    RulesDialog(std::vector<Rule> rules, const std::vector<Rule> &readOnly, const Files &files,
        RuleDialog::Count count, QWidget *parent = nullptr);

    [[nodiscard]] const std::vector<Rule> &rules() const { return m_rules; }

private:
    void fill(int chosen);
    void add();
    void change(int row);
    void remove(int row);
    void move(int row, int to);
    void editRule(const Rule &rule, std::function<void(const Rule &)> done);

    std::vector<Rule> m_rules;
    std::vector<Rule> m_readOnly;
    RuleDialog::Count m_count;
};

} // namespace lockstep
