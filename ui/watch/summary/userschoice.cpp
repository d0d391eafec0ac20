#include "ui/watch/summary/userschoice.h"

#include <QSettings>
#include <QStringList>

namespace lockstep {

namespace {

// The setting stores keys, which are bytes, as text. Before the user has chosen, a counter with one
// of the usual keys is taken, whose names are unambiguous.
const QString settingsName = QStringLiteral("watch/usersOnline");
const QByteArrayList usualKeys{
    QByteArrayLiteral("online:users"), QByteArrayLiteral("online_users")};

} // namespace

UsersChoice::UsersChoice()
{
    const QSettings settings;
    if (!settings.contains(settingsName))
        m_keys = usualKeys;
    const auto remembered = settings.value(settingsName).toStringList();
    for (const QString &key : remembered)
        m_keys.append(QByteArray::fromBase64(key.toLatin1()));
}

void UsersChoice::choose(const QByteArray &key)
{
    m_keys.removeAll(key);
    m_keys.prepend(key);
    m_keys = m_keys.first(std::min(m_keys.size(), most));
    QStringList remembered;
    for (const QByteArray &each : std::as_const(m_keys))
        remembered.append(QString::fromLatin1(each.toBase64()));
    QSettings().setValue(settingsName, remembered);
}

} // namespace lockstep
