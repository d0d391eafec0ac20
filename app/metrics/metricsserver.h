#pragma once

#include "app/metrics/metricsconnection.h"
#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSocketNotifier>
#include <QTcpServer>
#include <QTimer>

#include <array>
#include <chrono>

namespace lockstep {

// A small HTTP server that answers GET /metrics and refuses everything else. It works in the event
// loop of its thread and waits for nobody: a connection has a bounded time, a request a bounded
// size, and all readers share a text that is made at most once a second in each format.
class MetricsServer : public QObject
{
    Q_OBJECT

public:
    using TextSource = MetricsConnection::TextSource;
    // So many connections are open at once. Further ones wait in the kernel's queue until one of
    // these has ended.
    static constexpr int mostConnections = 256;

    // text: called in the event loop to make what is served; the longer it takes, the less often it
    // is called.
    explicit MetricsServer(TextSource text, QObject *parent = nullptr);

    // Begins to listen. host: an IP address. Port 0 is any free one, see url(). Errors: BadInput
    // with a sentence that says why it is impossible.
    Result<void> listen(const HostPort &address);
    // Returns an address such as "http://127.0.0.1:9400/metrics", or nothing unless it listens.
    [[nodiscard]] QString url() const;
    [[nodiscard]] bool isLoopback() const; // whether only programs of this machine can connect

private:
    void accept();
    void acceptAgain();
    [[nodiscard]] QByteArray text(MetricsFormat format);

    struct CachedText
    {
        QByteArray text;
        QElapsedTimer age; // invalid before the first text was made
        std::chrono::milliseconds usableFor{};
    };

    TextSource m_text;
    std::array<CachedText, 2> m_cached; // by MetricsFormat
    QTcpServer m_server; // only listens; connections are accepted by accept()
    QSocketNotifier m_arrivals; // notifies of waiting connections
    QTimer m_pause; // between an accept that failed and the next attempt
    int m_connections = 0;
};

} // namespace lockstep
