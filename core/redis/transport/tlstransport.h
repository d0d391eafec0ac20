#pragma once

#include "core/redis/transport/hostconnector.h"
#include "core/redis/transport/transport.h"

#include <QSslSocket>
#include <QTimer>

namespace lockstep {

// Connects over TCP with TLS 1.2 or later. The certificate is always checked, against the host or
// TlsOptions::serverName; there is no way to ignore an error.
class TlsTransport : public Transport
{
    Q_OBJECT

public:
    explicit TlsTransport(const Endpoint &endpoint);

    void start() override;
    void abort() override;
    void write(const QByteArray &bytes) override;
    [[nodiscard]] qint64 unwritten() const override;

protected:
    [[nodiscard]] qint64 receive(char *bytes, qint64 size) override;

private:
    void onConnected(int descriptor);
    void onReadable();
    void onCertificateErrors(const QList<QSslError> &errors);
    void onError();
    void askWhetherPlain(const Error &otherwise);

    Endpoint m_endpoint;
    HostConnector m_connector;
    QSslSocket m_socket; // used once there is a connection
    QTimer m_silence;
    bool m_encrypted = false;
};

} // namespace lockstep
