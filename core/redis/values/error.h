#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace lockstep {

// What went wrong, as the program tells it apart. A lock held by somebody else or an exhausted
// limit is a value, never an error. The sentence a person reads is made in one place,
// ui/text/errormessage.cpp.
enum class ErrorCode {
    BadUri, // detail: which part, and what is possible
    BadInput, // an argument, a rule file, a number out of bounds; detail says what and where
    FileUnreadable, // detail: path and reason
    ServerProgramMissing, // no redis-server or valkey-server to run as private server
    PrivateServerFailed, // the private server did not come up; detail: its last words

    HostNotFound,
    ConnectionRefused,
    Unreachable, // no route, a path too long for a socket
    SocketMissing, // no file at the path of a unix socket
    SocketDenied, // by the socket's permissions, or those of a folder above it
    NoSocket, // the file at the path is not a socket
    NoSentinel, // none of them answered; detail: why each did not
    PrimaryUnknown, // the Sentinels do not know it; detail: its name
    NotPrimary, // where the Sentinels say that the primary is, there is a replica; detail: where
    PrimaryUnreachable, // nobody answers where the Sentinels say that it is; detail: where, and why
    PrimaryReplaced, // the Sentinels name another primary than the connected one; detail: which
    NoClusterNode, // of those that the address names, none answered; detail: why each did not
    NodeUnreachable, // nobody answers where a Cluster says that a node is; detail: where, and why
    ConnectTimeout, // connecting, TLS or the first commands took too long
    CommandTimeout, // connected, but no reply in time
    ConnectionLost, // the other side closed, or the network broke
    NotConnected, // sent while there was no connection: it certainly did not run
    Cancelled, // ended by this program

    TlsToPlainPort, // we spoke TLS, the server does not
    PlainToTlsPort, // we spoke plainly, the server wants TLS
    TlsHostMismatch, // the certificate is for another name
    TlsExpired, // the certificate has expired or is not yet valid
    TlsUntrusted, // self-signed, unknown issuer
    TlsFailed, // anything else in the handshake, a missing client certificate included

    IsSentinel, // the server is a Sentinel, which has no keys
    ProtocolError, // bytes that are not RESP
    ReplyTooLarge, // more than this connection accepts

    // Replies of the server, by the first word of the error.
    NoSuchDatabase, // SELECT refused; detail: the number and the server's words
    NoAuth, // a password is needed
    WrongPass, // user or password is wrong
    NoPasswordSet, // a password was given, but the server has none
    NoPerm, // ACL; detail: the server's words
    ProtectedMode, // DENIED
    MaxClients,
    Loading,
    MasterDown,
    ReadOnly,
    OutOfMemory,
    Busy,
    Misconf,
    WrongType,
    NoScript,
    Moved,
    Ask,
    TryAgain,
    CrossSlot,
    ClusterDown,
    NoCluster, // the server is not in cluster mode; detail: where, or the server's words
    ExecAbort,
    UnknownCommand, // also an unknown subcommand, an unknown option: an older server
    ServerError, // any other error reply; detail: the server's words

    NotAllowed, // refused by our own allow-list: it was never sent
    ProductionServer, // marked as production by the user: nothing is done there
};

struct Error
{
    ErrorCode code = ErrorCode::ServerError;
    // Words for a person who looks for the cause, often the server's own. Never a secret.
    QString detail;
    // The command may have been executed although no reply came. Never send it again on its own.
    bool mayHaveRun = false;

    friend bool operator==(const Error &, const Error &) = default;
};

template <typename T> using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(ErrorCode code, QString detail = {}, bool mayHaveRun = false)
{
    return tl::unexpected<Error>(Error{code, std::move(detail), mayHaveRun});
}

// The code for an error reply ("NOPERM this user has no permissions …") and its words.
Error errorFromReply(const QByteArray &words);

} // namespace lockstep
