#pragma once

#include "core/redis/streamtransport.h"

#include <QTcpSocket>

namespace lockstep {

// Why a TCP connection did not come about.
Error errorOfConnecting(const QAbstractSocket &socket);

// Plain TCP.
class TcpTransport : public StreamTransport
{
    Q_OBJECT

public:
    explicit TcpTransport(const Endpoint &endpoint);

    void start() override;
    void abort() override;

private:
    void onConnected();
    void onReadable();
    void onClosed(const QString &why);

    Endpoint m_endpoint;
    QTcpSocket m_socket; // until it is connected
};

} // namespace lockstep
