#include "tests/support/servers/blockingclient.h"

#include <algorithm>
#include <csignal>
#include <hiredis/hiredis.h>

namespace lockstep {

namespace {

constexpr size_t pipelineLength = 10'000;
constexpr timeval replyLimit{120, 0};

Reply toReply(const redisReply *reply)
{
    Reply result;
    const auto text = [reply] { return QByteArray(reply->str, qsizetype(reply->len)); };
    switch (reply->type) {
    case REDIS_REPLY_STATUS:
        result = {Reply::Kind::Status, false, 0, text(), {}};
        break;
    case REDIS_REPLY_ERROR:
        result = {Reply::Kind::Error, false, 0, text(), {}};
        break;
    case REDIS_REPLY_STRING:
        result = {Reply::Kind::Bulk, false, 0, text(), {}};
        break;
    case REDIS_REPLY_INTEGER:
        result = {Reply::Kind::Integer, false, reply->integer, {}, {}};
        break;
    case REDIS_REPLY_ARRAY:
        result.kind = Reply::Kind::Array;
        for (size_t i = 0; i < reply->elements; ++i)
            result.elements.push_back(toReply(reply->element[i]));
        break;
    default:
        break;
    }
    return result;
}

Reply brokenConnection(const QByteArray &reason)
{
    return {Reply::Kind::Error, false, 0, "CONNECTION " + reason, {}};
}

void append(redisContext *context, const Command &command)
{
    std::vector<const char *> words;
    std::vector<size_t> lengths;
    for (const QByteArray &word : command.words()) {
        words.push_back(word.constData());
        lengths.push_back(size_t(word.size()));
    }
    redisAppendCommandArgv(context, int(words.size()), words.data(), lengths.data());
}

Reply nextReply(redisContext *context)
{
    void *reply = nullptr;
    if (redisGetReply(context, &reply) != REDIS_OK)
        return brokenConnection(context->errstr);
    Reply result = toReply(static_cast<redisReply *>(reply));
    freeReplyObject(reply);
    return result;
}

} // namespace

BlockingClient::BlockingClient(QString socketPath)
    : m_socketPath(std::move(socketPath))
{
    // hiredis writes with write(): a server that is gone would end the test program.
    std::signal(SIGPIPE, SIG_IGN);
}

void BlockingClient::ContextDeleter::operator()(redisContext *context) const
{
    redisFree(context);
}

void BlockingClient::close()
{
    m_context.reset();
}

bool BlockingClient::connectOnce()
{
    if (m_context && m_context->err == 0)
        return true;
    m_context.reset(redisConnectUnixWithTimeout(m_socketPath.toUtf8().constData(), replyLimit));
    if (!m_context || m_context->err != 0)
        return false;
    redisSetTimeout(m_context.get(), replyLimit);
    return true;
}

Reply BlockingClient::run(const Command &command)
{
    return runAll({command}).front();
}

std::vector<Reply> BlockingClient::runAll(const std::vector<Command> &commands)
{
    std::vector<Reply> replies;
    replies.reserve(commands.size());
    for (size_t i = 0; i < commands.size(); i += pipelineLength) {
        const size_t end = std::min(commands.size(), i + pipelineLength);
        const bool connected = connectOnce();
        for (size_t j = i; connected && j < end; ++j)
            append(m_context.get(), commands[j]);
        for (size_t j = i; j < end; ++j)
            replies.push_back(connected ? nextReply(m_context.get())
                                        : brokenConnection(m_context ? m_context->errstr : ""));
    }
    return replies;
}

} // namespace lockstep
