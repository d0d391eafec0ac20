#include "core/lab/freerun/net/controlconnection.h"

#include "core/lab/freerun/net/runloop.h"
#include "core/lab/wire/labacl.h"
#include "core/lab/wire/replywire.h"
#include "core/redis/values/coretext.h"

namespace lockstep {

namespace {

constexpr auto betweenAttempts = std::chrono::milliseconds(1);

bool isMessage(const redisReply &reply)
{
    if (reply.type != REDIS_REPLY_ARRAY || reply.elements < 3)
        return false;
    const std::string_view kind(reply.element[0]->str, reply.element[0]->len);
    return kind == "message" || kind == "pmessage";
}

// The name of the command: PTTL of "*2\r\n$4\r\nPTTL\r\n…".
std::string commandIn(std::string_view wire)
{
    const size_t from = wire.find('\n', wire.find('$')) + 1;
    return std::string(wire.substr(from, wire.find('\r', from) - from));
}

} // namespace

ControlConnection::ControlConnection(RunLoop &loop, Lost lost, std::chrono::milliseconds patience)
    : m_loop(loop)
    , m_link(loop, *this)
    , m_lost(std::move(lost))
    , m_patience(patience)
{
}

Result<void> ControlConnection::open(const Endpoint &endpoint)
{
    close();
    m_error.reset();
    m_place = endpoint.display();
    const Moment deadline = m_loop.now() + std::chrono::nanoseconds(m_patience).count();
    for (;;) {
        const Result<LoopConnection::Opening> opening = m_link.open(endpoint);
        if (!opening)
            return tl::unexpected(opening.error());
        if (*opening == LoopConnection::Opening::Begun)
            return {};
        if (m_loop.now() > deadline)
            return failure(ErrorCode::ConnectTimeout, m_place);
        m_loop.serve([] { return false; }, betweenAttempts);
        if (m_loop.isStopped())
            return failure(ErrorCode::Cancelled);
    }
}

void ControlConnection::close()
{
    m_link.close();
    m_questions.clear();
}

void ControlConnection::ask(std::string_view wire, Answer answer)
{
    if (!isOpen())
        return;
    m_questions.push_back({commandIn(wire), std::move(answer)});
    m_link.send(wire);
}

Result<RunReply> ControlConnection::wait(std::string_view wire)
{
    if (m_error)
        return tl::unexpected(*m_error);
    RunReply reply;
    m_questions.push_back({commandIn(wire), nullptr});
    m_waiting = &reply;
    m_link.send(wire);
    const bool answered = m_loop.serve([&] { return reply || m_error; }, m_patience);
    m_waiting = nullptr;
    if (m_error)
        return tl::unexpected(*m_error);
    if (!answered) {
        m_error = m_loop.isStopped() ? Error{ErrorCode::Cancelled, {}} : unanswered();
        close(); // a late reply must not be taken for that to the next command
        return tl::unexpected(*m_error);
    }
    if (reply->type == REDIS_REPLY_ERROR) {
        const auto lack = lackOfRights(commandIn(wire), {reply->str, reply->len});
        return tl::unexpected(lack ? *lack : errorFromReply(bytesOf(*reply)));
    }
    return reply;
}

Error ControlConnection::unanswered() const
{
    const std::string command = m_questions.empty() ? std::string() : m_questions.front().command;
    return {ErrorCode::CommandTimeout,
        CoreText::tr("%1 has not answered %2").arg(m_place, QString::fromStdString(command))};
}

void ControlConnection::replied(LoopConnection &link, RunReply reply)
{
    if (pushed && isMessage(*reply))
        return pushed(*reply);
    if (m_questions.empty()) {
        if (reply->type == REDIS_REPLY_ERROR) { // "max number of clients reached"
            link.close();
            lost(link, errorFromReply(bytesOf(*reply)));
        }
        return;
    }
    const Question question = std::move(m_questions.front());
    m_questions.pop_front();
    const bool isNeeded = question.command != "CLIENT" && question.command != "SUBSCRIBE";
    if (question.answer && isNeeded && reply->type == REDIS_REPLY_ERROR) {
        if (const auto lack = lackOfRights(question.command, {reply->str, reply->len});
            lack && m_lost)
            m_lost(*lack);
    }
    if (question.answer)
        question.answer(*reply);
    else if (m_waiting)
        *m_waiting = std::move(reply);
}

void ControlConnection::lost(LoopConnection &, const Error &error)
{
    m_questions.clear();
    m_error = error;
    if (m_lost)
        m_lost(error);
}

} // namespace lockstep
