#pragma once

#include "core/watch/values/reading.h"

#include <QSet>
#include <QString>

class QSettings;

namespace lockstep {

// The keys that the user has pinned, by server and family, stored in the settings.
class PinnedRows
{
public:
    // Keys per server and family; further ones are not stored.
    static constexpr qsizetype most = 200;

    // settings must outlive this. server: its name in the settings, which may be any text. It
    // stands for one database of the server.
    PinnedRows(QSettings *settings, const QString &server);

    [[nodiscard]] QSet<QByteArray> keys(Family family) const;
    void setKeys(Family family, const QSet<QByteArray> &keys);

private:
    [[nodiscard]] QString nameOf(Family family) const;

    QSettings *m_settings;
    QString m_server;
};

} // namespace lockstep
