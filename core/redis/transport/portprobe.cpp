#include "core/redis/transport/portprobe.h"

#include <QNetworkProxy>

#include <chrono>

namespace lockstep {

using namespace std::chrono_literals;

PortProbe::PortProbe(const Endpoint &endpoint, QObject *parent)
    : QObject(parent)
    , m_endpoint(endpoint)
{
    m_socket.setProxy(QNetworkProxy::NoProxy);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] { finish(Speaks::Unknown); });
    connect(&m_socket, &QTcpSocket::errorOccurred, this, [this] { finish(Speaks::Unknown); });
    connect(&m_socket, &QTcpSocket::readyRead, this, [this] {
        const QByteArray start = m_socket.peek(2);
        if (start.size() == 2)
            finish(isTlsRecord(start) ? Speaks::Tls : Speaks::Plain);
    });
}

void PortProbe::ask(Question question)
{
    // A TLS 1.0 record with a ClientHello of length 0 (RFC 8446, 4 and 5.1): every TLS server
    // answers it with the alert decode_error, and Redis without TLS waits for the end of a line.
    static const QByteArray emptyHello = QByteArray::fromHex("160301000401000000");
    const QByteArray words = question == Question::IsTls ? emptyHello : QByteArray("PING\r\n");
    connect(&m_socket, &QTcpSocket::connected, this, [this, words] { m_socket.write(words); });
    m_limit.start(1s);
    m_socket.connectToHost(m_endpoint.host, m_endpoint.port);
}

bool PortProbe::isTlsRecord(const QByteArray &bytes)
{
    constexpr char alert = 0x15;
    constexpr char handshake = 0x16;
    constexpr char majorVersion = 0x03;
    return bytes.size() >= 2 && (bytes[0] == alert || bytes[0] == handshake)
        && bytes[1] == majorVersion;
}

void PortProbe::finish(Speaks speaks)
{
    m_limit.stop();
    m_socket.disconnect(this);
    m_socket.abort();
    Q_EMIT answered(speaks);
}

} // namespace lockstep
