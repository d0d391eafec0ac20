#pragma once

#include "core/redis/values/endpoint.h"
#include "ui/connect/permission.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace lockstep {

class EndpointFields;
class ProductionServers;
class RecentServers;

// Asks which server to watch. The dialog only makes an Endpoint and does not connect: who handles
// connectionRequested() tries to connect and then calls accept() or showFailure().
class ConnectDialog : public QDialog
{
    Q_OBJECT

public:
    // recent and production must outlive this. Pins and removals are saved in recent; the address
    // itself is not. Marks of production are only read.
    ConnectDialog(
        RecentServers *recent, const ProductionServers *production, QWidget *parent = nullptr);

    ~ConnectDialog() override;

    // Shows the present connection, without its password.
    void setConnection(const Endpoint &endpoint, Permission permission);
    // Says that the server will be watched in a window of its own.
    void setForNewWindow();
    // What is typed as an address, or why it cannot be used.
    [[nodiscard]] Result<Endpoint> endpoint() const;
    [[nodiscard]] Permission permission() const;
    // Whether the server is marked as production, but the user has chosen something else.
    [[nodiscard]] bool takesMarkAway() const;

    // Says why the requested connection failed. The dialog stays open with what was typed.
    void showFailure(const Error &error);

Q_SIGNALS:
    void connectionRequested(const lockstep::Endpoint &endpoint);
    // The user wants to give the typed address a name, as a profile. Nothing was tried.
    void profileRequested(const lockstep::Endpoint &endpoint, lockstep::Permission permission);
    void importRequested(); // the user wants to import profiles, and nothing that is typed here

protected:
    bool focusNextPrevChild(bool next) override;

private:
    void layOut();
    QWidget *makeRecentList();
    void fillRecent();
    void pinOrUnpin();
    void removeRecent();
    [[nodiscard]] QString chosenRecent() const;
    void check();
    void proposePermission();
    void requestConnection();
    void setBusy(bool busy);
    void showTrouble(const QString &text);

    RecentServers *m_recent;
    const ProductionServers *m_production;
    EndpointFields *m_fields;
    QListWidget *m_list;
    QPushButton *m_pin, *m_remove;
    QComboBox *m_permission;
    QWidget *m_form;
    QLabel *m_trouble;
    QPushButton *m_connect, *m_keep;
    QString m_currentAddress; // as given to setConnection()
    Permission m_currentPermission = Permission::ReadOnly;
};

} // namespace lockstep
