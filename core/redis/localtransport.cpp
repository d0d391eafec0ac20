#include "core/redis/localtransport.h"

namespace lockstep {

namespace {

ErrorCode codeOf(QLocalSocket::LocalSocketError error)
{
    switch (error) {
    case QLocalSocket::ConnectionRefusedError:
        return ErrorCode::ConnectionRefused;
    case QLocalSocket::PeerClosedError:
        return ErrorCode::ConnectionLost;
    case QLocalSocket::SocketTimeoutError:
        return ErrorCode::ConnectTimeout;
    default:
        return ErrorCode::Unreachable;
    }
}

} // namespace

LocalTransport::LocalTransport(const Endpoint &endpoint)
    : m_path(endpoint.path)
{
    connect(&m_socket, &QLocalSocket::connected, this, [this] {
        m_connected = true;
        Q_EMIT ready();
    });
    connect(&m_socket, &QLocalSocket::readyRead, this, &Transport::readable);
    connect(&m_socket, &QLocalSocket::bytesWritten, this, [this] {
        if (unwritten() == 0)
            Q_EMIT drained();
    });
    connect(&m_socket, &QLocalSocket::errorOccurred, this, [this](auto error) {
        fail({m_connected ? ErrorCode::ConnectionLost : codeOf(error), m_socket.errorString()});
    });
}

void LocalTransport::start()
{
    m_socket.connectToServer(m_path);
}

void LocalTransport::abort()
{
    m_socket.abort();
}

qint64 LocalTransport::unwritten() const
{
    return m_socket.bytesToWrite();
}

void LocalTransport::flush()
{
    m_socket.flush();
}

} // namespace lockstep
