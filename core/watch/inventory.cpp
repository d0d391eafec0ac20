#include "core/watch/inventory.h"

namespace lockstep {

namespace {

// Each call takes the server about a third of a millisecond: large enough that the round trips do
// not count, small enough that nobody else waits noticeably.
constexpr int namesPerCall = 1000;

} // namespace

QByteArray patternFor(const QByteArray &prefix)
{
    QByteArray pattern;
    for (const char c : prefix) {
        if (QByteArrayView("*?[]\\").contains(c))
            pattern += '\\';
        pattern += c;
    }
    return pattern + '*';
}

Inventory::Inventory(Connection *connection, const QByteArray &prefix, Pacer pacer, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_pattern(prefix.isEmpty() ? QByteArray() : patternFor(prefix))
    , m_pacer(pacer)
{
    m_pause.setSingleShot(true);
    m_pause.setTimerType(Qt::PreciseTimer);
    connect(&m_pause, &QTimer::timeout, this, &Inventory::ask);
}

void Inventory::startPass()
{
    stop();
    m_running = true;
    m_seen = 0;
    m_cursor = "0";
    ask();
}

void Inventory::stop()
{
    ++m_pass;
    m_running = false;
    m_pause.stop();
}

void Inventory::ask()
{
    Command command{"SCAN", m_cursor};
    if (!m_pattern.isEmpty())
        command << QByteArrayLiteral("MATCH") << m_pattern;
    command << QByteArrayLiteral("COUNT") << namesPerCall;
    m_sentAt = std::chrono::steady_clock::now();
    m_connection->send(command, [this, pass = m_pass](const Result<Reply> &reply) {
        if (pass == m_pass)
            take(reply);
    });
}

void Inventory::take(const Result<Reply> &reply)
{
    const auto busy = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - m_sentAt);
    m_busy += busy;
    if (!reply || reply->elements.size() != 2) {
        m_running = false;
        Q_EMIT failed(
            reply ? Error{ErrorCode::ProtocolError, QStringLiteral("SCAN")} : reply.error());
        return;
    }
    m_cursor = reply->elements[0].text;
    const bool last = m_cursor == "0";
    const auto pass = m_pass;
    if (!last) {
        const auto pause = m_pacer.pauseAfter(busy);
        if (pause < std::chrono::microseconds(200))
            ask();
        else
            m_pause.start(std::chrono::ceil<Milliseconds>(pause));
    }
    m_seen += static_cast<qint64>(reply->elements[1].elements.size());
    Q_EMIT found(reply->elements[1].elements);
    if (last && pass == m_pass) {
        m_running = false;
        m_seenLast = std::exchange(m_seen, 0);
        Q_EMIT passFinished();
    }
}

} // namespace lockstep
