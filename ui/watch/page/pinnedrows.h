#pragma once

#include "core/watch/values/reading.h"

#include <QSet>
#include <QString>

class QSettings;

namespace lockstep {

// The keys that the user has pinned, by server and family; kept in the settings.
class PinnedRows
{
public:
    static constexpr qsizetype most = 200; // of a server and family; further ones are not kept

    // settings: outlives this. server: its name in the settings, whatever it is made of; pins are
    // of one database of it.
    PinnedRows(QSettings *settings, const QString &server);

    [[nodiscard]] QSet<QByteArray> keys(Family family) const;
    void setKeys(Family family, const QSet<QByteArray> &keys);

private:
    [[nodiscard]] QString nameOf(Family family) const;

    QSettings *m_settings;
    QString m_server;
};

} // namespace lockstep
