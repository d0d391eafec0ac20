#pragma once

#include "core/redis/values/endpoint.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace lockstep {

// Asks for user and password when a server wants them (NoAuth) or has not accepted them
// (WrongPass).
class PasswordPrompt : public QDialog
{
    Q_OBJECT

public:
    PasswordPrompt(const Endpoint &endpoint, const Error &why, QWidget *parent = nullptr);

    // Offers to keep the password in the system's keychain, which is possible only for the
    // endpoint's user. remark: shown beside the reason for asking; may be empty.
    void offerToKeep(const QString &remark);

    [[nodiscard]] QByteArray user() const;
    [[nodiscard]] QByteArray password() const;
    [[nodiscard]] bool isToBeKept() const;

private:
    QLineEdit *m_user, *m_password;
    QLabel *m_remark;
    QCheckBox *m_keep;
};

} // namespace lockstep
