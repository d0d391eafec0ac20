#pragma once

#include "core/watch/snapshot/snapshot.h"

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

// What follows from the error reply to a command that is needed for something; nothing: it says
// nothing about the command itself. A command may also be renamed, or unknown to a proxy.
inline std::optional<MissingPermission> missingFor(
    const QByteArray &command, MissingPermission::Effect effect, const Error &error)
{
    using enum MissingPermission::Cause;
    if (error.code == ErrorCode::NoPerm)
        return MissingPermission{command, effect, error.detail, NotPermitted};
    if (error.code == ErrorCode::UnknownCommand)
        return MissingPermission{command, effect, error.detail, Unknown};
    return std::nullopt;
}

} // namespace lockstep
