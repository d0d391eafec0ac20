#include "app/window/serverchoice.h"

#include "ui/connect/connectdialog.h"

namespace lockstep {

ServerChoice::ServerChoice(QWidget *window)
    : m_window(window)
    , m_recent(&m_settings)
    , m_production(&m_settings)
{
    connect(&m_check, &ServerCheck::finished, this, &ServerChoice::onChecked);
}

bool ServerChoice::openDialog(ProfilesDialog::Purpose purpose)
{
    if (m_dialog) {
        m_dialog->raise();
        return false;
    }
    m_dialog = new ConnectDialog(&m_recent, &m_production, m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &ConnectDialog::profileRequested, this,
        [this](const Endpoint &endpoint, Permission permission) {
            m_dialog->reject();
            Q_EMIT profileRequested(endpoint, permission);
        });
    connect(m_dialog, &ConnectDialog::importRequested, this, [this, purpose] {
        m_dialog->reject();
        Q_EMIT importRequested(purpose);
    });
    m_dialog->open();
    return true;
}

void ServerChoice::open(const Source *current)
{
    if (!openDialog(ProfilesDialog::Purpose::ThisWindow))
        return;
    if (current)
        m_dialog->setConnection(current->endpoint, current->permission);
    connect(m_dialog, &ConnectDialog::connectionRequested, &m_check, &ServerCheck::start);
    connect(m_dialog, &QDialog::rejected, &m_check, &ServerCheck::stop);
}

void ServerChoice::openForNewWindow()
{
    if (!openDialog(ProfilesDialog::Purpose::NewWindow))
        return;
    m_dialog->setForNewWindow();
    connect(m_dialog, &ConnectDialog::connectionRequested, this, [this](const Endpoint &endpoint) {
        const Permission permission = m_dialog->permission();
        if (permission == Permission::Production) {
            if (const auto marked = m_production.mark(endpoint); !marked)
                return m_dialog->showFailure(marked.error());
        }
        m_dialog->accept();
        Q_EMIT windowRequested(endpoint, permission);
    });
}

void ServerChoice::onChecked(const Endpoint &endpoint, const Result<ServerIdentity> &identity)
{
    if (!m_dialog)
        return;
    if (!identity)
        return m_dialog->showFailure(identity.error());
    if (const auto changed = changeMark(endpoint, *identity); !changed)
        return m_dialog->showFailure(changed.error());
    // If the server is known as production under another name, it stays production, whatever was
    // chosen for this name.
    const Permission permission = m_production.recognise(endpoint, *identity)
        ? Permission::Production
        : m_dialog->permission();
    m_dialog->accept();
    Q_EMIT chosen(endpoint, permission);
}

// The mark of production is removed only if the user saw it and chose something else.
Result<void> ServerChoice::changeMark(const Endpoint &endpoint, const ServerIdentity &identity)
{
    if (m_dialog->takesMarkAway()) {
        if (const auto unmarked = m_production.unmark(endpoint, identity); !unmarked)
            return unmarked;
    }
    return m_dialog->permission() == Permission::Production ? m_production.mark(endpoint, identity)
                                                            : Result<void>();
}

} // namespace lockstep
