#include "ui/watch/rules/rulesdialog.h"

#include "ui/text/wording.h"
#include "ui/watch/rules/rulewords.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>

namespace lockstep {

RulesDialog::RulesDialog(std::vector<Rule> rules, const std::vector<Rule> &given,
    const QString &file, RuleDialog::Count count, QWidget *parent)
    : QDialog(parent)
    , m_rules(std::move(rules))
    , m_given(given)
    , m_count(std::move(count))
    , m_about(new QLabel(this))
    , m_list(new QTreeWidget(this))
    , m_add(new QPushButton(tr("Add…"), this))
    , m_change(new QPushButton(tr("Change…"), this))
    , m_remove(new QPushButton(tr("Delete"), this))
    , m_up(new QPushButton(tr("Move up"), this))
    , m_down(new QPushButton(tr("Move down"), this))
{
    setWindowTitle(tr("Rules for this server"));
    layOut(file);
    fill(0);
    m_list->setFocus();
}

void RulesDialog::layOut(const QString &file)
{
    m_about->setTextFormat(Qt::PlainText);
    m_about->setWordWrap(true);
    auto *place = new QLabel(tr("Kept in %1").arg(QDir::toNativeSeparators(file)), this);
    place->setTextFormat(Qt::PlainText);
    place->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    place->setWordWrap(true);
    place->setForegroundRole(QPalette::PlaceholderText);
    m_list->setObjectName(QStringLiteral("rules"));
    m_list->setAccessibleName(windowTitle());
    m_list->setHeaderLabels({tr("Keys"), tr("Treated as"), tr("Limit"), tr("Name")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &RulesDialog::enableButtons);
    connect(m_list, &QTreeWidget::itemActivated, this, &RulesDialog::change);

    auto *row = new QHBoxLayout;
    row->addWidget(m_list, 1);
    row->addWidget(makeButtons());
    auto *ends = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    ends->button(QDialogButtonBox::Ok)->setText(tr("OK"));
    ends->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(ends, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(ends, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_about);
    column->addLayout(row, 1);
    column->addWidget(place);
    column->addWidget(ends);
    const int unit = fontMetrics().averageCharWidth();
    resize(unit * 110, fontMetrics().height() * 22);
    m_list->header()->resizeSection(0, unit * 36);
    m_list->header()->resizeSection(1, unit * 16);
    m_list->header()->resizeSection(2, unit * 20);
}

QWidget *RulesDialog::makeButtons()
{
    auto *buttons = new QWidget(this);
    auto *column = new QVBoxLayout(buttons);
    column->setContentsMargins(0, 0, 0, 0);
    const std::initializer_list<std::pair<QPushButton *, const char *>> all{
        {m_add, "add"}, {m_change, "change"}, {m_remove, "delete"}, {m_up, "up"}, {m_down, "down"}};
    for (const auto &[button, name] : all) {
        button->setObjectName(QString::fromLatin1(name));
        button->setAutoDefault(false);
        column->addWidget(button);
    }
    column->addStretch();
    connect(m_add, &QPushButton::clicked, this, &RulesDialog::add);
    connect(m_change, &QPushButton::clicked, this, &RulesDialog::change);
    connect(m_remove, &QPushButton::clicked, this, &RulesDialog::remove);
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    // A button's own shortcut would show it pressed for a moment before it acts.
    const auto onKey = [this](QPushButton *button, const QKeySequence &keys) {
        connect(new QShortcut(keys, this), &QShortcut::activated, button, &QPushButton::click);
        button->setToolTip(keys.toString(QKeySequence::NativeText));
    };
    onKey(m_remove, QKeySequence(Qt::Key_Delete));
    onKey(m_up, QKeySequence(Qt::ALT | Qt::Key_Up));
    onKey(m_down, QKeySequence(Qt::ALT | Qt::Key_Down));
    return buttons;
}

void RulesDialog::fill(int chosen)
{
    m_list->clear();
    m_about->setText(m_rules.empty() && m_given.empty()
            ? tr("There is no rule yet. Add… makes one, and so do Set limit…, Name… and Ignore… in "
                 "the context menu of a row.")
            : tr("The first rule that matches a key counts, and no other."));
    const auto append = [this](const Rule &rule, bool isGiven) {
        auto *item = new QTreeWidgetItem(m_list,
            {wording::key(rule.glob.pattern()), rulewords::treatment(rule), rulewords::limit(rule),
                wording::key(rule.name.toUtf8())});
        if (!isGiven)
            return;
        item->setFlags(Qt::ItemIsEnabled);
        for (int column = 0; column < m_list->columnCount(); ++column) {
            item->setForeground(column, palette().brush(QPalette::PlaceholderText));
            item->setToolTip(
                column, tr("This rule comes from --rules and cannot be changed here."));
        }
    };
    for (const Rule &rule : m_rules)
        append(rule, false);
    for (const Rule &rule : m_given)
        append(rule, true);
    if (!m_rules.empty())
        m_list->setCurrentItem(
            m_list->topLevelItem(std::clamp(chosen, 0, int(m_rules.size()) - 1)));
    enableButtons();
}

int RulesDialog::chosen() const
{
    const QList<QTreeWidgetItem *> selected = m_list->selectedItems();
    const int row = selected.isEmpty() ? -1 : m_list->indexOfTopLevelItem(selected.first());
    return row < int(m_rules.size()) ? row : -1;
}

void RulesDialog::enableButtons()
{
    const int row = chosen();
    m_change->setEnabled(row >= 0);
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < int(m_rules.size()));
}

void RulesDialog::ask(const Rule &rule, std::function<void(const Rule &)> done)
{
    auto *dialog = new RuleDialog(rule, RuleField::Keys, m_count, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [dialog, done] { done(dialog->rule()); });
    dialog->open();
}

void RulesDialog::add()
{
    const int row = chosen();
    const int place = row < 0 ? int(m_rules.size()) : row; // before the chosen one
    ask({}, [this, place](const Rule &rule) {
        m_rules.insert(m_rules.begin() + place, rule);
        fill(place);
    });
}

void RulesDialog::change()
{
    const int row = chosen();
    if (row < 0)
        return;
    ask(m_rules[size_t(row)], [this, row](const Rule &rule) {
        m_rules[size_t(row)] = rule;
        fill(row);
    });
}

void RulesDialog::remove()
{
    const int row = chosen();
    if (row < 0)
        return;
    m_rules.erase(m_rules.begin() + row);
    fill(row);
    m_list->setFocus(); // the button may be disabled now
}

void RulesDialog::move(int by)
{
    const int row = chosen();
    const int other = row + by;
    if (row < 0 || other < 0 || other >= int(m_rules.size()))
        return;
    std::swap(m_rules[size_t(row)], m_rules[size_t(other)]);
    fill(other);
    m_list->setFocus();
}

} // namespace lockstep
