#include "core/redis/transport/transport.h"

#include "core/redis/transport/localtransport.h"
#include "core/redis/transport/tcptransport.h"
#include "core/redis/transport/tlstransport.h"
#include "core/redis/values/coretext.h"

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
    const qint64 count = receive(bytes, size);
    m_bytesRead += count;
    return count;
}

Error Transport::timeout() const
{
    return {ErrorCode::ConnectTimeout, CoreText::tr("no connection in time")};
}

void Transport::fail(const Error &error)
{
    if (m_failed)
        return;
    m_failed = true;
    Q_EMIT failed(error);
}

} // namespace lockstep
