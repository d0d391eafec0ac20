#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <QObject>
#include <QPointer>

#include <optional>

class QDialog;

namespace lockstep {

// Asks for user and password when the server refuses the present ones, in a dialog over the window.
// If another dialog is open there, it waits until that is closed.
class CredentialsPrompt : public QObject
{
    Q_OBJECT

public:
    explicit CredentialsPrompt(QWidget *window); // outlives this

    // Sets the present trouble of the connection. Opens the dialog if the trouble is about
    // credentials, the window is visible and no dialog of this is open. offersToKeep: whether the
    // dialog offers to keep the password in the desktop's keychain. remark: shown beside the
    // reason.
    void setTrouble(const Endpoint &endpoint, const std::optional<Error> &trouble,
        bool offersToKeep = false, const QString &remark = QString());
    void close(); // closes the dialog, when the credentials are no longer needed

Q_SIGNALS:
    void given(const QByteArray &user, const QByteArray &password, bool isToBeKept);

private:
    void ask();

    QWidget *m_window;
    Endpoint m_endpoint;
    std::optional<Error> m_trouble;
    bool m_offersToKeep = false;
    QString m_remark;
    QPointer<QDialog> m_dialog; // null unless it is open
};

} // namespace lockstep
