#pragma once

#include "core/watch/link/infotext.h"

#include <QVersionNumber>

namespace lockstep {

// Whether CLIENT NO-TOUCH ends no server that answers INFO server with this text.
//
// In a Cluster, Redis from 8.0 on crashes where a connection with NO-TOUCH names a key of a slot
// that is being moved: it looks at the command that is running while none is running yet. Redis 8.4
// and Valkey 8.1.4 look before they use it. Not every one of the versions before them has the
// fault, but a Cluster whose keys seem to be in use is better than one that we end.
inline bool supportsNoTouch(const QByteArray &info)
{
    if (modeOfServer(info) == "standalone")
        return true;
    const QByteArray valkey = infoField(info, "valkey_version");
    const QByteArray version = valkey.isEmpty() ? infoField(info, "redis_version") : valkey;
    const QVersionNumber mended = valkey.isEmpty() ? QVersionNumber(8, 4) : QVersionNumber(8, 1, 4);
    return QVersionNumber::fromString(QString::fromLatin1(version)) >= mended;
}

} // namespace lockstep
