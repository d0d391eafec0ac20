#pragma once

#include "core/redis/values/error.h"

namespace lockstep {

// Whether what was asked will be answered if it is asked again in a while: the server is busy or
// loading, or the connection is lost and about to be opened again. Everything else stays as it is.
inline bool willPass(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Loading:
    case ErrorCode::MasterDown:
    case ErrorCode::Busy:
    case ErrorCode::TryAgain:
    case ErrorCode::ClusterDown:
    case ErrorCode::ConnectTimeout:
    case ErrorCode::CommandTimeout:
    case ErrorCode::ConnectionLost:
    case ErrorCode::NotConnected:
    case ErrorCode::Cancelled:
    case ErrorCode::ProtocolError:
    case ErrorCode::ReplyTooLarge:
        return true;
    default:
        return false;
    }
}

// A password is missing, refused or too much. The same one may be right later, but nobody expects
// it.
inline bool isAboutCredentials(ErrorCode code)
{
    return code == ErrorCode::NoAuth || code == ErrorCode::WrongPass
        || code == ErrorCode::NoPasswordSet;
}

// The key lives on another node of the Cluster, or is just being moved there.
inline bool isServedElsewhere(ErrorCode code)
{
    return code == ErrorCode::Moved || code == ErrorCode::Ask;
}

} // namespace lockstep
