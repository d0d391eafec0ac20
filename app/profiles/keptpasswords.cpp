#include "app/profiles/keptpasswords.h"

#include "app/arguments/arguments.h"
#include "app/terminal/confirmation.h"
#include "app/terminal/keychainwords.h"
#include "app/terminal/output.h"
#include "core/redis/secrets/keychain.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class KeptPasswordWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::KeptPasswords)
};

QString uselessKeychain(const KeychainTrouble &trouble)
{
    return keychainSentence(trouble) + u' ' + passwordElsewhereSentence();
}

// The password is not kept anywhere else, so its user has to know that it is lost.
QString notKeptSentence(const KeychainTrouble &trouble, int passwords)
{
    return keychainSentence(trouble) + u' '
        + KeptPasswordWords::tr(
            "%n password(s) not kept: a profile has none in its file. It is asked for whenever the "
            "server wants it, or comes from REDISCLI_AUTH or --password-file.",
            nullptr, passwords);
}

QString keptSentence(int passwords)
{
    return KeptPasswordWords::tr(
        "%n password(s) kept in the desktop's keychain.", nullptr, passwords);
}

} // namespace

void takeKeptPasswords(Arguments &arguments)
{
    if (!arguments.profile || !arguments.endpoint)
        return;
    Endpoint &endpoint = *arguments.endpoint;
    const bool needsSentinels =
        endpoint.isFoundBySentinels() && endpoint.sentinels.password.isEmpty();
    if (!endpoint.password.isEmpty() && !needsSentinels)
        return;
    Keychain keychain(Keychain::Questions::None);
    const auto kept = QCoro::waitFor(keychain.read(endpoint));
    if (!kept) {
        arguments.keychainTrouble = arguments.command == Arguments::Command::Window
            ? keychainSentence(kept.error())
            : uselessKeychain(kept.error());
        return;
    }
    if (endpoint.password.isEmpty())
        endpoint.password = kept->server;
    if (needsSentinels)
        endpoint.sentinels.password = kept->sentinels;
}

void keepPasswords(const std::vector<Endpoint> &endpoints)
{
    Keychain keychain(Keychain::Questions::None);
    std::optional<KeychainTrouble> trouble;
    int keptCount = 0, lostCount = 0;
    for (const Endpoint &each : endpoints) {
        const int passwords =
            int(!each.password.isEmpty()) + int(!each.sentinels.password.isEmpty());
        if (passwords > 0 && !trouble) {
            if (const auto kept = QCoro::waitFor(keychain.keep(each)); !kept)
                trouble = kept.error(); // the others would fail in the same way, after a while
        }
        (trouble ? lostCount : keptCount) += passwords;
    }
    if (keptCount > 0)
        printMessage(keptSentence(keptCount));
    if (trouble)
        printMessage(notKeptSentence(*trouble, lostCount));
}

void forgetPasswords(const Endpoint &endpoint)
{
    Keychain keychain(Keychain::Questions::None);
    const auto kept = QCoro::waitFor(keychain.read(endpoint));
    if (kept && *kept == Passwords())
        return;
    const auto forgotten = kept ? QCoro::waitFor(keychain.forget(endpoint))
                                : KeychainResult<void>(tl::unexpected(kept.error()));
    if (forgotten)
        printMessage(
            KeptPasswordWords::tr("Its password was removed from the desktop's keychain."));
    else if (forgotten.error().reason != KeychainTrouble::Reason::Missing)
        printMessage(keychainSentence(forgotten.error()) + u' '
            + KeptPasswordWords::tr("A password that is kept there for this server stays."));
}

bool isTypedPasswordToBeKept(const Arguments &arguments)
{
    return arguments.profile && arguments.keychainTrouble.isEmpty() && canAsk()
        && confirmed(KeptPasswordWords::tr("Type yes to keep it in the desktop's keychain: "));
}

QCoro::Task<QString> keepTypedPassword(Endpoint endpoint)
{
    Keychain keychain(Keychain::Questions::None);
    const auto kept = co_await keychain.keep(endpoint);
    co_return kept ? keptSentence(1) : notKeptSentence(kept.error(), 1);
}

} // namespace lockstep
