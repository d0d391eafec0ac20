// Writing: a command that is sent while nothing is in flight goes out at once; those that follow in
// the same turn of the event loop, or are sent from within callbacks, go out together when the turn
// is over. The loop tells it: before it sleeps (aboutToBlock), or when its next turn begins (awake;
// posted events come after that, so neither is enough). That is one system call for a pipeline,
// also when what asks for it comes by two connections, and none in the way of a single command.
// (Posting an event for it would be two more: the loop has to be woken.) While the system has not
// taken the last write, nothing more is handed over: what is still here when the connection breaks
// has certainly not run. Unless something written is unanswered, what the system has not taken is
// no command (TLS has words of its own) and nobody waits for it.
//
// Callbacks may do anything, also drop this session: then it is stopped, and freed when the stack
// is unwound. So the loops below ask m_over after each one.

#include "core/redis/connection/session.h"

#include "core/redis/transport/transport.h"
#include "core/redis/values/coretext.h"

#include <QAbstractEventDispatcher>

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

using namespace std::chrono_literals;

namespace {

// Bytes that count as progress: a peer that sends this many within the command time-out is slow and
// not dead. One that sends less in that time counts as silent.
constexpr qint64 progress = 64 * 1024;

Result<Reply> resultOf(Reply reply)
{
    if (reply.isError())
        return tl::unexpected(errorFromReply(reply.text));
    if (reply.isCut)
        return failure(
            ErrorCode::ReplyTooLarge, CoreText::tr("too many elements in one reply"), true);
    return reply;
}

} // namespace

Session::Session(const Endpoint &endpoint, const ConnectionOptions &options,
    std::unique_ptr<Transport> transport)
    : m_options(options)
    , m_transport(std::move(transport))
    , m_reader(options.maxReplyBytes)
    , m_handshake(endpoint, options)
{
    m_connectLimit.setSingleShot(true);
    m_commandLimit.setSingleShot(true);
    connect(&m_connectLimit, &QTimer::timeout, this, &Session::onConnectLimit);
    connect(&m_commandLimit, &QTimer::timeout, this, &Session::onCommandLimit);
    const auto *loop = QAbstractEventDispatcher::instance();
    connect(loop, &QAbstractEventDispatcher::aboutToBlock, this, &Session::write);
    connect(loop, &QAbstractEventDispatcher::awake, this, &Session::write);
    connect(m_transport.get(), &Transport::ready, this, &Session::greet);
    connect(m_transport.get(), &Transport::readable, this, &Session::read);
    connect(m_transport.get(), &Transport::failed, this, &Session::onTransportFailed);
}

Session::~Session() = default;

void Session::start()
{
    if (m_options.connectTimeout > 0ms)
        m_connectLimit.start(m_options.connectTimeout);
    QMetaObject::invokeMethod(m_transport.get(), &Transport::start, Qt::QueuedConnection);
}

QString Session::peer() const
{
    return m_transport->peer();
}

void Session::greet()
{
    const auto &commands = m_handshake.commands();
    for (size_t step = 0; step < commands.size(); ++step) {
        if (!permits(commands[step]))
            return end({ErrorCode::NotAllowed, QString::fromUtf8(commands[step].words().first())});
        enqueue(commands[step], [this, step](Result<Reply> reply) { greeted(step, reply); });
    }
    write();
}

void Session::greeted(size_t step, const Result<Reply> &reply)
{
    if (auto error = m_handshake.errorOf(step, reply)) {
        if (error->code == ErrorCode::NotPrimary)
            error->detail = peer();
        end(*error);
    } else if (step + 1 == m_handshake.commands().size()) {
        m_connectLimit.stop();
        m_open = true;
        Q_EMIT opened();
    }
}

void Session::end(const Error &error)
{
    if (m_over)
        return;
    m_over = true;
    Q_EMIT ended(error);
}

std::vector<Pipeline::Unanswered> Session::stop()
{
    m_over = true;
    m_connectLimit.stop();
    m_commandLimit.stop();
    m_transport->disconnect();
    m_transport->abort();
    disconnect();
    auto unanswered = m_pipeline.takeAll();
    if (!m_open)
        unanswered.clear(); // these are the handshake's commands, for which nobody waits
    return unanswered;
}

void Session::send(const Command &command, Connection::ReplyCallback done)
{
    if (!permits(command))
        return done(failure(ErrorCode::NotAllowed, QString::fromUtf8(command.words().first())));
    const bool isIdle = m_pipeline.size() == 0;
    enqueue(command, std::move(done));
    if (m_options.commandTimeout > 0ms && !m_commandLimit.isActive())
        startCommandLimit(m_options.commandTimeout);
    if (isIdle && !m_reading)
        write();
}

void Session::enqueue(const Command &command, Connection::ReplyCallback done)
{
    m_pipeline.add(command, std::move(done), Pipeline::Clock::now());
    ++m_traffic.commands;
}

void Session::write()
{
    if (m_over || !m_pipeline.hasUnwritten())
        return;
    if (m_transport->unwritten() > 0 && m_pipeline.hasUnanswered())
        return;
    const QByteArray bytes = m_pipeline.takeUnwritten();
    m_traffic.bytesSent += bytes.size();
    m_writing = true;
    m_transport->write(bytes);
    m_writing = false;
}

void Session::read()
{
    static thread_local std::array<char, ReplyReader::chunk> buffer;
    const qint64 count = m_transport->read(buffer.data(), buffer.size());
    if (count == 0)
        return;
    m_traffic.bytesReceived += count;
    if (m_traffic.bytesReceived - m_receivedThen >= progress) {
        m_receivedThen = m_traffic.bytesReceived;
        m_progressAt = Pipeline::Clock::now();
    }
    m_reading = true;
    m_reader.feed({buffer.data(), count});
    takeReplies();
    m_reading = false;
}

void Session::takeReplies()
{
    while (!m_over) {
        Result<std::optional<Reply>> reply = m_reader.next();
        if (!reply)
            end(reply.error());
        else if (!*reply)
            return;
        else
            take(std::move(**reply));
    }
}

void Session::take(Reply reply)
{
    const Pipeline::Answer answer = m_pipeline.accept(reply);
    switch (answer.kind) {
    case Pipeline::Answer::Kind::Part:
        return;
    case Pipeline::Answer::Kind::Push:
        Q_EMIT pushed(reply);
        return;
    case Pipeline::Answer::Kind::Reply:
        answer.done(resultOf(std::move(reply)));
        return;
    case Pipeline::Answer::Kind::Unasked:
        end(reply.isError() ? errorFromReply(reply.text)
                            : Error{ErrorCode::ProtocolError,
                                CoreText::tr("a reply that no command asked for")});
        return;
    }
}

void Session::onTransportFailed(const Error &error)
{
    if (m_writing) { // a loss is reported only after send() has returned
        QMetaObject::invokeMethod(
            this, [this, error] { onTransportFailed(error); }, Qt::QueuedConnection);
        return;
    }
    end(error);
}

void Session::onConnectLimit()
{
    const bool isConnected = m_pipeline.size() > 0;
    end(isConnected ? Error{ErrorCode::ConnectTimeout,
            CoreText::tr("connected, but the first commands were not answered")}
                    : m_transport->timeout());
}

void Session::startCommandLimit(std::chrono::milliseconds time)
{
    m_commandLimitDue = Pipeline::Clock::now() + time;
    m_commandLimit.start(time);
}

std::optional<Pipeline::Clock::time_point> Session::waitingSince() const
{
    const auto oldest = m_pipeline.oldest();
    return oldest ? std::optional(std::max(*oldest, m_progressAt)) : std::nullopt;
}

// Called when the timer of the command time-out fires. The timer is not restarted with each reply;
// when it fires, another command may have become the oldest, or a large reply may be on its way
// over a slow link. When it fires late, this thread stood still, or the machine slept: the reply
// may lie in the socket, and is given as much time again.
void Session::onCommandLimit()
{
    const auto since = waitingSince();
    if (!since)
        return;
    using std::chrono::ceil;
    using std::chrono::milliseconds;
    const auto now = Pipeline::Clock::now();
    const auto waited = now - *since;
    const auto late = ceil<milliseconds>(now - m_commandLimitDue);
    if (waited < m_options.commandTimeout)
        startCommandLimit(ceil<milliseconds>(m_options.commandTimeout - waited));
    else if (late > m_options.commandTimeout / 10) // more than a timer may be late
        startCommandLimit(std::min(late, m_options.commandTimeout));
    else
        end({ErrorCode::CommandTimeout, {}});
}

} // namespace lockstep
