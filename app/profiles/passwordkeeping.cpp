// A coroutine continues when the keychain has answered, which may be after the window was closed.
// So each first checks whether its object still exists.

#include "app/profiles/passwordkeeping.h"

#include "app/terminal/keychainwords.h"
#include "core/redis/values/errorclasses.h"

#include <QPointer>

namespace lockstep {

bool asksForPassword(const Error &refusal, const Endpoint &endpoint)
{
    return isAboutCredentials(refusal.code)
        || (refusal.code == ErrorCode::NoSentinel && endpoint.sentinels.password.isEmpty());
}

void PasswordKeeping::read(const Endpoint &endpoint)
{
    ++m_reading;
    readInTurn(endpoint);
}

void PasswordKeeping::stopReading()
{
    ++m_reading;
}

void PasswordKeeping::keepPasswords(const std::vector<Endpoint> &endpoints)
{
    if (!endpoints.empty())
        keepInTurn(endpoints);
}

void PasswordKeeping::forgetPassword(const Endpoint &endpoint)
{
    forgetInTurn(endpoint);
}

QCoro::Task<void> PasswordKeeping::readInTurn(Endpoint endpoint)
{
    const QPointer<PasswordKeeping> self(this);
    const int reading = m_reading;
    Keychain keychain(Keychain::Questions::Allowed);
    const auto kept = co_await keychain.read(endpoint);
    if (!self || reading != m_reading)
        co_return;
    if (kept && endpoint.password.isEmpty())
        endpoint.password = kept->server;
    if (kept && endpoint.sentinels.password.isEmpty())
        endpoint.sentinels.password = kept->sentinels;
    Q_EMIT found(endpoint, kept ? QString() : keychainSentence(kept.error()));
}

QCoro::Task<void> PasswordKeeping::keepInTurn(std::vector<Endpoint> endpoints)
{
    const QPointer<PasswordKeeping> self(this);
    Keychain keychain(Keychain::Questions::Allowed);
    const bool isOne = endpoints.size() == 1;
    for (const Endpoint &each : endpoints) {
        const auto kept = co_await keychain.keep(each);
        if (!self)
            co_return;
        if (!kept) {
            Q_EMIT failed(keychainSentence(kept.error()) + u' '
                + (isOne ? tr("The password was not kept; it will be asked for again.")
                         : tr("Not all passwords were kept; the others will be asked for again.")));
            co_return;
        }
    }
    Q_EMIT done([isOne] {
        return isOne ? tr("The password is kept in the desktop's keychain.")
                     : tr("The passwords are kept in the desktop's keychain.");
    });
}

QCoro::Task<void> PasswordKeeping::forgetInTurn(Endpoint endpoint)
{
    const QPointer<PasswordKeeping> self(this);
    Keychain keychain(Keychain::Questions::Allowed);
    const auto forgotten = co_await keychain.forget(endpoint);
    const bool isWorthSaying =
        !forgotten && forgotten.error().reason != KeychainTrouble::Reason::Missing;
    if (self && isWorthSaying)
        Q_EMIT failed(keychainSentence(forgotten.error()) + u' '
            + tr("A password that is kept there for this server stays."));
}

} // namespace lockstep
