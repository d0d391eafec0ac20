#include "ui/watch/rules/alertdialog.h"

#include "ui/text/wording.h"
#include "ui/watch/rules/rulewords.h"
#include "ui/watchtext/alertwording.h"
#include "ui/watchtext/itemwording.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace lockstep {

namespace {

// Data of an entry in the list of families; other entries have a Family.
constexpr int anyFamily = -1;

} // namespace

AlertDialog::AlertDialog(const AlertRule &rule, Count count, QWidget *parent)
    : QDialog(parent)
    , m_count(std::move(count))
    , m_glob(new QLineEdit(this))
    , m_matches(new QLabel(this))
    , m_family(new QComboBox(this))
    , m_when(new QComboBox(this))
    , m_lasts(new QLineEdit(this))
    , m_name(new QLineEdit(this))
    , m_severity(new QComboBox(this))
    , m_trouble(new QLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Alert"));
    layOut();
    fill(rule);
    connect(m_glob, &QLineEdit::textChanged, this, &AlertDialog::showMatches);
    for (QLineEdit *edit : {m_glob, m_lasts, m_name})
        connect(edit, &QLineEdit::textChanged, this, [this] { showTrouble({}); });
    connect(m_when, &QComboBox::editTextChanged, this, [this] { showTrouble({}); });
    connect(m_family, &QComboBox::currentIndexChanged, this, [this] { showTrouble({}); });
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    QWidget *first = rule.glob.pattern().isEmpty() ? static_cast<QWidget *>(m_glob) : m_when;
    first->setFocus();
    showMatches();
}

void AlertDialog::layOut()
{
    m_glob->setObjectName(QStringLiteral("glob"));
    m_matches->setObjectName(QStringLiteral("matches"));
    m_family->setObjectName(QStringLiteral("family"));
    m_when->setObjectName(QStringLiteral("when"));
    m_lasts->setObjectName(QStringLiteral("for"));
    m_name->setObjectName(QStringLiteral("name"));
    m_severity->setObjectName(QStringLiteral("severity"));
    m_trouble->setObjectName(QStringLiteral("trouble"));
    m_matches->setTextFormat(Qt::PlainText);
    m_matches->setForegroundRole(QPalette::PlaceholderText);
    m_trouble->setTextFormat(Qt::PlainText);
    m_trouble->setWordWrap(true);
    m_glob->setToolTip(rulewords::patternHelp());
    m_family->addItem(tr("Any that the condition fits"), anyFamily);
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock})
        m_family->addItem(wording::family(family), int(family));
    m_when->setEditable(true);
    m_when->setInsertPolicy(QComboBox::NoInsert);
    // It would complete "renewals > 1" to the example that begins like that.
    m_when->setCompleter(nullptr);
    m_when->addItems(alertConditionExamples());
    m_lasts->setPlaceholderText(tr("at once"));
    m_lasts->setToolTip(tr("For how long it has to be so before the alert fires: 500ms, 5s, 2m."));
    m_name->setPlaceholderText(tr("what the alert is called"));
    for (const Severity severity : {Severity::Info, Severity::Warning, Severity::Critical})
        m_severity->addItem(severityWord(severity), int(severity));

    auto *form = new QFormLayout;
    form->addRow(tr("&Keys that match"), m_glob);
    form->addRow(QString(), m_matches);
    form->addRow(tr("&Of these"), m_family);
    form->addRow(tr("&When"), m_when);
    form->addRow(tr("&For at least"), m_lasts);
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("&Severity"), m_severity);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("OK"));
    m_buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto *column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_trouble);
    column->addStretch();
    column->addWidget(m_buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);
    m_trouble->hide();
}

void AlertDialog::fill(const AlertRule &rule)
{
    m_glob->setText(QString::fromUtf8(rule.glob.pattern()));
    m_family->setCurrentIndex(m_family->findData(rule.family ? int(*rule.family) : anyFamily));
    m_when->setEditText(rule.when.text());
    if (rule.lasts > Milliseconds(0))
        m_lasts->setText(lengthText(rule.lasts));
    m_name->setText(rule.name);
    m_severity->setCurrentIndex(m_severity->findData(int(rule.severity)));
}

void AlertDialog::showMatches()
{
    const Glob glob(m_glob->text().toUtf8());
    m_matches->setText(glob.pattern().isEmpty() || !glob.isClosed()
            ? QStringLiteral(" ") // keeps the height of the line
            : rulewords::matches(m_count(glob)));
}

std::optional<Family> AlertDialog::family() const
{
    const int chosen = m_family->currentData().toInt();
    return chosen == anyFamily ? std::nullopt : std::optional(Family(chosen));
}

std::optional<AlertCondition> AlertDialog::condition() const
{
    QString expected; // in English; the sentence of the mistake is in the program's language
    return alertConditionFrom(m_when->currentText(), &expected);
}

std::optional<Milliseconds> AlertDialog::lasts() const
{
    const QString text = m_lasts->text().trimmed();
    return text.isEmpty() ? Milliseconds(0) : lengthFrom(text);
}

AlertRule AlertDialog::rule() const
{
    AlertRule rule;
    rule.glob = Glob(m_glob->text().toUtf8());
    rule.family = family();
    rule.when = condition().value_or(AlertCondition());
    rule.lasts = lasts().value_or(Milliseconds(0));
    rule.name = m_name->text().trimmed();
    rule.severity = Severity(m_severity->currentData().toInt());
    return rule;
}

std::optional<AlertDialog::Mistake> AlertDialog::mistake() const
{
    const AlertRule typed = rule();
    if (typed.glob.pattern().isEmpty())
        return Mistake{tr("Type which keys the alert is for, such as lock:*"), m_glob};
    if (!typed.glob.isClosed())
        return Mistake{rulewords::unclosedPattern(), m_glob};
    if (!condition())
        return Mistake{tr("The condition has to be like one of these: %1. What only grows (held, "
                          "renewals, waiting, exhausted) goes with > or >= alone.")
                           .arg(alertConditionExamples().join(QStringLiteral(", "))),
            m_when};
    if (typed.family && !typed.when.fits(*typed.family))
        return Mistake{tr("This condition is never true of what you have chosen. Choose another "
                          "kind of keys, or any."),
            m_family};
    if (!lasts())
        return Mistake{tr("The time has to be like 500ms, 5s, 1.5m, 2h or 1d, or empty."), m_lasts};
    if (typed.name.isEmpty())
        return Mistake{tr("Type what the alert is called."), m_name};
    return std::nullopt;
}

void AlertDialog::accept()
{
    const auto wrong = mistake();
    if (!wrong)
        return QDialog::accept();
    showTrouble(wrong->sentence);
    wrong->field->setFocus();
}

void AlertDialog::showTrouble(const QString &sentence)
{
    m_trouble->setText(sentence);
    m_trouble->setAccessibleName(sentence);
    m_trouble->setVisible(!sentence.isEmpty());
    if (isVisible()) // a window does not grow by itself with a label that wraps
        resize(width(), std::max(height(), layout()->totalMinimumHeightForWidth(width())));
}

} // namespace lockstep
