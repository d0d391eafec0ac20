#pragma once

#include "core/redis/socketstream.h"
#include "core/redis/transport.h"

#include <QTcpSocket>

namespace lockstep {

// Why a TCP connection did not come about.
Error errorOfConnecting(const QAbstractSocket &socket);

// Plain TCP.
class TcpTransport : public Transport
{
    Q_OBJECT

public:
    explicit TcpTransport(const Endpoint &endpoint);

    void start() override;
    void abort() override;
    void write(const QByteArray &bytes) override;
    [[nodiscard]] qint64 unwritten() const override;

protected:
    [[nodiscard]] qint64 receive(char *bytes, qint64 size) override;

private:
    void onConnected();
    void onReadable();
    void onClosed(const QString &why);

    Endpoint m_endpoint;
    QTcpSocket m_socket; // until it is connected
    SocketStream m_stream; // from then on
};

} // namespace lockstep
