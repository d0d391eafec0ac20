#pragma once

#include "core/redis/values/endpoint.h"
#include "ui/connect/permission.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace lockstep {

class RecentServers;

// Asks which server to watch. It only makes an Endpoint, it opens nothing: whoever listens to
// connectionRequested() tries it and calls accept() or showFailure(). The address is checked while
// it is typed; a password in it is moved to the password's field and never shown.
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

private:
    void layOut();
    QWidget *makeFileField(QLineEdit *field, const QString &title);
    QWidget *makeRecentList();
    void fillRecent();
    void pinOrUnpin();
    void removeRecent();
    [[nodiscard]] QString chosenRecent() const;
    void check();
    void takePasswordOut();
    void proposePermission();
    void requestConnection();
    void setBusy(bool busy);
    void showTrouble(const QString &text);

    RecentServers *m_recent;
    QLineEdit *m_address;
    QListWidget *m_list;
    QPushButton *m_pin, *m_remove;
    QComboBox *m_permission;
    QLineEdit *m_password, *m_sentinelUser, *m_sentinelPassword;
    QLineEdit *m_caFile, *m_certificateFile, *m_keyFile, *m_serverName;
    QWidget *m_form, *m_tls, *m_sentinels;
    QLabel *m_trouble;
    QPushButton *m_connect;
    QString m_currentAddress; // of setConnection()
    Permission m_currentPermission = Permission::ReadOnly;
};

} // namespace lockstep
