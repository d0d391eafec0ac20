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

// Answers GET /metrics, and refuses everything else. Works in the event loop of its thread and
// waits for nobody: a connection has a bounded time, a request a bounded size, and all readers
// share a text that is made at most once a second in each format.
class MetricsServer : public QObject
{
    Q_OBJECT

public:
    using TextSource = MetricsConnection::TextSource;
    // Connections at once; more wait until one of these has ended.
    static constexpr int mostConnections = 256;

    // text: called in the event loop for what is served. One that takes long is asked for less
    // often.
    explicit MetricsServer(TextSource text, QObject *parent = nullptr);

    // host: an IP address. Port 0: any that is free, see url(). Errors: BadInput with a sentence
    // that says why it is impossible.
    Result<void> listen(const HostPort &address);
    // "http://127.0.0.1:9400/metrics"; empty: it does not listen.
    [[nodiscard]] QString url() const;
    [[nodiscard]] bool isLoopback() const; // only programs of this machine can ask

private:
    void accept();
    void acceptAgain();
    [[nodiscard]] QByteArray text(MetricsFormat format);

    struct CachedText
    {
        QByteArray text;
        QElapsedTimer age; // invalid: nothing was made yet
        std::chrono::milliseconds usableFor{};
    };

    TextSource m_text;
    std::array<CachedText, 2> m_cached; // by MetricsFormat
    QTcpServer m_server; // for its address; the connections are accepted here
    QSocketNotifier m_arrivals;
    QTimer m_pause; // after an accept that failed
    int m_connections = 0;
};

} // namespace lockstep
