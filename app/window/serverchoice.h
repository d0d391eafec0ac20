#pragma once

#include "app/commands/source.h"
#include "core/redis/identity/productionservers.h"
#include "core/redis/identity/servercheck.h"
#include "ui/connect/profilesdialog.h"
#include "ui/connect/recentservers.h"

#include <QPointer>
#include <QSettings>

namespace lockstep {

class ConnectDialog;

// Lets the user choose a server. The present one is watched until the new one has answered, so a
// mistyped address does no harm.
class ServerChoice : public QObject
{
    Q_OBJECT

public:
    // window: the parent of the dialog; must outlive this.
    explicit ServerChoice(QWidget *window);

    // current: shown at first; nullptr for the demo shop.
    void open(const Source *current);
    // Chooses a server for another window, which finds out itself whether it answers.
    void openForNewWindow();

Q_SIGNALS:
    // The server has answered, is remembered, and may be used as permission says.
    void chosen(const lockstep::Endpoint &endpoint, lockstep::Permission permission);
    void windowRequested(const lockstep::Endpoint &endpoint, lockstep::Permission permission);
    // The user wants a profile for the address that was typed.
    void profileRequested(const lockstep::Endpoint &endpoint, lockstep::Permission permission);
    // The user wants to import profiles instead, to choose one of them for that purpose.
    void importRequested(lockstep::ProfilesDialog::Purpose purpose);

private:
    bool openDialog(ProfilesDialog::Purpose purpose); // false if it is open already
    void onChecked(const Endpoint &endpoint, const Result<ServerIdentity> &identity);
    Result<void> changeMark(const Endpoint &endpoint, const ServerIdentity &identity);

    QWidget *m_window;
    QSettings m_settings;
    RecentServers m_recent;
    ProductionServers m_production;
    QPointer<ConnectDialog> m_dialog;
    ServerCheck m_check;
};

} // namespace lockstep
