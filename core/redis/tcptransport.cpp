// A server that wants TLS does not say so to somebody who speaks plainly. OpenSSL's servers close
// without a byte, others send an alert record first. An alert is proof. A silent close is not, any
// server closes when it is stopped, so the port is asked (PortProbe) before that is claimed.

#include "core/redis/tcptransport.h"

#include "core/redis/portprobe.h"

#include <QNetworkProxy>

namespace lockstep {

Error errorOfSocket(const QAbstractSocket &socket, bool wasConnected)
{
    if (wasConnected)
        return {ErrorCode::ConnectionLost, socket.errorString()};
    switch (socket.error()) {
    case QAbstractSocket::HostNotFoundError:
        return {ErrorCode::HostNotFound, socket.errorString()};
    case QAbstractSocket::ConnectionRefusedError:
        return {ErrorCode::ConnectionRefused, socket.errorString()};
    case QAbstractSocket::SocketTimeoutError:
        return {ErrorCode::ConnectTimeout, socket.errorString()};
    default:
        return {ErrorCode::Unreachable, socket.errorString()};
    }
}

TcpTransport::TcpTransport(const Endpoint &endpoint)
    : m_endpoint(endpoint)
{
    m_socket.setProxy(QNetworkProxy::NoProxy);
    connect(&m_socket, &QTcpSocket::connected, this, [this] {
        m_connected = true;
        m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_socket.setSocketOption(QAbstractSocket::KeepAliveOption, 1);
        Q_EMIT ready();
    });
    connect(&m_socket, &QTcpSocket::readyRead, this, &TcpTransport::onReadable);
    connect(&m_socket, &QTcpSocket::bytesWritten, this, [this] {
        if (unwritten() == 0)
            Q_EMIT drained();
    });
    connect(&m_socket, &QTcpSocket::errorOccurred, this, &TcpTransport::onError);
}

void TcpTransport::start()
{
    m_socket.connectToHost(m_endpoint.host, m_endpoint.port);
}

void TcpTransport::abort()
{
    m_socket.abort();
}

qint64 TcpTransport::unwritten() const
{
    return m_socket.bytesToWrite();
}

void TcpTransport::flush()
{
    m_socket.flush();
}

bool TcpTransport::speaksTls()
{
    if (bytesRead() > 0 || !PortProbe::isTlsRecord(m_socket.peek(2)))
        return false;
    fail({ErrorCode::PlainToTlsPort, QStringLiteral("the server answered with a TLS record")});
    return true;
}

void TcpTransport::onReadable()
{
    if (!hasFailed() && !speaksTls())
        Q_EMIT readable();
}

void TcpTransport::onError()
{
    const Error error = errorOfSocket(m_socket, m_connected);
    if (m_connected && speaksTls())
        return;
    if (!m_connected || bytesRead() > 0 || m_socket.bytesAvailable() > 0) {
        fail(error);
        return;
    }
    auto *probe = new PortProbe(m_endpoint, this);
    connect(probe, &PortProbe::answered, this, [this, error](PortProbe::Speaks speaks) {
        if (speaks == PortProbe::Speaks::Tls)
            fail({ErrorCode::PlainToTlsPort, QStringLiteral("the server speaks TLS on this port")});
        else
            fail(error);
    });
    probe->ask(PortProbe::Question::IsTls);
}

} // namespace lockstep
