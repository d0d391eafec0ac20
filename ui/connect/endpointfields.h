#pragma once

#include "core/redis/values/endpoint.h"

#include <QObject>

class QFormLayout;
class QLineEdit;
class QWidget;

namespace lockstep {

// The input fields for an address and all that belongs to it, for dialogs to put into their forms.
// The address is checked while it is typed. A password in it is moved to the password field as soon
// as the address field is left, and is never shown.
class EndpointFields : public QObject
{
    Q_OBJECT

public:
    // parent: also the parent of the fields.
    explicit EndpointFields(QWidget *parent);
    ~EndpointFields() override;

    void addAddressTo(QFormLayout *form);
    void addExamplesTo(QFormLayout *form); // adds examples of addresses, to stand below the address
    void addPasswordsTo(QFormLayout *form);
    void addTlsTo(QFormLayout *form);

    // Fills the fields from an endpoint, but for its passwords.
    void setEndpoint(const Endpoint &endpoint);
    void setAddress(const QString &uri);
    // What is typed as an address, or why it cannot be used.
    [[nodiscard]] Result<Endpoint> endpoint() const;
    [[nodiscard]] bool hasPassword() const; // whether a password was typed
    void takePasswordOut();
    // Focuses the field that the server's error is about.
    void focusFieldOf(const Error &error);
    void focusAddress();

Q_SIGNALS:
    void changed();
    void addressChanged(); // the address changed, but not because a password was moved out of it

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
    bool m_isPasswordLeaving = false; // while a password is being moved out of the address
};

} // namespace lockstep
