// One client of the metrics server. It uses the socket directly, because Qt's sockets discard
// unsent data as soon as the client has closed its own direction, as "printf … | nc -N" does after
// the request, and because they cannot close only one direction.

#include "app/metrics/metricsconnection.h"

#include <QTimer>

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

bool isTemporary(int error)
{
    return error == EAGAIN || error == EINTR || error == ENOBUFS || error == ENOMEM;
}

// Prometheus asks for OpenMetrics if it can read it. Every other client gets the older text format.
MetricsFormat formatFor(const QByteArray &accept)
{
    return accept.toLower().contains("application/openmetrics-text")
        ? MetricsFormat::OpenMetrics
        : MetricsFormat::PrometheusText;
}

QByteArray headOf(int status, const QByteArray &type, qsizetype bodySize)
{
    QByteArray text = "HTTP/1.1 " + httpStatusLine(status) + "\r\nContent-Type: " + type
        + "\r\nContent-Length: " + QByteArray::number(bodySize)
        + "\r\nCache-Control: no-store\r\nConnection: close\r\n";
    if (status == 405)
        text += "Allow: GET, HEAD\r\n";
    return text + "\r\n";
}

} // namespace

MetricsConnection::MetricsConnection(int socket, TextSource text, QObject *parent)
    : QObject(parent)
    , m_socket(socket)
    , m_arrivals(socket, QSocketNotifier::Read)
    , m_room(socket, QSocketNotifier::Write)
    , m_text(std::move(text))
{
    m_room.setEnabled(false);
    connect(&m_arrivals, &QSocketNotifier::activated, this, &MetricsConnection::read);
    connect(&m_room, &QSocketNotifier::activated, this, &MetricsConnection::write);
    QTimer::singleShot(mostTime, this, &QObject::deleteLater);
}

MetricsConnection::~MetricsConnection()
{
    m_arrivals.setEnabled(false);
    m_room.setEnabled(false);
    ::close(m_socket);
}

void MetricsConnection::read()
{
    std::array<char, HttpRequest::mostBytes> bytes;
    const ssize_t count = ::recv(m_socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count < 0) {
        if (!isTemporary(errno))
            deleteLater();
        return;
    }
    if (count == 0) {
        m_hasClientEnded = true;
        // The notifier would fire again and again at the end of the stream.
        m_arrivals.setEnabled(false);
        if (unsent().isEmpty())
            deleteLater();
        return;
    }
    if (m_isAnswered)
        return;
    m_received.append(bytes.data(), count);
    if (const auto request = HttpRequest::read(m_received))
        answer(*request);
}

void MetricsConnection::answer(const HttpRequest &request)
{
    m_isAnswered = true;
    m_received.clear();
    const MetricsFormat format = formatFor(request.accept);
    const bool isRefused = request.status != 200;
    const QByteArray body = isRefused
        ? httpStatusLine(request.status) + "\nOnly GET /metrics is answered here.\n"
        : m_text(format);
    m_head = headOf(
        request.status, isRefused ? "text/plain; charset=utf-8" : contentType(format), body.size());
    if (request.wantsBody)
        m_body = body;
    write();
}

// Sends once and then waits until there is room again, so that a client that reads all the time
// does not keep the event loop busy.
void MetricsConnection::write()
{
    const QByteArrayView next = unsent();
    const bool isHead = m_sent < m_head.size();
    // The head is held back until the body follows; sent alone, it would delay the body until the
    // client acknowledges it.
    const int more = isHead && !m_body.isEmpty() ? MSG_MORE : 0;
    const ssize_t count = ::send(m_socket, next.data(), static_cast<size_t>(next.size()),
        MSG_DONTWAIT | MSG_NOSIGNAL | more);
    if (count < 0 && !isTemporary(errno))
        return deleteLater();
    m_sent += std::max<ssize_t>(count, 0);
    m_room.setEnabled(!unsent().isEmpty());
    if (!unsent().isEmpty())
        return;
    ::shutdown(m_socket, SHUT_WR); // tells the client that nothing more comes
    if (m_hasClientEnded)
        deleteLater();
}

QByteArrayView MetricsConnection::unsent() const
{
    const qsizetype head = m_head.size();
    return m_sent < head ? QByteArrayView(m_head).sliced(m_sent)
                         : QByteArrayView(m_body).sliced(m_sent - head);
}

} // namespace lockstep
