#include "core/redis/values/redirection.h"

#include "core/redis/values/errorclasses.h"

namespace lockstep {

// The error reads "MOVED SLOT HOST:PORT", with an IPv6 address without brackets. If the host is
// empty, it is the one that was asked, which does not know its own address. If it is "?", the node
// has no host name although host names are preferred.
std::optional<HostPort> movedTo(const Error &error, const Endpoint &asked)
{
    if (error.code != ErrorCode::Moved)
        return std::nullopt;
    const QString place = error.detail.section(u' ', 2, 2);
    const qsizetype colon = place.lastIndexOf(u':');
    bool isNumber = false;
    const ushort port = place.mid(colon + 1).toUShort(&isNumber);
    QString host = place.left(qMax<qsizetype>(colon, 0));
    if (host.isEmpty() && asked.transport != Endpoint::Transport::Unix)
        host = asked.host;
    if (colon < 0 || !isNumber || port == 0 || host.isEmpty() || host == u"?")
        return std::nullopt;
    return HostPort{host, port};
}

Error nodeError(const Error &error, const HostPort &told, const HostPort &reached)
{
    if (!isServerUnreachable(error.code) && error.code != ErrorCode::ConnectTimeout)
        return error;
    QString where = told.display();
    if (reached != told)
        where += QStringLiteral(" → ") + reached.display();
    return {ErrorCode::NodeUnreachable,
        error.detail.isEmpty() ? where : where + QStringLiteral(": ") + error.detail};
}

} // namespace lockstep
