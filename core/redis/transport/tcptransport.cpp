// A server that wants TLS does not say so to somebody who speaks plainly. OpenSSL's servers close
// without a byte, others send an alert record first. An alert is proof. A silent close is not, any
// server closes when it is stopped, so the port is asked (PortProbe) before that is claimed.

#include "core/redis/transport/tcptransport.h"

#include "core/redis/transport/portprobe.h"
#include "core/redis/values/coretext.h"

namespace lockstep {

Error errorOfConnecting(const QAbstractSocket &socket)
{
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
    connect(&m_connector, &HostConnector::connected, this, &TcpTransport::onConnected);
    connect(&m_connector, &HostConnector::failed, this, &TcpTransport::fail);
    connect(&m_stream, &SocketStream::readable, this, &TcpTransport::onReadable);
    connect(&m_stream, &SocketStream::closed, this, &TcpTransport::onClosed);
}

void TcpTransport::start()
{
    m_connector.start(m_endpoint.host, m_endpoint.port);
}

void TcpTransport::onConnected(int descriptor)
{
    m_stream.open(descriptor);
    Q_EMIT ready();
}

void TcpTransport::abort()
{
    m_connector.abort();
    m_stream.close();
}

void TcpTransport::onReadable()
{
    if (bytesRead() == 0 && PortProbe::isTlsRecord(m_stream.peek(2))) {
        m_stream.close();
        fail({ErrorCode::PlainToTlsPort, CoreText::tr("the server answered with a TLS record")});
        return;
    }
    Q_EMIT readable();
}

void TcpTransport::onClosed(const QString &why)
{
    const Error error{ErrorCode::ConnectionLost, why};
    if (bytesRead() > 0) {
        fail(error);
        return;
    }
    auto *probe = new PortProbe(m_endpoint, this);
    connect(probe, &PortProbe::answered, this, [this, error](PortProbe::Speaks speaks) {
        if (speaks == PortProbe::Speaks::Tls)
            fail({ErrorCode::PlainToTlsPort, CoreText::tr("the server speaks TLS on this port")});
        else
            fail(error);
    });
    probe->ask(PortProbe::Question::IsTls);
}

} // namespace lockstep
