#include "core/coordination/redlock/vote.h"

#include "core/redis/values/coretext.h"

namespace lockstep {

Vote::Vote(int servers, std::chrono::milliseconds limit, Doubt doubt)
    : m_servers(servers)
    , m_doubt(doubt)
    , m_done(m_result.callback())
{
    m_limit.setSingleShot(true);
    m_limit.setTimerType(Qt::PreciseTimer);
    m_limit.callOnTimeout(&m_limit, [this] { end(tl::unexpected(failed())); });
    m_limit.start(limit);
}

void Vote::add(const Result<bool> &answer)
{
    if (!answer) {
        ++m_failed;
        const bool mayHaveRun = answer.error().mayHaveRun || (m_error && m_error->mayHaveRun);
        m_error = m_error.value_or(answer.error());
        m_error->mayHaveRun = mayHaveRun;
    } else {
        ++(*answer ? m_yes : m_no);
    }
    if (const auto result = decided())
        end(*result);
}

QCoro::Task<Result<bool>> Vote::result()
{
    const auto self = shared_from_this();
    co_return co_await m_result;
}

std::optional<Result<bool>> Vote::decided() const
{
    const int quorum = m_servers / 2 + 1;
    if (m_yes >= quorum)
        return true;
    if (m_servers - m_no < quorum)
        return false;
    if (m_servers - m_failed < quorum)
        return tl::unexpected(failed());
    if (m_servers - m_no - m_failed < quorum && m_doubt == Doubt::IsNo)
        return false;
    if (m_servers - m_no - m_failed < quorum)
        return tl::unexpected(failed());
    return std::nullopt;
}

// The error of a failed vote. mayHaveRun is set unless it is certain that no server executed the
// command; one that has not answered may have.
Error Vote::failed() const
{
    const bool isComplete = m_yes + m_no + m_failed == m_servers;
    Error error = m_error.value_or(Error{ErrorCode::CommandTimeout,
        CoreText::tr("too few of %1 servers answered in time").arg(m_servers)});
    error.mayHaveRun = error.mayHaveRun || m_yes > 0 || !isComplete;
    return error;
}

void Vote::end(Result<bool> result)
{
    const auto self = shared_from_this();
    m_limit.stop();
    if (const auto done = std::exchange(m_done, nullptr))
        done(std::move(result));
}

} // namespace lockstep
