#pragma once

#include "core/redis/transport/hostconnector.h"
#include "core/redis/transport/streamtransport.h"

#include <QTcpSocket>

namespace lockstep {

// Why a TCP connection did not come about.
Error errorOfConnecting(const QAbstractSocket &socket);

// Connects over plain TCP.
class TcpTransport : public StreamTransport
{
    Q_OBJECT

public:
    explicit TcpTransport(const Endpoint &endpoint);

    void start() override;
    void abort() override;

private:
    void onConnected(int descriptor);
    void onReadable();
    void onClosed(const QString &why);

    Endpoint m_endpoint;
    HostConnector m_connector;
};

} // namespace lockstep
