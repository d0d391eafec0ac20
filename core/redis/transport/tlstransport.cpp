// What can be wrong with TLS is told apart, because each has another remedy: another address,
// another port, a CA file, a new certificate, a client certificate.
//
// Redis without TLS never answers a ClientHello: it waits for the end of a line that does not come.
// So when the handshake is silent for a second, or fails without an alert of the peer, the port is
// asked in plain words (PortProbe). The error texts of OpenSSL would be the other way; they change
// with its versions. Only the word "alert" is looked for: it is in each of its texts for a record
// of TLS that refuses us.
//
// With TLS 1.3 our side of the handshake is over before the server has looked at our certificate.
// That it wanted one is told by an alert after encrypted(), before the first byte of Redis.

#include "core/redis/transport/tlstransport.h"

#include "core/redis/transport/portprobe.h"
#include "core/redis/transport/tlsfiles.h"
#include "core/redis/values/coretext.h"

#include <QNetworkProxy>
#include <QSslConfiguration>
#include <QStringList>

#include <algorithm>
#include <chrono>

namespace lockstep {

using namespace std::chrono_literals;

namespace {

ErrorCode codeOf(QSslError::SslError error)
{
    switch (error) {
    case QSslError::HostNameMismatch:
        return ErrorCode::TlsHostMismatch;
    case QSslError::CertificateExpired:
    case QSslError::CertificateNotYetValid:
        return ErrorCode::TlsExpired;
    default:
        return ErrorCode::TlsUntrusted;
    }
}

// The most serious error counts: a certificate that is not trusted may have any name and any date.
Error errorOfCertificate(const QList<QSslError> &errors)
{
    ErrorCode code = ErrorCode::TlsHostMismatch;
    QStringList words;
    for (const QSslError &error : errors) {
        const ErrorCode each = codeOf(error.error());
        if (each == ErrorCode::TlsUntrusted || code == ErrorCode::TlsHostMismatch)
            code = each;
        words.append(error.errorString());
    }
    words.removeDuplicates();
    return {code, words.join(u' ')};
}

} // namespace

TlsTransport::TlsTransport(const Endpoint &endpoint)
    : m_endpoint(endpoint)
{
    m_socket.setProxy(QNetworkProxy::NoProxy);
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, [this] { askWhetherPlain({}); });
    connect(&m_connector, &HostConnector::connected, this, &TlsTransport::onConnected);
    connect(&m_connector, &HostConnector::failed, this, &TlsTransport::fail);
    connect(&m_socket, &QSslSocket::encrypted, this, [this] {
        m_silence.stop();
        m_encrypted = true;
        Q_EMIT ready();
    });
    connect(&m_socket, &QSslSocket::readyRead, this, &TlsTransport::onReadable);
    connect(&m_socket, &QSslSocket::sslErrors, this, &TlsTransport::onCertificateErrors);
    connect(&m_socket, &QSslSocket::errorOccurred, this, &TlsTransport::onError);
}

void TlsTransport::start()
{
    if (!QSslSocket::supportsSsl()) {
        fail({ErrorCode::TlsFailed, CoreText::tr("this Qt was built or installed without TLS")});
        return;
    }
    const auto configuration = tlsConfiguration(m_endpoint.tls);
    if (!configuration) {
        fail(configuration.error());
        return;
    }
    m_socket.setSslConfiguration(*configuration);
    m_connector.start(m_endpoint.host, m_endpoint.port);
}

void TlsTransport::onConnected(int descriptor)
{
    m_silence.start(1s);
    m_socket.setPeerVerifyName(
        m_endpoint.tls.serverName.isEmpty() ? m_endpoint.host : m_endpoint.tls.serverName);
    m_socket.setSocketDescriptor(descriptor);
    m_socket.startClientEncryption();
}

void TlsTransport::abort()
{
    m_connector.abort();
    m_socket.abort();
}

qint64 TlsTransport::unwritten() const
{
    return m_socket.bytesToWrite() + m_socket.encryptedBytesToWrite();
}

qint64 TlsTransport::receive(char *bytes, qint64 size)
{
    return m_socket.isOpen() ? std::max<qint64>(m_socket.read(bytes, size), 0) : 0;
}

void TlsTransport::write(const QByteArray &bytes)
{
    m_socket.write(bytes);
    m_socket.flush();
}

// Qt 6.4 emits readyRead() again for every few kilobytes that it has deciphered.
void TlsTransport::onReadable()
{
    while (!hasFailed() && m_socket.bytesAvailable() > 0) {
        const qint64 left = m_socket.bytesAvailable();
        Q_EMIT readable();
        if (m_socket.bytesAvailable() == left)
            return;
    }
}

void TlsTransport::onCertificateErrors(const QList<QSslError> &errors)
{
    m_silence.stop();
    fail(errorOfCertificate(errors));
}

void TlsTransport::onError()
{
    m_silence.stop();
    const QString words = m_socket.errorString();
    if (hasFailed())
        return;
    if (m_encrypted) {
        fail({bytesRead() == 0 ? ErrorCode::TlsFailed : ErrorCode::ConnectionLost, words});
    } else if (words.contains(QLatin1StringView("alert"))) {
        fail({ErrorCode::TlsFailed, words});
    } else {
        askWhetherPlain({ErrorCode::TlsFailed, words});
    }
}

void TlsTransport::askWhetherPlain(const Error &otherwise)
{
    auto *probe = new PortProbe(m_endpoint, this);
    connect(probe, &PortProbe::answered, this, [this, otherwise](PortProbe::Speaks speaks) {
        if (speaks == PortProbe::Speaks::Plain)
            fail({ErrorCode::TlsToPlainPort, CoreText::tr("the server does not speak TLS here")});
        else if (!otherwise.detail.isEmpty())
            fail(otherwise);
    });
    probe->ask(PortProbe::Question::IsPlain);
}

} // namespace lockstep
