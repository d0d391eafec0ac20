#pragma once

#include "core/redis/secrets/passwordstore.h"

namespace lockstep {

// The desktop's keychain: Secret Service (GNOME, KeePassXC) or KWallet. Nothing is ever written
// into a plain file in its place. To be used on the application's thread; it answers there, and
// blocks nobody.
class Keychain : public PasswordStore
{
public:
    // Whether a keychain that is locked may ask its user to unlock it. A command does not let it:
    // it may run where nobody sits, and a question in another window explains nothing.
    enum class Questions : quint8 { None, Allowed };

    explicit Keychain(Questions questions);

    QCoro::Task<KeychainResult<Passwords>> read(Endpoint endpoint) override;
    QCoro::Task<KeychainResult<void>> keep(Endpoint endpoint) override;
    QCoro::Task<KeychainResult<void>> forget(Endpoint endpoint) override;

private:
    // Succeeds if the keychain may be asked for something now. Errors: Missing, Locked, Silent.
    [[nodiscard]] QCoro::Task<KeychainResult<void>> begin() const;
    // The longest time that one call may take.
    [[nodiscard]] std::chrono::milliseconds patience() const;

    Questions m_questions;
};

} // namespace lockstep
