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
class RecentServers;

// Asks which server to watch. It only makes an Endpoint, it opens nothing: whoever listens to
// connectionRequested() tries it and calls accept() or showFailure().
class ConnectDialog : public QDialog
{
    Q_OBJECT

public:
    // recent: outlives this. Pins and removals are kept there; the address itself is not.
    explicit ConnectDialog(RecentServers *recent, QWidget *parent = nullptr);

    ~ConnectDialog() override;

    // What is connected to now. Its password is not taken over.
    void setConnection(const Endpoint &endpoint, Permission permission);
    // What is typed, or why it cannot be used.
    [[nodiscard]] Result<Endpoint> endpoint() const;
    [[nodiscard]] Permission permission() const;
    // The server is marked as production, and the user has chosen something else.
    [[nodiscard]] bool takesMarkAway() const;

    // Of the attempt that was asked for: the dialog stays, with what was typed.
    void showFailure(const Error &error);

Q_SIGNALS:
    void connectionRequested(const lockstep::Endpoint &endpoint);
    // What is typed is to have a name; nothing was tried.
    void profileRequested(const lockstep::Endpoint &endpoint, lockstep::Permission permission);

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
    EndpointFields *m_fields;
    QListWidget *m_list;
    QPushButton *m_pin, *m_remove;
    QComboBox *m_permission;
    QWidget *m_form;
    QLabel *m_trouble;
    QPushButton *m_connect, *m_keep;
    QString m_currentAddress; // of setConnection()
    Permission m_currentPermission = Permission::ReadOnly;
};

} // namespace lockstep
