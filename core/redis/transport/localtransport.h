#pragma once

#include "core/redis/transport/streamtransport.h"

#include <QTimer>

namespace lockstep {

// Over a unix socket.
class LocalTransport : public StreamTransport
{
    Q_OBJECT

public:
    explicit LocalTransport(const Endpoint &endpoint);

    void start() override;
    void abort() override;

private:
    QString m_path;
    QTimer m_again; // the server has no room for who waits to be accepted
};

} // namespace lockstep
