#pragma once

#include "core/redis/socketstream.h"
#include "core/redis/transport.h"

#include <QTimer>

namespace lockstep {

// Over a unix socket.
class LocalTransport : public Transport
{
    Q_OBJECT

public:
    explicit LocalTransport(const Endpoint &endpoint);

    void start() override;
    void abort() override;
    void write(const QByteArray &bytes) override;
    [[nodiscard]] qint64 unwritten() const override;

protected:
    [[nodiscard]] qint64 receive(char *bytes, qint64 size) override;

private:
    QString m_path;
    QTimer m_again; // the server has no room for who waits to be accepted
    SocketStream m_stream;
};

} // namespace lockstep
