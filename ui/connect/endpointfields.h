#pragma once

#include "core/redis/values/endpoint.h"

#include <QObject>

class QFormLayout;
class QLineEdit;
class QWidget;

namespace lockstep {

// The fields that make an address with all that belongs to it, for dialogs to put into their forms.
// The address is checked while it is typed; a password in it is moved to the password's field as
// soon as the address is left, and never shown.
class EndpointFields : public QObject
{
    Q_OBJECT

public:
    // parent: of the fields as well.
    explicit EndpointFields(QWidget *parent);
    ~EndpointFields() override;

    void addAddressTo(QFormLayout *form);
    void addExamplesTo(QFormLayout *form); // of addresses, below it
    void addPasswordsTo(QFormLayout *form);
    void addTlsTo(QFormLayout *form);

    // Without its passwords, which are not taken over.
    void setEndpoint(const Endpoint &endpoint);
    void setAddress(const QString &uri);
    // What is typed, or why it cannot be used.
    [[nodiscard]] Result<Endpoint> endpoint() const;
    [[nodiscard]] bool hasPassword() const; // one was typed
    void takePasswordOut();
    // Where the user has to look because of that error of the server.
    void focusFieldOf(const Error &error);
    void focusAddress();

Q_SIGNALS:
    void changed();
    void addressChanged(); // to another one: not because a password left it

private:
    QWidget *makeTls();
    QWidget *makeSentinels();
    void check();

    QWidget *m_parent;
    QLineEdit *m_address;
    QLineEdit *m_password, *m_sentinelUser, *m_sentinelPassword;
    QLineEdit *m_caFile, *m_certificateFile, *m_keyFile, *m_serverName;
    QWidget *m_tls = nullptr;
    QWidget *m_sentinels = nullptr;
    bool m_isPasswordLeaving = false; // the address, just now
};

} // namespace lockstep
