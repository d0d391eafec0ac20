#include "core/redis/transport/hostconnector.h"

#include "core/redis/transport/tcptransport.h"

#include <QHostInfo>
#include <QNetworkProxy>

#include <cerrno>
#include <fcntl.h>

namespace lockstep {

namespace {

constexpr auto untilNext = std::chrono::milliseconds(250); // RFC 8305, section 8

// Orders the addresses so that IPv4 and IPv6 alternate, beginning with the kind that the system
// prefers (RFC 8305, section 4).
QList<QHostAddress> inTurn(const QList<QHostAddress> &addresses)
{
    QList<QHostAddress> first;
    QList<QHostAddress> others;
    for (const auto &address : addresses)
        (address.protocol() == addresses.front().protocol() ? first : others).append(address);
    QList<QHostAddress> ordered;
    for (qsizetype i = 0; i < qMax(first.size(), others.size()); ++i) {
        if (i < first.size())
            ordered.append(first[i]);
        if (i < others.size())
            ordered.append(others[i]);
    }
    return ordered;
}

// Whether the error says more than the other one: a host that refuses exists, while one that cannot
// be reached may be unreachable only at that address.
bool tellsMore(const Error &error, const std::optional<Error> &other)
{
    return !other
        || (error.code == ErrorCode::ConnectionRefused
            && other->code != ErrorCode::ConnectionRefused);
}

} // namespace

void HostConnector::start(const QString &host, quint16 port)
{
    m_port = port;
    if (QHostAddress address; address.setAddress(host))
        return start({address}, port);
    // The slot is given by its name, because Qt 6.4 loses the function object of a look-up that is
    // aborted.
    m_lookUpId = QHostInfo::lookupHost(host, this, SLOT(onLookedUp(QHostInfo)));
}

void HostConnector::onLookedUp(const QHostInfo &info)
{
    if (!m_lookUpId) // aborted while this result was already queued
        return;
    m_lookUpId.reset();
    if (info.addresses().isEmpty())
        Q_EMIT failed({ErrorCode::HostNotFound, info.errorString()});
    else
        start(info.addresses(), m_port);
}

void HostConnector::start(const QList<QHostAddress> &addresses, quint16 port)
{
    m_port = port;
    m_untried = inTurn(addresses);
    m_nextAttempt.setInterval(untilNext);
    connect(&m_nextAttempt, &QTimer::timeout, this, &HostConnector::tryNext);
    m_nextAttempt.start();
    tryNext();
}

void HostConnector::abort()
{
    disconnect();
    if (m_lookUpId) {
        QHostInfo::abortHostLookup(*m_lookUpId);
        m_lookUpId.reset();
    }
    m_nextAttempt.stop();
    m_untried.clear();
    for (const auto &socket : m_attempts) {
        socket->disconnect(this);
        socket->abort();
    }
}

void HostConnector::tryNext()
{
    if (m_untried.isEmpty())
        return m_nextAttempt.stop();
    auto *socket = m_attempts.emplace_back(std::make_unique<QTcpSocket>()).get();
    ++m_runningAttempts;
    socket->setProxy(QNetworkProxy::NoProxy);
    connect(socket, &QTcpSocket::connected, this, [this, socket] { onConnected(socket); });
    connect(socket, &QTcpSocket::errorOccurred, this, [this, socket] { onFailed(socket); });
    socket->connectToHost(m_untried.takeFirst(), m_port);
}

void HostConnector::onConnected(QTcpSocket *socket)
{
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    // A second descriptor of the same connection, so that Qt can close its own.
    const int descriptor = fcntl(static_cast<int>(socket->socketDescriptor()), F_DUPFD_CLOEXEC, 0);
    const QString why = descriptor < 0 ? qt_error_string(errno) : QString();
    m_nextAttempt.stop();
    m_untried.clear();
    for (const auto &attempt : m_attempts) {
        attempt->disconnect(this);
        attempt->abort();
    }
    if (descriptor < 0)
        Q_EMIT failed({ErrorCode::Unreachable, why});
    else
        Q_EMIT connected(descriptor);
}

void HostConnector::onFailed(QTcpSocket *socket)
{
    --m_runningAttempts;
    if (const auto error = errorOfConnecting(*socket); tellsMore(error, m_error))
        m_error = error;
    if (!m_untried.isEmpty()) {
        m_nextAttempt.start();
        tryNext();
    } else if (m_runningAttempts == 0) {
        m_nextAttempt.stop();
        Q_EMIT failed(*m_error);
    }
}

} // namespace lockstep
