#pragma once

#include "app/metrics/httprequest.h"
#include "core/watch/metrics/metricstext.h"

#include <QByteArrayView>
#include <QObject>
#include <QSocketNotifier>

#include <chrono>
#include <functional>

namespace lockstep {

// Serves one client of the metrics. It reads up to the end of the head, answers, and from then on
// throws away what comes until the client closes. If it closed first with bytes still unread, the
// kernel would reset the connection, and the client could lose an answer that it has not read yet.
class MetricsConnection : public QObject
{
    Q_OBJECT

public:
    using TextSource = std::function<QByteArray(MetricsFormat)>;
    // The longest time from the first byte to the last. It is also Prometheus' default for giving
    // up.
    static constexpr auto mostTime = std::chrono::seconds(10);

    // socket: connected; this object closes it. The object deletes itself as soon as the client has
    // gone or mostTime is over.
    MetricsConnection(int socket, TextSource text, QObject *parent);
    ~MetricsConnection() override;

private:
    void read();
    void answer(const HttpRequest &request);
    void write();
    [[nodiscard]] QByteArrayView unsent() const;

    const int m_socket;
    QSocketNotifier m_arrivals;
    QSocketNotifier m_room; // notifies when more of the answer can be sent
    TextSource m_text;
    QByteArray m_received; // cleared once it is answered
    bool m_isAnswered = false;
    bool m_hasClientEnded = false; // the client sends nothing more, but may still read
    // The head and the body of the answer are kept apart, so that all readers share the body.
    QByteArray m_head;
    QByteArray m_body;
    qsizetype m_sent = 0; // bytes of head and body together
};

} // namespace lockstep
