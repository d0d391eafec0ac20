#pragma once

#include "core/redis/secrets/keychain.h"

#include <QObject>

namespace lockstep {

// Passwords of profiles in the desktop's keychain, for the window: the keychain may ask its user to
// unlock it, and nothing waits meanwhile.
class PasswordKeeping : public QObject
{
    Q_OBJECT

public:
    void read(const Endpoint &endpoint); // answered by found(); another one takes its place
    void stopReading();
    void keep(const Endpoint &endpoint);
    void forget(const Endpoint &endpoint);

Q_SIGNALS:
    // With the passwords that are kept for it, where it has none of its own. trouble: why the
    // keychain was of no use; empty: it was.
    void found(const lockstep::Endpoint &endpoint, const QString &trouble);
    void done(const QString &sentence); // what became of keep() or forget()

private:
    QCoro::Task<void> readInTurn(Endpoint endpoint);
    QCoro::Task<void> keepInTurn(Endpoint endpoint);
    QCoro::Task<void> forgetInTurn(Endpoint endpoint);

    int m_reading = 0; // the number of the read() that is waited for
};

} // namespace lockstep
