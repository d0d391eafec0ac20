#pragma once

#include "core/redis/endpoint.h"
#include "ui/connect/permission.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

class RecentServers;

// Asks which server to watch. It only makes an Endpoint, it opens nothing. The address is checked
// while it is typed; a password in it is moved to the password's field and never shown.
class ConnectDialog : public QDialog
{
    Q_OBJECT

public:
    // recent: outlives this; the endpoint that is accepted is remembered there without its
    // password.
    explicit ConnectDialog(RecentServers *recent, QWidget *parent = nullptr);

    void setEndpoint(const Endpoint &endpoint); // its password is not taken over
    // What is typed, or why it cannot be used.
    [[nodiscard]] Result<Endpoint> endpoint() const;
    // Only production is remembered, and proposed when the server is typed again.
    [[nodiscard]] Permission permission() const;

    void accept() override;

private:
    void layOut();
    QWidget *makeFileField(QLineEdit *field, const QString &title);
    void check();
    void takePasswordOut();
    void proposePermission();

    RecentServers *m_recent;
    QComboBox *m_uri, *m_permission;
    QLineEdit *m_password, *m_caFile, *m_certificateFile, *m_keyFile, *m_serverName;
    QWidget *m_tls;
    QLabel *m_trouble;
    QPushButton *m_connect;
};

} // namespace lockstep
