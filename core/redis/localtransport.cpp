#include "core/redis/localtransport.h"

#include <QFile>

#include <sys/stat.h>
#include <sys/un.h>

namespace lockstep {

namespace {

// Linux refuses a connection to any other file as it does to a socket that nobody listens on.
bool isOtherFile(const QString &path)
{
    struct stat file;
    return stat(QFile::encodeName(path).constData(), &file) == 0 && !S_ISSOCK(file.st_mode);
}

ErrorCode codeOf(QLocalSocket::LocalSocketError error, const QString &path)
{
    switch (error) {
    case QLocalSocket::ConnectionRefusedError:
        return isOtherFile(path) ? ErrorCode::NoSocket : ErrorCode::ConnectionRefused;
    case QLocalSocket::ServerNotFoundError: // also for a path that is too long for a socket
        return QFile::encodeName(path).size() < qsizetype(sizeof(sockaddr_un::sun_path))
            ? ErrorCode::SocketMissing
            : ErrorCode::Unreachable;
    case QLocalSocket::SocketAccessError:
        return ErrorCode::SocketDenied;
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
        fail({m_connected ? ErrorCode::ConnectionLost : codeOf(error, m_path),
            m_socket.errorString()});
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
