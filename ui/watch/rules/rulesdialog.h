#pragma once

#include "ui/watch/rules/ruledialog.h"

class QLabel;
class QPushButton;
class QTreeWidget;

namespace lockstep {

// The rules of a server, in the order in which they are tried: to be seen, changed, put into
// another order and deleted. Nothing happens to them before the dialog is accepted.
class RulesDialog : public QDialog
{
    Q_OBJECT

public:
    // given: rules that are tried last and cannot be changed here. file: where the rules are kept.
    RulesDialog(std::vector<Rule> rules, const std::vector<Rule> &given, const QString &file,
        RuleDialog::Count count, QWidget *parent = nullptr);

    [[nodiscard]] const std::vector<Rule> &rules() const { return m_rules; }

private:
    void layOut(const QString &file);
    QWidget *makeButtons();
    void fill(int chosen);
    [[nodiscard]] int chosen() const; // -1: none, or one that was given
    void enableButtons();
    void add();
    void change();
    void remove();
    void move(int by);
    void ask(const Rule &rule, std::function<void(const Rule &)> done);

    std::vector<Rule> m_rules;
    std::vector<Rule> m_given;
    RuleDialog::Count m_count;
    QLabel *m_about;
    QTreeWidget *m_list;
    QPushButton *m_add, *m_change, *m_remove, *m_up, *m_down;
};

} // namespace lockstep
