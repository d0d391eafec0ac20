#pragma once

#include "core/redis/values/error.h"

namespace lockstep {

// What an error means for what is done next. An error that none of these functions names is about
// the one command: the next one may well be answered, and the same one would fail again.

// There is no connection any more, or it can no longer be used: it has to be opened again.
inline bool isConnectionLost(ErrorCode code)
{
    switch (code) {
    case ErrorCode::ConnectTimeout:
    case ErrorCode::CommandTimeout:
    case ErrorCode::ConnectionLost:
    case ErrorCode::PrimaryReplaced:
    case ErrorCode::NotConnected:
    case ErrorCode::Cancelled:
    case ErrorCode::ProtocolError:
    case ErrorCode::ReplyTooLarge:
        return true;
    default:
        return false;
    }
}

// Nobody answers at the server's address.
inline bool isServerUnreachable(ErrorCode code)
{
    switch (code) {
    case ErrorCode::HostNotFound:
    case ErrorCode::ConnectionRefused:
    case ErrorCode::Unreachable:
    case ErrorCode::SocketMissing:
    case ErrorCode::SocketDenied:
    case ErrorCode::NoSocket:
    case ErrorCode::NoSentinel:
    case ErrorCode::PrimaryUnknown:
    case ErrorCode::PrimaryUnreachable:
    case ErrorCode::NoClusterNode:
    case ErrorCode::NodeUnreachable:
        return true;
    default:
        return false;
    }
}

// The server answers no command for now: it loads its data, waits for its primary, runs a script,
// or Sentinels have not yet agreed on who the primary is.
inline bool isServerNotReady(ErrorCode code)
{
    return code == ErrorCode::Loading || code == ErrorCode::MasterDown || code == ErrorCode::Busy
        || code == ErrorCode::NotPrimary;
}

// Whether the same command will be answered if it is sent again in a while: the server is not
// ready, or the connection is lost and about to be opened again.
inline bool isTransient(ErrorCode code)
{
    return isServerNotReady(code) || isConnectionLost(code) || code == ErrorCode::TryAgain
        || code == ErrorCode::ClusterDown;
}

// A password is missing or wrong, or one was given though the server has none. The same credentials
// may be right later, but that takes somebody who changes the server's.
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

// Whether NOPERM is about the key and not about the command, which only the wording of the error
// tells.
inline bool isAboutTheKey(const QString &serverWords)
{
    return serverWords.contains(QLatin1String("key"), Qt::CaseInsensitive)
        && !serverWords.contains(QLatin1String("command"), Qt::CaseInsensitive);
}

// No pattern of an ACL matches the empty key, so its refusal says nothing about what the user may
// do. (Redis 7.0 and 7.2, stringmatchlen(); only "allkeys", or ~*, lets it pass.)
inline bool isRefusedByName(const QByteArray &key, const Error &error)
{
    return key.isEmpty() && error.code == ErrorCode::NoPerm && isAboutTheKey(error.detail);
}

} // namespace lockstep
