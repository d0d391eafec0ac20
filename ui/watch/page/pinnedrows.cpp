// Keys are bytes, and addresses are full of slashes, which QSettings takes for groups. So both are
// encoded in characters that have no meaning there.

#include "ui/watch/page/pinnedrows.h"

#include "core/watch/snapshot/jsonids.h"

#include <QSettings>
#include <QStringList>

namespace lockstep {

PinnedRows::PinnedRows(QSettings *settings, const QString &server)
    : m_settings(settings)
    , m_server(QString::fromLatin1(server.toUtf8().toBase64(QByteArray::Base64UrlEncoding)))
{
}

QString PinnedRows::nameOf(Family family) const
{
    return QStringLiteral("pinnedRows/%1/%2").arg(m_server, familyId(family));
}

QSet<QByteArray> PinnedRows::keys(Family family) const
{
    QSet<QByteArray> keys;
    const QStringList remembered = m_settings->value(nameOf(family)).toStringList();
    for (const QString &key : remembered.first(std::min(remembered.size(), most)))
        keys.insert(QByteArray::fromBase64(key.toLatin1()));
    return keys;
}

void PinnedRows::setKeys(Family family, const QSet<QByteArray> &keys)
{
    if (keys.isEmpty())
        return m_settings->remove(nameOf(family));
    QStringList remembered;
    for (const QByteArray &key : keys)
        remembered.append(QString::fromLatin1(key.toBase64()));
    remembered.sort();
    m_settings->setValue(nameOf(family), remembered.first(std::min(remembered.size(), most)));
}

} // namespace lockstep
