#pragma once

#include "core/redis/transport/streamtransport.h"

#include <QTimer>

namespace lockstep {

// A Transport over a unix socket.
class LocalTransport : public StreamTransport
{
    Q_OBJECT

public:
    explicit LocalTransport(const Endpoint &endpoint);

    void start() override;
    void abort() override;

private:
    QString m_path;
    QTimer m_again; // tries again if the server's queue of connections is full
};

} // namespace lockstep
