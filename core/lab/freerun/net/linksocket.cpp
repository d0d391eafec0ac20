#include "core/lab/freerun/net/linksocket.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockstep {

namespace {

struct Address
{
    sockaddr_storage storage{};
    socklen_t size = 0;
};

Result<Address> addressOf(const Endpoint &endpoint)
{
    Address address;
    if (endpoint.transport == Endpoint::Transport::Unix) {
        auto *name = reinterpret_cast<sockaddr_un *>(&address.storage);
        const QByteArray path = endpoint.path.toLocal8Bit();
        if (size_t(path.size()) >= sizeof name->sun_path)
            return tl::unexpected(linkError(ENAMETOOLONG, endpoint.display()));
        name->sun_family = AF_UNIX;
        std::memcpy(name->sun_path, path.constData(), size_t(path.size()));
        address.size = sizeof(sockaddr_un);
        return address;
    }
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *found = nullptr;
    const QByteArray port = QByteArray::number(endpoint.port);
    if (getaddrinfo(endpoint.host.toLatin1(), port, &hints, &found) != 0)
        return failure(ErrorCode::HostNotFound, endpoint.host);
    std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
    address.size = found->ai_addrlen;
    freeaddrinfo(found);
    return address;
}

int openSocket(int family)
{
    // Close-on-exec from the first moment: another thread may be starting a server.
    const int descriptor = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return -1;
    if (family != AF_UNIX) {
        const int on = 1;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    return descriptor;
}

} // namespace

Result<std::optional<LinkSocket>> LinkSocket::connect(const Endpoint &endpoint)
{
    const Result<Address> address = addressOf(endpoint);
    if (!address)
        return tl::unexpected(address.error());
    const int descriptor = openSocket(address->storage.ss_family);
    if (descriptor < 0)
        return tl::unexpected(linkError(errno, endpoint.display()));
    const auto *name = reinterpret_cast<const sockaddr *>(&address->storage);
    if (::connect(descriptor, name, address->size) == 0)
        return LinkSocket{descriptor, true};
    const int why = errno;
    if (why == EINPROGRESS)
        return LinkSocket{descriptor, false};
    ::close(descriptor);
    if (why == EAGAIN) // the queue of a unix socket is full
        return std::nullopt;
    return tl::unexpected(linkError(why, endpoint.display()));
}

QByteArray linkAddress(int descriptor)
{
    sockaddr_storage storage{};
    socklen_t size = sizeof storage;
    char host[NI_MAXHOST], port[NI_MAXSERV];
    if (getsockname(descriptor, reinterpret_cast<sockaddr *>(&storage), &size) != 0
        || storage.ss_family == AF_UNIX
        || getnameinfo(reinterpret_cast<sockaddr *>(&storage), size, host, sizeof host, port,
               sizeof port, NI_NUMERICHOST | NI_NUMERICSERV)
            != 0)
        return {};
    return QByteArray(host) + ':' + port;
}

Error linkError(int systemError, const QString &place)
{
    const QString words =
        place + QStringLiteral(": ") + QString::fromLocal8Bit(std::strerror(systemError));
    switch (systemError) {
    case ECONNREFUSED:
        return {ErrorCode::ConnectionRefused, words};
    case ENOENT:
        return {ErrorCode::SocketMissing, words};
    case EACCES:
    case EPERM:
        return {ErrorCode::SocketDenied, words};
    case ENOTSOCK:
    case EPROTOTYPE:
        return {ErrorCode::NoSocket, words};
    case EPIPE:
    case ECONNRESET:
        return {ErrorCode::ConnectionLost, words};
    default:
        return {ErrorCode::Unreachable, words};
    }
}

} // namespace lockstep
