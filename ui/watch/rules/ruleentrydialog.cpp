#include "ui/watch/rules/ruleentrydialog.h"

#include "ui/watch/rules/rulewords.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

RuleEntryDialog::RuleEntryDialog(Count count, QWidget *parent)
    : QDialog(parent)
    , m_count(std::move(count))
    , m_column(new QVBoxLayout(this))
    , m_form(new QFormLayout)
    , m_glob(new QLineEdit(this))
    , m_matches(new QLabel(this))
{
    m_glob->setObjectName(QStringLiteral("glob"));
    m_matches->setObjectName(QStringLiteral("matches"));
    m_matches->setTextFormat(Qt::PlainText);
    m_matches->setForegroundRole(QPalette::PlaceholderText);
    m_glob->setToolTip(rulewords::patternHelp());
    m_form->addRow(tr("&Keys that match"), m_glob);
    m_form->addRow(QString(), m_matches);
    m_column->addLayout(m_form);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);
}

void RuleEntryDialog::addButtons()
{
    m_trouble = new QLabel(this);
    m_trouble->setObjectName(QStringLiteral("trouble"));
    m_trouble->setTextFormat(Qt::PlainText);
    m_trouble->setWordWrap(true);
    m_trouble->hide();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("OK"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_column->addWidget(m_trouble);
    m_column->addStretch();
    m_column->addWidget(buttons);
    connect(m_glob, &QLineEdit::textChanged, this, &RuleEntryDialog::showMatches);
    connect(m_glob, &QLineEdit::textChanged, this, &RuleEntryDialog::hideMistake);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showMatches();
}

Glob RuleEntryDialog::glob() const
{
    return Glob(m_glob->text().toUtf8());
}

void RuleEntryDialog::showMatches()
{
    const Glob typed = glob();
    m_matches->setText(typed.pattern().isEmpty() || !typed.isClosed()
            ? QStringLiteral(" ") // keeps the height of the line
            : rulewords::matches(m_count(typed)));
}

std::optional<RuleEntryDialog::Mistake> RuleEntryDialog::globMistake(const QString &ifEmpty) const
{
    const Glob typed = glob();
    if (typed.pattern().isEmpty())
        return Mistake{ifEmpty, m_glob};
    if (!typed.isClosed())
        return Mistake{rulewords::unclosedPattern(), m_glob};
    return std::nullopt;
}

void RuleEntryDialog::accept()
{
    const auto wrong = mistake();
    if (!wrong)
        return QDialog::accept();
    showSentence(wrong->sentence);
    wrong->field->setFocus();
}

void RuleEntryDialog::hideMistake()
{
    showSentence({});
}

void RuleEntryDialog::showSentence(const QString &sentence)
{
    m_trouble->setText(sentence);
    m_trouble->setAccessibleName(sentence);
    m_trouble->setVisible(!sentence.isEmpty());
    if (isVisible()) // a window does not grow by itself with a label that wraps
        resize(width(), std::max(height(), layout()->totalMinimumHeightForWidth(width())));
}

} // namespace lockstep
