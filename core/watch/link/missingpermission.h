#pragma once

#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

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
