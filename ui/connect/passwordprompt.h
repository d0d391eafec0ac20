#pragma once

#include "core/redis/values/endpoint.h"

#include <QDialog>

class QLineEdit;

namespace lockstep {

// Asks for user and password when a server wants them (NoAuth) or has not accepted them
// (WrongPass).
class PasswordPrompt : public QDialog
{
    Q_OBJECT

public:
    PasswordPrompt(const Endpoint &endpoint, const Error &why, QWidget *parent = nullptr);

    [[nodiscard]] QByteArray user() const;
    [[nodiscard]] QByteArray password() const;

private:
    QLineEdit *m_user, *m_password;
};

} // namespace lockstep
