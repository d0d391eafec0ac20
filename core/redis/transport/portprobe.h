#pragma once

#include "core/redis/values/endpoint.h"

#include <QObject>
#include <QTcpSocket>
#include <QTimer>

namespace lockstep {

// Finds out what a port speaks, with a connection of its own, after ours failed in a way that has
// more than one explanation. Sends no secret: PING, or an empty TLS greeting.
class PortProbe : public QObject
{
    Q_OBJECT

public:
    enum class Question : quint8 { IsPlain, IsTls };
    enum class Speaks : quint8 { Plain, Tls, Unknown };

    explicit PortProbe(const Endpoint &endpoint, QObject *parent);

    // Answers within a second, once.
    void ask(Question question);

    // Whether the bytes are the start of an alert or of a greeting of TLS.
    static bool isTlsRecord(const QByteArray &bytes);

Q_SIGNALS:
    void answered(lockstep::PortProbe::Speaks speaks);

private:
    void finish(Speaks speaks);

    Endpoint m_endpoint;
    QTcpSocket m_socket;
    QTimer m_limit;
};

} // namespace lockstep
