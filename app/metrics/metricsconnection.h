#pragma once

#include "app/metrics/httprequest.h"
#include "core/watch/metrics/metricstext.h"

#include <QByteArrayView>
#include <QObject>
#include <QSocketNotifier>

#include <chrono>
#include <functional>

namespace lockstep {

// One client of the metrics: what it sends is read up to the end of the head, answered, and from
// then on thrown away until it closes. Closing first, with bytes of it unread, would reset the
// connection and take the answer away from a client that has not read it yet.
class MetricsConnection : public QObject
{
    Q_OBJECT

public:
    using TextSource = std::function<QByteArray(MetricsFormat)>;
    // From the first byte to the last. Prometheus gives up after as long unless it is told
    // otherwise.
    static constexpr auto mostTime = std::chrono::seconds(10);

    // socket: a connected one, which this closes. It deletes itself as soon as the client has gone
    // or mostTime is over.
    MetricsConnection(int socket, TextSource text, QObject *parent);
    ~MetricsConnection() override;

private:
    void read();
    void answer(const HttpRequest &request);
    void write();
    [[nodiscard]] QByteArrayView unsent() const;

    const int m_socket;
    QSocketNotifier m_arrivals;
    QSocketNotifier m_room; // for more of the answer
    TextSource m_text;
    QByteArray m_received; // until it is answered
    bool m_isAnswered = false;
    bool m_hasClientEnded = false; // it sends nothing more, and may still read
    // The head and the body of the answer are kept apart, so that all who read share the body.
    QByteArray m_head;
    QByteArray m_body;
    qsizetype m_sent = 0; // of both together
};

} // namespace lockstep
