// The server of --metrics. Each connection is closed after one request: a scrape comes only every
// few seconds, and a connection that is not kept open needs no limit for idling. Qt's own HTTP
// server was rejected, because in Debian 12 and 13 (Qt 6.4 and 6.8) it limits neither idle
// connections (from 6.10 on) nor the sizes of requests (6.11) nor the number of connections (6.12).
//
// Connections are accepted one by one here, because QTcpServer accepts up to thirty in advance,
// however many there are already, and stops for good after an accept that failed.

#include "app/metrics/metricsserver.h"

#include <QCoreApplication>
#include <QHostAddress>

#include <algorithm>
#include <sys/socket.h>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::MetricsServer)
};

// A text is made anew after that time at the earliest, for each format.
constexpr auto leastTimeBetween = std::chrono::milliseconds(1'000);
constexpr int restPerCost = 9; // so making the text of a format takes a tenth of the time at most
// Accepting fails mostly because no file descriptor is free, which changes when others are closed.
constexpr auto pauseAfterFailure = std::chrono::seconds(1);

} // namespace

MetricsServer::MetricsServer(TextSource text, QObject *parent)
    : QObject(parent)
    , m_text(std::move(text))
    , m_arrivals(QSocketNotifier::Read)
{
    m_server.setListenBacklogSize(mostConnections);
    m_pause.setSingleShot(true);
    connect(&m_arrivals, &QSocketNotifier::activated, this, &MetricsServer::accept);
    connect(&m_pause, &QTimer::timeout, this, &MetricsServer::acceptAgain);
}

Result<void> MetricsServer::listen(const HostPort &address)
{
    if (m_server.listen(QHostAddress(address.host), address.port)) {
        m_server.pauseAccepting();
        m_arrivals.setSocket(m_server.socketDescriptor());
        m_arrivals.setEnabled(true);
        return {};
    }
    const QString why = m_server.serverError() == QAbstractSocket::AddressInUseError
        ? Words::tr("another program uses that port")
        : m_server.errorString();
    return failure(ErrorCode::BadInput,
        //: %1 an address with a port, %2 why
        Words::tr("Metrics cannot be served at %1: %2.").arg(address.display(), why));
}

QString MetricsServer::url() const
{
    if (!m_server.isListening())
        return {};
    const HostPort bound{m_server.serverAddress().toString(), m_server.serverPort()};
    return QStringLiteral("http://%1/metrics").arg(bound.display());
}

bool MetricsServer::isLoopback() const
{
    return m_server.serverAddress().isLoopback();
}

void MetricsServer::accept()
{
    const int socket =
        ::accept4(int(m_server.socketDescriptor()), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) {
        m_arrivals.setEnabled(false);
        return m_pause.start(pauseAfterFailure);
    }
    auto *connection = new MetricsConnection(
        socket, [this](MetricsFormat format) { return text(format); }, this);
    ++m_connections;
    connect(connection, &QObject::destroyed, this, [this] {
        --m_connections;
        acceptAgain();
    });
    acceptAgain();
}

void MetricsServer::acceptAgain()
{
    m_arrivals.setEnabled(m_connections < mostConnections);
}

QByteArray MetricsServer::text(MetricsFormat format)
{
    CachedText &cached = m_cached.at(std::size_t(format));
    if (cached.age.isValid() && cached.age.elapsed() < cached.usableFor.count())
        return cached.text;
    QElapsedTimer cost;
    cost.start();
    cached.text = m_text(format);
    cached.usableFor =
        std::max(leastTimeBetween, std::chrono::milliseconds(restPerCost * cost.elapsed()));
    cached.age.start();
    return cached.text;
}

} // namespace lockstep
