#include "ui/watch/rules/alertdialog.h"

#include "ui/text/wording.h"
#include "ui/watchtext/alertwording.h"
#include "ui/watchtext/itemwording.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

namespace lockstep {

namespace {

// Data of an entry in the list of families; other entries have a Family.
constexpr int anyFamily = -1;

} // namespace

AlertDialog::AlertDialog(const AlertRule &rule, Count count, QWidget *parent)
    : RuleEntryDialog(std::move(count), parent)
    , m_family(new QComboBox(this))
    , m_when(new QComboBox(this))
    , m_lasts(new QLineEdit(this))
    , m_name(new QLineEdit(this))
    , m_severity(new QComboBox(this))
{
    setWindowTitle(tr("Alert"));
    layOut();
    fill(rule);
    for (QLineEdit *edit : {m_lasts, m_name})
        connect(edit, &QLineEdit::textChanged, this, &AlertDialog::hideMistake);
    connect(m_when, &QComboBox::editTextChanged, this, &AlertDialog::hideMistake);
    connect(m_family, &QComboBox::currentIndexChanged, this, &AlertDialog::hideMistake);
    QWidget *first = rule.glob.pattern().isEmpty() ? static_cast<QWidget *>(globField()) : m_when;
    first->setFocus();
}

void AlertDialog::layOut()
{
    m_family->setObjectName(QStringLiteral("family"));
    m_when->setObjectName(QStringLiteral("when"));
    m_lasts->setObjectName(QStringLiteral("for"));
    m_name->setObjectName(QStringLiteral("name"));
    m_severity->setObjectName(QStringLiteral("severity"));
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

    form()->addRow(tr("&Of these"), m_family);
    form()->addRow(tr("&When"), m_when);
    form()->addRow(tr("&For at least"), m_lasts);
    form()->addRow(tr("&Name"), m_name);
    form()->addRow(tr("&Severity"), m_severity);
    addButtons();
}

void AlertDialog::fill(const AlertRule &rule)
{
    globField()->setText(QString::fromUtf8(rule.glob.pattern()));
    m_family->setCurrentIndex(m_family->findData(rule.family ? int(*rule.family) : anyFamily));
    m_when->setEditText(rule.when.text());
    if (rule.lasts > Milliseconds(0))
        m_lasts->setText(lengthText(rule.lasts));
    m_name->setText(rule.name);
    m_severity->setCurrentIndex(m_severity->findData(int(rule.severity)));
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
    rule.glob = glob();
    rule.family = family();
    rule.when = condition().value_or(AlertCondition());
    rule.lasts = lasts().value_or(Milliseconds(0));
    rule.name = m_name->text().trimmed();
    rule.severity = Severity(m_severity->currentData().toInt());
    return rule;
}

std::optional<RuleEntryDialog::Mistake> AlertDialog::mistake() const
{
    const AlertRule typed = rule();
    if (auto wrong = globMistake(tr("Type which keys the alert is for, such as lock:*")))
        return wrong;
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

} // namespace lockstep
