#pragma once

#include "core/redis/values/error.h"

#include <QHostAddress>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

class QHostInfo;

namespace lockstep {

// Opens a TCP connection to a host that may have several addresses, some of which may not answer:
// another one is tried every quarter of a second, all at the same time, and the first that is
// connected wins ("Happy Eyeballs", RFC 8305). Used once. Do not delete it inside one of its
// signals.
class HostConnector : public QObject
{
    Q_OBJECT

public:
    // Starts connecting. connected() or failed() follows, maybe before this returns.
    void start(const QString &host, quint16 port);
    // The same for addresses that are known, of which there has to be at least one.
    void start(const QList<QHostAddress> &addresses, quint16 port);
    void abort(); // no signal from here on

Q_SIGNALS:
    // A descriptor of the open connection, non-blocking and closed on exec; the receiver owns it.
    void connected(int descriptor);
    void failed(const lockstep::Error &error); // HostNotFound, ConnectionRefused, Unreachable, …

private Q_SLOTS:
    void onLookedUp(const QHostInfo &info);

private:
    void tryNext();
    void onConnected(QTcpSocket *socket);
    void onFailed(QTcpSocket *socket);

    quint16 m_port = 0;
    QList<QHostAddress> m_untried;
    std::vector<std::unique_ptr<QTcpSocket>> m_attempts; // the failed ones included
    std::size_t m_runningAttempts = 0;
    std::optional<Error> m_error; // the most telling one so far
    std::optional<int> m_lookUpId; // of QHostInfo, while the host's addresses are being looked up
    QTimer m_nextAttempt;
};

} // namespace lockstep
