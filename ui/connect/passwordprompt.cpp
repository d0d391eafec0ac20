#include "ui/connect/passwordprompt.h"

#include "ui/text/errormessage.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace lockstep {

PasswordPrompt::PasswordPrompt(const Endpoint &endpoint, const Error &why, QWidget *parent)
    : QDialog(parent)
    , m_user(new QLineEdit(QString::fromUtf8(endpoint.user), this))
    , m_password(new QLineEdit(this))
    , m_remark(new QLabel(this))
    , m_keep(new QCheckBox(tr("Keep it in the desktop's keychain"), this))
{
    setWindowTitle(tr("Password"));
    auto *reason = new QLabel(errorMessage(why, endpoint.display()), this);
    reason->setTextFormat(Qt::PlainText);
    reason->setWordWrap(true);
    m_user->setPlaceholderText(tr("the default user"));
    m_password->setEchoMode(QLineEdit::Password);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    QPushButton *sign = buttons->addButton(tr("Sign in"), QDialogButtonBox::AcceptRole);
    sign->setDefault(true);
    const bool mayBeEmpty = why.code == ErrorCode::NoPasswordSet;
    sign->setEnabled(mayBeEmpty);
    connect(m_password, &QLineEdit::textChanged, sign, [sign, mayBeEmpty](const QString &text) {
        sign->setEnabled(mayBeEmpty || !text.isEmpty());
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *form = new QFormLayout(this);
    form->addRow(reason);
    form->addRow(m_remark);
    form->addRow(tr("&User"), m_user);
    form->addRow(tr("&Password"), m_password);
    form->addRow(QString(), m_keep);
    form->addRow(buttons);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setWordWrap(true);
    m_remark->hide();
    m_keep->setObjectName(QStringLiteral("keep"));
    m_keep->hide();
    setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_password->setFocus();
}

void PasswordPrompt::offerToKeep(const QString &remark)
{
    m_remark->setText(remark);
    m_remark->setHidden(remark.isEmpty());
    m_keep->show();
    connect(m_user, &QLineEdit::textChanged, m_keep,
        [this, kept = m_user->text()](const QString &user) { m_keep->setEnabled(user == kept); });
}

bool PasswordPrompt::isToBeKept() const
{
    return m_keep->isChecked() && m_keep->isEnabled();
}

QByteArray PasswordPrompt::user() const
{
    return m_user->text().toUtf8();
}

QByteArray PasswordPrompt::password() const
{
    return m_password->text().toUtf8();
}

} // namespace lockstep
