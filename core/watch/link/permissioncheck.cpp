// Sends one refused command at a time, so that a watch which lacks much costs no more than one that
// lacks little, and less and less often, because somebody may monitor how many commands a server
// refuses. Its ACL LOG has one line for them.

#include "core/watch/link/permissioncheck.h"

#include "core/redis/values/errorclasses.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto longestPause = std::chrono::minutes(1);
constexpr auto longestFirstPause = std::chrono::minutes(5);

} // namespace

PermissionCheck::PermissionCheck(
    Connection *scanner, Connection *subscriber, Milliseconds firstPause, QObject *parent)
    : QObject(parent)
    , m_scanner(scanner)
    , m_subscriber(subscriber)
    , m_firstPause(firstPause)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PermissionCheck::tryNext);
}

void PermissionCheck::note(const MissingPermission &missing)
{
    if (missing.cause != MissingPermission::Cause::NotPermitted || missing.words.isEmpty())
        return;
    m_refused.push_back(missing.words);
    m_timer.start(m_firstPause);
}

void PermissionCheck::stop()
{
    m_timer.stop();
    m_refused.clear();
    m_next = 0;
    ++m_run;
}

void PermissionCheck::tryNext()
{
    const auto &words = m_refused.at(m_next++ % m_refused.size());
    // After SUBSCRIBE a connection understands nothing else.
    auto *connection = words.first() == "SUBSCRIBE" ? m_subscriber : m_scanner;
    connection->send(Command(words), [this, run = m_run](const Result<Reply> &reply) {
        if (run == m_run)
            take(reply);
    });
}

void PermissionCheck::take(const Result<Reply> &reply)
{
    const Milliseconds pause = 2 * m_timer.intervalAsDuration();
    if (!reply && (reply.error().code == ErrorCode::NoPerm || isTransient(reply.error().code)))
        return m_timer.start(std::min(pause, std::max<Milliseconds>(m_firstPause, longestPause)));
    // What is refused at one time and not at another must not have everything read over and over.
    m_firstPause = std::min<Milliseconds>(2 * m_firstPause, longestFirstPause);
    Q_EMIT permitted();
}

} // namespace lockstep
