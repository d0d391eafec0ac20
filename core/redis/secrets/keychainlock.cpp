// QtKeychain cannot tell: to find out whether a keychain is locked it has to ask for an entry, for
// which the keychain asks its user, and an entry that stayed locked is reported like one that is
// not there. The Secret Service, however, has the lock as a property of a collection
// (specifications.freedesktop.org/secret-service), which can be read at any time. GNOME's keyring,
// KeePassXC and, since KDE Frameworks 5.97, KWallet speak it. Where nothing does, the keychain
// counts as missing: it might ask something. What this does not see: on a desktop of KDE's where
// another program speaks for the Secret Service, QtKeychain still asks KWallet.

#include "core/redis/secrets/keychainlock.h"

#include <QCoroDBusPendingCall>

#include <QDBusConnection>
#include <QDBusError>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusPendingCall>
#include <QDBusVariant>

namespace lockstep {

namespace {

using Reason = KeychainTrouble::Reason;

const QString serviceName = QStringLiteral("org.freedesktop.secrets");

// A connection of its own, because the program has one application object after another, and the
// shared one belongs to the first.
class SessionBus
{
public:
    SessionBus()
        : m_connection(QDBusConnection::connectToBus(QDBusConnection::SessionBus, connectionName()))
    {
    }
    ~SessionBus() { QDBusConnection::disconnectFromBus(connectionName()); }
    SessionBus(const SessionBus &) = delete;
    SessionBus &operator=(const SessionBus &) = delete;

    [[nodiscard]] const QDBusConnection &connection() const { return m_connection; }

private:
    static QString connectionName() { return QStringLiteral("lockstep keychain"); }

    QDBusConnection m_connection;
};

QDBusMessage question(const QString &path, const char *interface, const char *method)
{
    return QDBusMessage::createMethodCall(
        serviceName, path, QLatin1String(interface), QLatin1String(method));
}

KeychainTrouble troubleOf(const QDBusError &error)
{
    const bool isSilent = error.type() == QDBusError::NoReply || error.type() == QDBusError::Timeout
        || error.type() == QDBusError::TimedOut;
    return {isSilent ? Reason::Silent : Reason::Missing, error.message()};
}

} // namespace

QCoro::Task<KeychainResult<void>> keychainIsOpen(std::chrono::milliseconds patience)
{
    const SessionBus bus;
    if (!bus.connection().isConnected())
        co_return tl::unexpected(troubleOf(bus.connection().lastError()));
    QDBusMessage ask = question(
        QStringLiteral("/org/freedesktop/secrets"), "org.freedesktop.Secret.Service", "ReadAlias");
    ask << QStringLiteral("default");
    const QDBusPendingCall alias = bus.connection().asyncCall(ask, int(patience.count()));
    const QDBusMessage found = co_await alias;
    if (alias.isError())
        co_return tl::unexpected(troubleOf(alias.error()));
    const auto collection = found.arguments().value(0).value<QDBusObjectPath>().path();
    if (collection == u"/") // none was made yet: its user would be asked for its password
        co_return tl::unexpected(KeychainTrouble{Reason::Locked, {}});
    ask = question(collection, "org.freedesktop.DBus.Properties", "Get");
    ask << QStringLiteral("org.freedesktop.Secret.Collection") << QStringLiteral("Locked");
    const QDBusPendingCall property = bus.connection().asyncCall(ask, int(patience.count()));
    const QDBusMessage lock = co_await property;
    if (property.isError())
        co_return tl::unexpected(troubleOf(property.error()));
    if (lock.arguments().value(0).value<QDBusVariant>().variant().toBool())
        co_return tl::unexpected(KeychainTrouble{Reason::Locked, {}});
    co_return KeychainResult<void>();
}

} // namespace lockstep
