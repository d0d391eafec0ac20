#include "ui/watch/rules/rulesdialog.h"

#include "ui/text/wording.h"
#include "ui/watch/rules/rulewords.h"

namespace lockstep {

namespace {

QList<QStringList> ruleRows(const std::vector<Rule> &rules)
{
    QList<QStringList> rows;
    for (const Rule &rule : rules)
        rows.append({wording::key(rule.glob.pattern()), rulewords::treatment(rule),
            rulewords::limit(rule), wording::key(rule.name.toUtf8())});
    return rows;
}

} // namespace

RulesDialog::RulesDialog(std::vector<Rule> rules, const std::vector<Rule> &readOnly,
    const Files &files, RuleDialog::Count count, QWidget *parent)
    : RuleListDialog(
        {.title = tr("Rules for this server"),
            .name = QStringLiteral("rules"),
            .headers = {tr("Keys"), tr("Treated as"), tr("Limit"), tr("Name")},
            .widths = {36, 16, 20},
            .readOnlyToolTip = tr("This rule comes from %1 and cannot be changed here."),
            .isOrdered = true},
        files, parent)
    , m_rules(std::move(rules))
    , m_readOnly(readOnly)
    , m_count(std::move(count))
{
    connect(this, &RuleListDialog::addRequested, this, &RulesDialog::add);
    connect(this, &RuleListDialog::changeRequested, this, &RulesDialog::change);
    connect(this, &RuleListDialog::removeRequested, this, &RulesDialog::remove);
    connect(this, &RuleListDialog::moveRequested, this, &RulesDialog::move);
    fill(0);
    focusList();
}

void RulesDialog::fill(int chosen)
{
    setAbout(m_rules.empty() && m_readOnly.empty()
            ? tr("There is no rule yet. Add… makes one, and so do Set limit…, Name… and Ignore… in "
                 "the context menu of a row.")
            : tr("The first rule that matches a key counts, and no other."));
    setRows(ruleRows(m_rules), ruleRows(m_readOnly), chosen);
}

void RulesDialog::editRule(const Rule &rule, std::function<void(const Rule &)> done)
{
    auto *dialog = new RuleDialog(rule, RuleField::Keys, m_count, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [dialog, done] { done(dialog->rule()); });
    dialog->open();
}

void RulesDialog::add()
{
    const int row = chosen();
    const int place = row < 0 ? int(m_rules.size()) : row; // before the selected one
    editRule({}, [this, place](const Rule &rule) {
        m_rules.insert(m_rules.begin() + place, rule);
        fill(place);
    });
}

void RulesDialog::change(int row)
{
    editRule(m_rules[size_t(row)], [this, row](const Rule &rule) {
        m_rules[size_t(row)] = rule;
        fill(row);
    });
}

void RulesDialog::remove(int row)
{
    m_rules.erase(m_rules.begin() + row);
    fill(row);
    focusList(); // the button may have become disabled
}

void RulesDialog::move(int row, int to)
{
    std::swap(m_rules[size_t(row)], m_rules[size_t(to)]);
    fill(to);
    focusList();
}

} // namespace lockstep
