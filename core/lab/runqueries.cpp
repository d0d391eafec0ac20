#include "core/lab/runqueries.h"

#include "core/lab/runloop.h"

namespace lockstep {

namespace {

constexpr auto patience = std::chrono::seconds(5);
constexpr auto betweenAttempts = std::chrono::milliseconds(1);

} // namespace

RunQueries::RunQueries(RunLoop &loop, Lost lost)
    : m_loop(loop)
    , m_link(loop, *this)
    , m_lost(std::move(lost))
{
}

Result<void> RunQueries::open(const Endpoint &endpoint)
{
    close();
    m_error.reset();
    const Moment deadline = m_loop.now() + std::chrono::nanoseconds(patience).count();
    for (;;) {
        const Result<RunLink::Opening> opening = m_link.open(endpoint);
        if (!opening)
            return tl::unexpected(opening.error());
        if (*opening == RunLink::Opening::Begun)
            return {};
        if (m_loop.now() > deadline)
            return failure(ErrorCode::ConnectTimeout, endpoint.display());
        m_loop.serve([] { return false; }, betweenAttempts);
        if (m_loop.isStopped())
            return failure(ErrorCode::Cancelled);
    }
}

void RunQueries::close()
{
    m_link.close();
    m_answers.clear();
}

void RunQueries::ask(std::string_view wire, Answer answer)
{
    if (!isOpen())
        return;
    m_answers.push_back(std::move(answer));
    m_link.send(wire);
}

Result<RunReply> RunQueries::wait(std::string_view wire)
{
    if (m_error)
        return tl::unexpected(*m_error);
    RunReply reply;
    m_answers.push_back(nullptr); // an empty one: goes to m_waiting
    m_waiting = &reply;
    m_link.send(wire);
    const bool answered = m_loop.serve([&] { return reply || m_error; }, patience);
    m_waiting = nullptr;
    if (m_error)
        return tl::unexpected(*m_error);
    if (!answered) {
        const bool stopped = m_loop.isStopped();
        close(); // a late answer must not be taken for that of another question
        m_error = Error{stopped ? ErrorCode::Cancelled : ErrorCode::CommandTimeout, {}};
        return tl::unexpected(*m_error);
    }
    if (reply->type == REDIS_REPLY_ERROR)
        return tl::unexpected(errorFromReply(QByteArray(reply->str, qsizetype(reply->len))));
    return reply;
}

void RunQueries::replied(RunLink &link, RunReply reply)
{
    if (m_answers.empty()) {
        if (reply->type == REDIS_REPLY_ERROR) { // "max number of clients reached"
            link.close();
            lost(link, errorFromReply(QByteArray(reply->str, qsizetype(reply->len))));
        } else if (pushed) {
            pushed(*reply);
        }
        return;
    }
    const Answer answer = std::move(m_answers.front());
    m_answers.pop_front();
    if (answer)
        answer(*reply);
    else if (m_waiting)
        *m_waiting = std::move(reply);
}

void RunQueries::lost(RunLink &, const Error &error)
{
    m_answers.clear();
    m_error = error;
    if (m_lost)
        m_lost(error);
}

} // namespace lockstep
