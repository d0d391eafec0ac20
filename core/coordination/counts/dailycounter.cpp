// The day is a part of the key, and a script may only use keys that it was given. So the server's
// clock has to be read first. Rejected: the client's clock (a wrong one counts on a wrong day); the
// difference to the server's clock, measured once (it drifts, and is wrong after either clock was
// set); a script that makes the key itself (it fails in a Cluster).

#include "core/coordination/counts/dailycounter.h"

#include "core/coordination/counts/bounds.h"
#include "core/coordination/counts/numbers.h"
#include "core/redis/connection/scriptfile.h"

#include <QDateTime>
#include <QPointer>

namespace lockstep {

namespace {

// A lost TIME command has counted nothing, so mayHaveRun is cleared.
QCoro::Task<Result<QDate>> dateOf(Connection *connection, QTimeZone zone)
{
    Command command{"TIME"};
    const auto reply = co_await connection->request(std::move(command));
    if (!reply) {
        Error error = reply.error();
        error.mayHaveRun = false;
        co_return tl::unexpected(error);
    }
    if (!reply->isArray() || reply->elements.size() != 2)
        co_return unexpectedReply();
    const qint64 seconds = reply->elements[0].text.toLongLong();
    co_return QDateTime::fromSecsSinceEpoch(seconds, zone).date();
}

QCoro::Task<Result<qint64>> incrementToday(Connection *connection, Result<DayPattern> pattern,
    DailyCounterOptions options, QByteArray user, qint64 by)
{
    static const Script script = scriptFile(QStringLiteral("daily-increment"));
    if (!pattern)
        co_return tl::unexpected(pattern.error());
    const QPointer<Connection> alive(connection);
    const auto day = co_await dateOf(connection, options.timeZone);
    if (!day)
        co_return tl::unexpected(day.error());
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    const qint64 end = day->addDays(1).startOfDay(options.timeZone).toMSecsSinceEpoch();
    const QByteArrayList keys{pattern->key(user, *day)};
    const QByteArrayList arguments{
        QByteArray::number(by), QByteArray::number(end + qint64(options.keep.count()))};
    co_return counted(co_await run(connection, script, keys, arguments));
}

QCoro::Task<Result<qint64>> readToday(
    Connection *connection, Result<DayPattern> pattern, QTimeZone zone, QByteArray user)
{
    if (!pattern)
        co_return tl::unexpected(pattern.error());
    const QPointer<Connection> alive(connection);
    const auto day = co_await dateOf(connection, zone);
    if (!day)
        co_return tl::unexpected(day.error());
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    Command command{"GET", pattern->key(user, *day)};
    co_return counted(co_await connection->request(std::move(command)));
}

} // namespace

DailyCounter::DailyCounter(
    Connection *connection, const QByteArray &pattern, const DailyCounterOptions &options)
    : m_connection(connection)
    , m_pattern(DayPattern::parse(pattern))
    , m_options(options)
{
    if (const auto refusal = checkSpan("keep", options.keep))
        m_pattern = tl::unexpected(*refusal);
    else if (!options.timeZone.isValid())
        m_pattern = failure(
            ErrorCode::BadInput, QStringLiteral("timeZone is none; possible is any valid one."));
}

Result<DayPattern> DailyCounter::patternFor(const QByteArray &user) const
{
    if (m_pattern && !m_pattern->hasUser() && !user.isEmpty())
        return failure(ErrorCode::BadInput,
            QStringLiteral("the pattern has no <user>; possible is a call without one."));
    return m_pattern;
}

QCoro::Task<Result<qint64>> DailyCounter::increment(QByteArray user, qint64 by) const
{
    return incrementToday(m_connection, patternFor(user), m_options, user, by);
}

QCoro::Task<Result<qint64>> DailyCounter::value(QByteArray user) const
{
    return readToday(m_connection, patternFor(user), m_options.timeZone, user);
}

QCoro::Task<Result<QDate>> DailyCounter::today() const
{
    return dateOf(m_connection, m_options.timeZone);
}

} // namespace lockstep
