#pragma once

#include "core/redis/error.h"

namespace lockstep {

// A NOPERM that is about the key, not about the command: only Redis' words tell.
inline bool isAboutTheKey(const QString &serverWords)
{
    return serverWords.contains(QLatin1String("key"), Qt::CaseInsensitive)
        && !serverWords.contains(QLatin1String("command"), Qt::CaseInsensitive);
}

// Redis matches no pattern with the empty name, not even *: such a refusal says nothing about what
// the user may do. (7.0 and 7.2, stringmatchlen(); only the word "allkeys" or ~* lets it pass.)
inline bool isRefusedByName(const QByteArray &key, const Error &error)
{
    return key.isEmpty() && error.code == ErrorCode::NoPerm && isAboutTheKey(error.detail);
}

} // namespace lockstep
