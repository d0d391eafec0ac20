#include "app/window/credentialsprompt.h"

#include "core/redis/values/errorclasses.h"
#include "ui/connect/passwordprompt.h"

#include <QApplication>

namespace lockstep {

CredentialsPrompt::CredentialsPrompt(QWidget *window)
    : m_window(window)
{
}

void CredentialsPrompt::setTrouble(const Endpoint &endpoint, const std::optional<Error> &trouble,
    bool offersToKeep, const QString &remark)
{
    m_endpoint = endpoint;
    m_trouble = trouble;
    m_offersToKeep = offersToKeep;
    m_remark = remark;
    ask();
}

void CredentialsPrompt::close()
{
    m_trouble.reset();
    if (m_dialog)
        m_dialog->reject();
}

void CredentialsPrompt::ask()
{
    if (!m_trouble || !isAboutCredentials(m_trouble->code) || m_dialog || !m_window->isVisible())
        return;
    if (const auto *other = qobject_cast<QDialog *>(QApplication::activeModalWidget())) {
        connect(other, &QDialog::finished, this, &CredentialsPrompt::ask,
            Qt::ConnectionType(Qt::QueuedConnection | Qt::UniqueConnection));
        return;
    }
    auto *dialog = new PasswordPrompt(m_endpoint, *m_trouble, m_window);
    m_dialog = dialog;
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_offersToKeep)
        dialog->offerToKeep(m_remark);
    connect(dialog, &QDialog::finished, this, [this, dialog](int result) {
        m_dialog = nullptr;
        if (result == QDialog::Accepted)
            Q_EMIT given(dialog->user(), dialog->password(), dialog->isToBeKept());
    });
    dialog->open();
}

} // namespace lockstep
