#pragma once

#include "core/redis/values/endpoint.h"

#include <QCoroTask>

namespace lockstep {

// The passwords of one server and of the Sentinels that lead to it.
struct Passwords
{
    QByteArray server;
    QByteArray sentinels;

    friend bool operator==(const Passwords &, const Passwords &) = default;
};

// Why a password can be neither read nor kept. Whoever meets it asks the user instead.
struct KeychainTrouble
{
    enum class Reason : quint8 {
        Missing, // there is no keychain on this desktop, or nothing answers in its place
        Locked, // it is locked, and it was not allowed to ask its user
        Denied, // its user was asked, and has refused or not unlocked it
        Silent, // it did not answer in time: most likely a question of its own is open
    };

    Reason reason = Reason::Missing;
    QString detail; // the keychain's own words, never a secret
};
template <typename T> using KeychainResult = tl::expected<T, KeychainTrouble>;

// Keeps passwords from one start to the next. They are kept under the address and the user that
// they are for, and not under the name of a profile: a profile whose address was changed in its
// file, by whomever, does not carry the old server's password to the new one.
class PasswordStore
{
public:
    PasswordStore() = default;
    virtual ~PasswordStore() = default;
    PasswordStore(const PasswordStore &) = delete;
    PasswordStore &operator=(const PasswordStore &) = delete;

    // Both are empty if none is stored.
    virtual QCoro::Task<KeychainResult<Passwords>> read(Endpoint endpoint) = 0;
    // Stores the passwords of the endpoint; an empty one leaves the stored one as it is.
    virtual QCoro::Task<KeychainResult<void>> keep(Endpoint endpoint) = 0;
    virtual QCoro::Task<KeychainResult<void>> forget(Endpoint endpoint) = 0;
};

// Under which name the password of the server is kept: "rediss://reader@shop.example:6380".
QString passwordName(const Endpoint &endpoint);

} // namespace lockstep
