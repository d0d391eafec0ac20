#pragma once

#include "core/redis/transport.h"

#include <QTcpSocket>

namespace lockstep {

// The first error of a TCP connection that did not come about, or was lost.
Error errorOfSocket(const QAbstractSocket &socket, bool wasConnected);

// Plain TCP.
class TcpTransport : public Transport
{
    Q_OBJECT

public:
    explicit TcpTransport(const Endpoint &endpoint);

    void start() override;
    void abort() override;
    [[nodiscard]] qint64 unwritten() const override;

protected:
    QIODevice &device() override { return m_socket; }
    [[nodiscard]] qintptr descriptor() const override { return m_socket.socketDescriptor(); }
    void flush() override;

private:
    bool speaksTls(); // then it has failed
    void onReadable();
    void onError();

    Endpoint m_endpoint;
    QTcpSocket m_socket;
    bool m_connected = false;
};

} // namespace lockstep
