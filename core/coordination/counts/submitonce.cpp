// The decision is made by submit-once.lua. The coroutine is a free function that takes all
// arguments by value, because the SubmitOnce may be destroyed while it runs.

#include "core/coordination/counts/submitonce.h"

#include "core/coordination/counts/numbers.h"
#include "core/redis/connection/scriptfile.h"

namespace lockstep {

namespace {

QCoro::Task<Result<SubmitOnce::Submission>> submitOnce(
    Connection *connection, QByteArray key, std::chrono::milliseconds keep, Refusal refusal)
{
    static const Script script = scriptFile(QStringLiteral("submit-once"));
    if (refusal)
        co_return tl::unexpected(*refusal);
    const QByteArrayList keys{key};
    const QByteArrayList arguments{QByteArray::number(qint64(keep.count()))};
    const auto answer = integers<3>(co_await run(connection, script, keys, arguments));
    if (!answer)
        co_return tl::unexpected(answer.error());
    const auto [accepted, first, ago] = *answer;
    co_return SubmitOnce::Submission{accepted != 0, QDateTime::fromMSecsSinceEpoch(first, Qt::UTC),
        std::chrono::milliseconds(ago)};
}

} // namespace

SubmitOnce::SubmitOnce(Connection *connection, QByteArray prefix, const SubmitOnceOptions &options)
    : m_connection(connection)
    , m_prefix(std::move(prefix))
    , m_options(options)
    , m_refusal(checkSpan("keep", options.keep))
{
}

QCoro::Task<Result<SubmitOnce::Submission>> SubmitOnce::submit(QByteArray number) const
{
    return submitOnce(m_connection, m_prefix + number, m_options.keep, m_refusal);
}

} // namespace lockstep
