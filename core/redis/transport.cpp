#include "core/redis/transport.h"

#include "core/redis/localtransport.h"
#include "core/redis/tcptransport.h"
#include "core/redis/tlstransport.h"

#include <QIODevice>

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
    if (!device().isOpen())
        return 0;
    const qint64 count = device().read(bytes, size);
    m_bytesRead += qMax<qint64>(count, 0);
    return count;
}

void Transport::write(const QByteArray &bytes)
{
    device().write(bytes);
    flush();
}

void Transport::fail(const Error &error)
{
    if (m_failed)
        return;
    m_failed = true;
    Q_EMIT failed(error);
}

} // namespace lockstep
