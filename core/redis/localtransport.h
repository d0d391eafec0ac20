#pragma once

#include "core/redis/transport.h"

#include <QLocalSocket>

namespace lockstep {

// Over a unix socket.
class LocalTransport : public Transport
{
    Q_OBJECT

public:
    explicit LocalTransport(const Endpoint &endpoint);

    void start() override;
    void abort() override;
    [[nodiscard]] qint64 unwritten() const override;

protected:
    QIODevice &device() override { return m_socket; }
    [[nodiscard]] qintptr descriptor() const override { return m_socket.socketDescriptor(); }
    void flush() override;

private:
    QString m_path;
    QLocalSocket m_socket;
    bool m_connected = false;
};

} // namespace lockstep
