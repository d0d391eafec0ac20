// Goes through all keys with SCAN. The next SCAN is sent before the names of the last one are
// handed over, so that the server and we work at the same time. What is sent from within a reply's
// callback is written when the turn of the event loop is over; hence the names are handed over in
// the next turn.

#include "core/watch/discovery/inventory.h"

#include "core/watch/values/replysize.h"

namespace lockstep {

namespace {

// Each call takes the server about a third of a millisecond: large enough that the round trips do
// not count, small enough that nobody else waits noticeably.
constexpr int mostNamesPerCall = 1000;

constexpr auto shortestPause = std::chrono::microseconds(200); // shorter ones add up

constexpr auto quickReply = std::chrono::milliseconds(250);
constexpr qsizetype smallReply = 4 * 1024 * 1024; // bytes

bool isTooMuchAtOnce(ErrorCode code)
{
    return code == ErrorCode::ReplyTooLarge || code == ErrorCode::CommandTimeout;
}

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
    , m_namesPerCall(mostNamesPerCall)
{
    m_pause.setSingleShot(true);
    m_pause.setTimerType(Qt::PreciseTimer);
    connect(&m_pause, &QTimer::timeout, this, &Inventory::sendScan);
}

void Inventory::startPass()
{
    stop();
    m_isRunning = true;
    m_seen = 0;
    m_calls = 0;
    m_cursor = "0";
    sendScan();
}

void Inventory::stop()
{
    ++m_pass;
    m_isRunning = false;
    m_isWaiting = false;
    m_pause.stop();
}

void Inventory::setHeld(bool held)
{
    m_isHeld = held;
    if (!held && std::exchange(m_isWaiting, false))
        sendScan();
}

void Inventory::sendScan()
{
    if (m_isHeld) {
        m_isWaiting = true;
        return;
    }
    const auto pause = m_pacer.pause(std::chrono::steady_clock::now());
    if (pause >= shortestPause)
        return m_pause.start(std::chrono::ceil<Milliseconds>(pause));
    Command command{"SCAN", m_cursor};
    if (!m_pattern.isEmpty())
        command << QByteArrayLiteral("MATCH") << m_pattern;
    command << QByteArrayLiteral("COUNT") << m_namesPerCall;
    m_sentAt = std::chrono::steady_clock::now();
    ++m_calls;
    m_connection->send(command, [this, pass = m_pass](Result<Reply> reply) {
        if (!reply && isTooMuchAtOnce(reply.error().code)) // very long names, or it stood still
            m_namesPerCall = std::max(1, m_namesPerCall / 10);
        if (pass == m_pass)
            takeReply(std::move(reply));
    });
}

void Inventory::takeReply(Result<Reply> reply)
{
    const auto now = std::chrono::steady_clock::now();
    const auto busy = std::chrono::duration_cast<std::chrono::microseconds>(now - m_sentAt);
    m_busy += busy;
    m_pacer.note(busy, 1, static_cast<std::size_t>(m_namesPerCall), now);
    if (!reply || reply->elements.size() != 2) {
        m_isRunning = false;
        Q_EMIT failed(
            reply ? Error{ErrorCode::ProtocolError, QStringLiteral("SCAN")} : reply.error());
        return;
    }
    if (busy < quickReply && sizeOf(*reply) < smallReply) // twice as much would be no trouble
        m_namesPerCall = std::min(mostNamesPerCall, 2 * m_namesPerCall);
    m_cursor = reply->elements[0].text;
    const bool last = m_cursor == "0";
    m_seen += static_cast<qint64>(reply->elements[1].elements.size());
    QMetaObject::invokeMethod(
        this,
        [this, pass = m_pass, last, names = std::move(reply->elements[1].elements)] {
            if (pass == m_pass)
                handOver(names, last);
        },
        Qt::QueuedConnection);
    if (!last)
        sendScan();
}

void Inventory::handOver(const std::vector<Reply> &names, bool last)
{
    const auto pass = m_pass;
    Q_EMIT found(names);
    if (last && pass == m_pass) {
        m_isRunning = false;
        m_seenLast = std::exchange(m_seen, 0);
        Q_EMIT passFinished();
    }
}

} // namespace lockstep
