#include "ui/connect/passwordprompt.h"

#include "ui/text/errormessage.h"

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
    sign->setEnabled(false);
    connect(m_password, &QLineEdit::textChanged, sign,
        [sign](const QString &text) { sign->setEnabled(!text.isEmpty()); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *form = new QFormLayout(this);
    form->addRow(reason);
    form->addRow(tr("&User"), m_user);
    form->addRow(tr("&Password"), m_password);
    form->addRow(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_password->setFocus();
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
