#include "ui/watch/rules/ruledialog.h"

#include "core/watch/values/jsonfields.h"
#include "core/watch/values/timeunit.h"
#include "ui/text/wording.h"
#include "ui/watch/rules/rulewords.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include <array>

namespace lockstep {

namespace {

// Data of an entry in the list of treatments; other entries have a Family.
constexpr int asRecognised = -1;
constexpr int ignored = -2;

constexpr std::array<qint64, 5> unitsMs{1, 1000, 60'000, 3'600'000, 86'400'000};

// Returns nothing if the text is not a whole number from 1 to the largest that a rule may have.
std::optional<qint64> wholeNumber(const QString &text)
{
    bool isNumber = false;
    const qint64 number = text.trimmed().toLongLong(&isNumber);
    if (!isNumber || number < 1 || number > qint64(JsonFields::largestWhole))
        return std::nullopt;
    return number;
}

} // namespace

RuleDialog::RuleDialog(const Rule &rule, RuleField field, Count count, QWidget *parent)
    : RuleEntryDialog(std::move(count), parent)
    , m_treatment(new QComboBox(this))
    , m_kind(new QComboBox(this))
    , m_limit(new QLineEdit(this))
    , m_windowAmount(new QLineEdit(this))
    , m_windowUnit(new QComboBox(this))
    , m_name(new QLineEdit(this))
{
    setWindowTitle(tr("Rule for keys"));
    layOut();
    fill(rule);
    connect(m_treatment, &QComboBox::currentIndexChanged, this, &RuleDialog::enableFields);
    for (QLineEdit *edit : {m_limit, m_windowAmount, m_name})
        connect(edit, &QLineEdit::textChanged, this, &RuleDialog::hideMistake);
    connect(m_treatment, &QComboBox::currentIndexChanged, this, &RuleDialog::hideMistake);
    focusField(field);
    enableFields();
}

void RuleDialog::layOut()
{
    m_treatment->setObjectName(QStringLiteral("treatment"));
    m_kind->setObjectName(QStringLiteral("kind"));
    m_name->setObjectName(QStringLiteral("name"));
    m_treatment->addItem(rulewords::treatment({}), asRecognised);
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        Rule rule;
        rule.family = family;
        m_treatment->addItem(rulewords::treatment(rule), int(family));
    }
    m_treatment->addItem(tr("Ignore: do not read or show them"), ignored);
    m_kind->addItem(tr("By their type"), QString());
    for (const QString &kind : counterKinds())
        m_kind->addItem(kind == u"presence" ? tr("presence (users online)") : kind, kind);
    m_name->setPlaceholderText(tr("shown beside the key"));

    form()->addRow(tr("&Treat them as"), m_treatment);
    form()->addRow(tr("&Count"), m_kind);
    form()->addRow(tr("&Limit"), makeLimitRow());
    form()->addRow(tr("&Name"), m_name);
    addButtons();
}

QWidget *RuleDialog::makeLimitRow()
{
    m_limit->setObjectName(QStringLiteral("limit"));
    m_windowAmount->setObjectName(QStringLiteral("windowAmount"));
    m_windowUnit->setObjectName(QStringLiteral("windowUnit"));
    m_windowAmount->setAccessibleName(tr("Time in which the limit is allowed"));
    m_windowUnit->setAccessibleName(tr("Unit of that time"));
    const QStringList units{// In the order of unitsMs.
        tr("milliseconds"), tr("seconds"), tr("minutes"), tr("hours"), tr("days")};
    for (int i = 0; i < units.size(); ++i)
        m_windowUnit->addItem(units.at(i), unitsMs.at(size_t(i)));
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_limit, 2);
    layout->addWidget(new QLabel(tr("per", "60 per 5 minutes"), row));
    layout->addWidget(m_windowAmount, 1);
    layout->addWidget(m_windowUnit, 1);
    row->setFocusProxy(m_limit); // so that the label's mnemonic focuses the limit
    return row;
}

void RuleDialog::fill(const Rule &rule)
{
    globField()->setText(QString::fromUtf8(rule.glob.pattern()));
    m_treatment->setCurrentIndex(m_treatment->findData(rule.isIgnored ? ignored
            : rule.family                                             ? int(*rule.family)
                                                                      : asRecognised));
    m_kind->setCurrentIndex(m_kind->findData(rule.kind));
    if (rule.bounds.limit)
        m_limit->setText(QString::number(qint64(*rule.bounds.limit)));
    const qint64 window = rule.bounds.window.value_or(Milliseconds(0)).count();
    m_windowUnit->setCurrentIndex(1);
    for (size_t i = 0; window > 0 && i < unitsMs.size(); ++i) {
        if (window % unitsMs.at(i) == 0) {
            m_windowAmount->setText(QString::number(window / unitsMs.at(i)));
            m_windowUnit->setCurrentIndex(int(i));
        }
    }
    m_name->setText(rule.name);
    m_hasMetrics = rule.hasMetrics;
}

void RuleDialog::focusField(RuleField field)
{
    switch (field) {
    case RuleField::Keys:
        globField()->setFocus();
        break;
    case RuleField::Limit:
        m_limit->setFocus();
        break;
    case RuleField::Name:
        m_name->setFocus();
        break;
    case RuleField::Ignore:
        m_treatment->setCurrentIndex(m_treatment->findData(ignored));
        globField()->setFocus();
        break;
    }
}

void RuleDialog::enableFields()
{
    const bool isUsed = !isIgnoring();
    for (QWidget *field :
        std::initializer_list<QWidget *>{m_limit, m_windowAmount, m_windowUnit, m_name})
        field->setEnabled(isUsed);
    m_kind->setEnabled(family() == Family::Counter);
}

bool RuleDialog::isIgnoring() const
{
    return m_treatment->currentData().toInt() == ignored;
}

std::optional<Family> RuleDialog::family() const
{
    const int treatment = m_treatment->currentData().toInt();
    return treatment < 0 ? std::nullopt : std::optional(Family(treatment));
}

std::optional<Milliseconds> RuleDialog::window() const
{
    const auto amount = wholeNumber(m_windowAmount->text());
    if (!amount)
        return std::nullopt;
    return windowFrom(double(*amount) * double(m_windowUnit->currentData().toLongLong()));
}

Rule RuleDialog::rule() const
{
    Rule rule;
    rule.glob = glob();
    rule.isIgnored = isIgnoring();
    if (rule.isIgnored)
        return rule;
    rule.family = family();
    if (rule.family == Family::Counter)
        rule.kind = m_kind->currentData().toString();
    if (const auto limit = wholeNumber(m_limit->text()))
        rule.bounds.limit = double(*limit);
    rule.bounds.window = window();
    rule.name = m_name->text().trimmed();
    rule.hasMetrics = m_hasMetrics;
    return rule;
}

std::optional<RuleEntryDialog::Mistake> RuleDialog::mistake() const
{
    const Rule typed = rule();
    if (auto wrong = globMistake(tr("Type which keys the rule is for, such as login:*")))
        return wrong;
    if (typed.isIgnored)
        return std::nullopt;
    if (!m_limit->text().trimmed().isEmpty() && !typed.bounds.limit)
        return Mistake{tr("The limit has to be a whole number, from 1 to %1, or empty.")
                           .arg(wording::number(JsonFields::largestWhole)),
            m_limit};
    if (!m_windowAmount->text().trimmed().isEmpty() && !typed.bounds.window)
        return Mistake{
            tr("The time has to be a whole number, from 1 up to a century in all, or empty."),
            m_windowAmount};
    if (typed.isEmpty())
        return Mistake{tr("This rule says nothing yet. Choose what the keys are, or type a limit, "
                          "a time or a name."),
            m_treatment};
    return std::nullopt;
}

} // namespace lockstep
