#pragma once

#include "core/redis/values/command.h"
#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

// The name of a command with its subcommand, as an ACL names it: "GET", "MEMORY USAGE".
inline QByteArray nameInAcl(const QByteArrayList &words)
{
    for (const char *container : {"CLIENT", "CLUSTER", "CONFIG", "MEMORY", "PUBSUB"}) {
        if (words.first() == container && words.size() > 1)
            return words.first() + ' ' + words.at(1);
    }
    return words.first();
}

// What the user lacks, by the error reply to a command. Nothing if the error does not mean that the
// command itself cannot be used, by the ACL or because it was renamed or is unknown to a proxy.
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
