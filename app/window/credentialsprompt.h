#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <QObject>
#include <QPointer>

#include <optional>

class QDialog;

namespace lockstep {

// Asks for user and password where the server wants others, in a dialog over the window; while
// another dialog is open there, it waits for that to close.
class CredentialsPrompt : public QObject
{
    Q_OBJECT

public:
    explicit CredentialsPrompt(QWidget *window); // outlives this

    // The present trouble of the connection to the server. Opens the dialog where the trouble is
    // about credentials, the window is visible and no dialog of this is open.
    // offersToKeep: the password, in the desktop's keychain. remark: said beside the reason.
    void setTrouble(const Endpoint &endpoint, const std::optional<Error> &trouble,
        bool offersToKeep = false, const QString &remark = QString());
    void close(); // nothing is to be asked any more

Q_SIGNALS:
    void given(const QByteArray &user, const QByteArray &password, bool isToBeKept);

private:
    void ask();

    QWidget *m_window;
    Endpoint m_endpoint;
    std::optional<Error> m_trouble;
    bool m_offersToKeep = false;
    QString m_remark;
    QPointer<QDialog> m_dialog; // while it is open
};

} // namespace lockstep
