// A server that refuses us, because it is full or protected, says why and closes, often before our
// first bytes. Writing them then fails, and Qt gives the socket up on a failed write, the reason
// unread. So plain bytes go to the system past Qt, which also saves a copy, and that the other side
// is gone is left to the reading side to find out, after the last words. Qt's buffer takes what the
// system does not.

#include "core/redis/transport.h"

#include "core/redis/localtransport.h"
#include "core/redis/tcptransport.h"
#include "core/redis/tlstransport.h"

#include <QIODevice>

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>

namespace lockstep {

std::unique_ptr<Transport> Transport::create(const Endpoint &endpoint)
{
    switch (endpoint.transport) {
    case Endpoint::Transport::Unix:
        return std::make_unique<LocalTransport>(endpoint);
    case Endpoint::Transport::Tls:
        return std::make_unique<TlsTransport>(endpoint);
    case Endpoint::Transport::Tcp:
        break;
    }
    return std::make_unique<TcpTransport>(endpoint);
}

qint64 Transport::read(char *bytes, qint64 size)
{
    const qint64 count = device().isOpen() ? device().read(bytes, size) : 0;
    m_bytesRead += qMax<qint64>(count, 0);
    return count;
}

void Transport::write(const QByteArray &bytes)
{
    const qint64 sent = sendNow(bytes);
    if (sent == bytes.size())
        return;
    device().write(bytes.constData() + sent, bytes.size() - sent);
    flush();
}

qint64 Transport::sendNow(const QByteArray &bytes)
{
    if (descriptor() < 0 || unwritten() > 0)
        return 0;
    const ssize_t sent = ::send(static_cast<int>(descriptor()), bytes.constData(),
        static_cast<size_t>(bytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && (errno == EPIPE || errno == ECONNRESET))
        return bytes.size();
    return std::max<ssize_t>(sent, 0);
}

void Transport::fail(const Error &error)
{
    if (m_failed)
        return;
    m_failed = true;
    Q_EMIT failed(error);
}

} // namespace lockstep
