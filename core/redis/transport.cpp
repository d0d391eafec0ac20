#include "core/redis/transport.h"

#include "core/redis/localtransport.h"
#include "core/redis/tcptransport.h"
#include "core/redis/tlstransport.h"

#include <QIODevice>

#include <algorithm>
#include <array>
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
    qint64 count = device().isOpen() ? device().read(bytes, size) : 0;
    if (count <= 0 && !m_lastWords.isEmpty()) {
        count = qMin<qint64>(size, m_lastWords.size());
        std::copy_n(m_lastWords.cbegin(), count, bytes);
        m_lastWords.remove(0, count);
    }
    m_bytesRead += qMax<qint64>(count, 0);
    return count;
}

void Transport::keepLastWords(qintptr descriptor)
{
    if (descriptor < 0)
        return;
    std::array<char, 4096> bytes{};
    const ssize_t count =
        ::recv(static_cast<int>(descriptor), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count > 0)
        m_lastWords.append(bytes.data(), count);
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
