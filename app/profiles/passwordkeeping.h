#pragma once

#include "core/redis/secrets/keychain.h"
#include "ui/text/saying.h"

#include <QObject>

#include <vector>

namespace lockstep {

// Whether a password of the keychain may help where a server refused this.
bool asksForPassword(const Error &refusal, const Endpoint &endpoint);

// Keeps the passwords of profiles in the desktop's keychain, for the window. All functions return
// at once, because the keychain may first ask its user to unlock it.
class PasswordKeeping : public QObject
{
    Q_OBJECT

public:
    void read(const Endpoint &endpoint); // answered by found(); a newer read() replaces it
    void stopReading();
    void keepPassword(const Endpoint &endpoint) { keepPasswords({endpoint}); }
    // Keeps one after another, up to the first that fails: the others would fail like it.
    void keepPasswords(const std::vector<Endpoint> &endpoints);
    void forgetPassword(const Endpoint &endpoint);

Q_SIGNALS:
    // The endpoint, with the kept passwords where it had none of its own. trouble: why the keychain
    // could not be used; empty if it could.
    void found(const lockstep::Endpoint &endpoint, const QString &trouble);
    void done(const lockstep::Saying &sentence); // says what was kept
    void failed(const QString &sentence); // says why not all was kept or forgotten

private:
    QCoro::Task<void> readInTurn(Endpoint endpoint);
    QCoro::Task<void> keepInTurn(std::vector<Endpoint> endpoints);
    QCoro::Task<void> forgetInTurn(Endpoint endpoint);

    int m_reading = 0; // the number of the last read(); answers to earlier ones are ignored
};

} // namespace lockstep
