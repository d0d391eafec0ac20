#pragma once

#include "core/redis/values/command.h"
#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

// "GET", "MEMORY USAGE".
inline QByteArray nameInAcl(const QByteArrayList &words)
{
    for (const char *container : {"CLIENT", "CLUSTER", "CONFIG", "MEMORY", "PUBSUB"}) {
        if (words.first() == container && words.size() > 1)
            return words.first() + ' ' + words.at(1);
    }
    return words.first();
}

// What follows from the error reply to a command that is needed for something; nothing: it says
// nothing about the command itself. A command may also be renamed, or unknown to a proxy.
inline std::optional<MissingPermission> missingFor(
    const Command &command, MissingPermission::Effect effect, const Error &error)
{
    using enum MissingPermission::Cause;
    const auto words = command.words();
    if (error.code == ErrorCode::NoPerm)
        return MissingPermission{nameInAcl(words), effect, error.detail, NotPermitted, words};
    if (error.code == ErrorCode::UnknownCommand)
        return MissingPermission{nameInAcl(words), effect, error.detail, Unknown, words};
    return std::nullopt;
}

} // namespace lockstep
