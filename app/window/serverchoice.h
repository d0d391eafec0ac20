#pragma once

#include "app/commands/source.h"
#include "core/redis/identity/servercheck.h"
#include "ui/connect/recentservers.h"

#include <QPointer>
#include <QSettings>

namespace lockstep {

class ConnectDialog;

// Lets the user choose a server. What is watched goes on until the new one has answered, so that a
// mistyped address costs nothing.
class ServerChoice : public QObject
{
    Q_OBJECT

public:
    // window: over which the dialog stands; outlives this.
    explicit ServerChoice(QWidget *window);

    // current: shown at first; nothing for the demo shop.
    void open(const Source *current);
    // For a window of its own, which finds out itself whether the server answers.
    void openForNewWindow();

Q_SIGNALS:
    // It answered, is remembered, and may be used as permission says.
    void chosen(const lockstep::Endpoint &endpoint, lockstep::Permission permission);
    void windowRequested(const lockstep::Endpoint &endpoint, lockstep::Permission permission);
    // What was typed is to be a profile.
    void profileRequested(const lockstep::Endpoint &endpoint, lockstep::Permission permission);

private:
    bool openDialog(); // false: it is open already
    void onChecked(const Endpoint &endpoint, const Result<ServerIdentity> &identity);
    [[nodiscard]] Permission permissionFor(
        const Endpoint &endpoint, const ServerIdentity &identity);

    QWidget *m_window;
    QSettings m_settings;
    RecentServers m_recent;
    QPointer<ConnectDialog> m_dialog;
    ServerCheck m_check;
};

} // namespace lockstep
