// A Session is one life of a connection: a transport, a reader and the commands in between. When it
// is lost it is dropped whole, so nothing of it can reach the next one. Callbacks may do anything,
// also close, open again or delete the connection. So after each one we ask whether we are still
// there and the session is still ours; the local shared_ptr keeps the session itself alive until
// the stack is unwound.
//
// Writing: the first command that is sent while nothing is in flight goes out at once; those that
// follow in the same turn of the event loop, or from within callbacks, are written together when
// the turn is over. While the system has not taken the last write, nothing more is handed over:
// what is still here when the connection breaks has certainly not run.
//
// Rejected: a queue for commands sent while not connected (the caller would not know when, on which
// server, and whether they ran), and sending again after a loss.

#include "core/redis/connection.h"

#include "core/redis/awaited.h"
#include "core/redis/backoff.h"
#include "core/redis/handshake.h"
#include "core/redis/pipeline.h"
#include "core/redis/replyreader.h"
#include "core/redis/transport.h"

#include <QPointer>
#include <QRandomGenerator>
#include <QTimer>

#include <array>
#include <utility>

namespace lockstep {

using namespace std::chrono_literals;
using State = Connection::State;

namespace {

struct Session
{
    Session(const Endpoint &endpoint, const ConnectionOptions &options)
        : transport(Transport::create(endpoint).release())
        , reader(options.maxReplyBytes)
        , handshake(endpoint, options)
    {
    }
    ~Session()
    {
        transport->disconnect();
        transport->abort();
        transport->deleteLater(); // this may be one of its signals
    }
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    Transport *transport;
    ReplyReader reader;
    Handshake handshake;
    Pipeline pipeline;
    bool connected = false; // the transport is, the handshake may still run
};

Result<Reply> resultOf(Reply reply)
{
    if (reply.isError())
        return tl::unexpected(errorFromReply(reply.text));
    return reply;
}

} // namespace

class Connection::Private
{
public:
    Private(Connection *owner, Endpoint where, ConnectionOptions how);

    void start();
    void greet();
    void greeted(size_t step, const Result<Reply> &reply);
    void becomeOpen();
    void end(const Error &error);
    void report(const Error &error, bool wasOpen);
    void finishOpening(const Result<void> &result);

    void enqueue(const Command &command, ReplyCallback done);
    void writeAtTurnsEnd();
    void write();
    void readAll();
    bool dispatch(const std::shared_ptr<Session> &present, Reply reply);
    void watchOldest();

    Connection *q;
    Endpoint endpoint;
    ConnectionOptions options;
    State state = State::Closed;
    bool keep = false;
    quint64 closings = 0; // calls of close()
    std::shared_ptr<Session> session;
    std::vector<std::function<void(Result<void>)>> opening;
    Backoff backoff;
    Traffic traffic;
    QTimer connectLimit;
    QTimer commandLimit;
    QTimer retry;
    bool writeScheduled = false;
    bool dispatching = false;
};

Connection::Private::Private(Connection *owner, Endpoint where, ConnectionOptions how)
    : q(owner)
    , endpoint(std::move(where))
    , options(std::move(how))
    , backoff(options.firstRetry, options.longestRetry, QRandomGenerator::global()->generate())
{
    for (QTimer *timer : {&connectLimit, &commandLimit, &retry})
        timer->setSingleShot(true);
    QObject::connect(&connectLimit, &QTimer::timeout, q, [this] {
        end({ErrorCode::ConnectTimeout,
            session->connected
                ? QStringLiteral("connected, but the first commands were not answered")
                : QStringLiteral("no connection in time")});
    });
    QObject::connect(&commandLimit, &QTimer::timeout, q, [this] { watchOldest(); });
    QObject::connect(&retry, &QTimer::timeout, q, [this] { start(); });
}

void Connection::Private::start()
{
    retry.stop();
    state = State::Opening;
    session = std::make_shared<Session>(endpoint, options);
    Transport *transport = session->transport;
    QObject::connect(transport, &Transport::ready, q, [this] { greet(); });
    QObject::connect(transport, &Transport::readable, q, [this] { readAll(); });
    QObject::connect(transport, &Transport::drained, q, [this] { write(); });
    QObject::connect(transport, &Transport::failed, q, [this](const Error &error) {
        const auto present = session;
        const QPointer<Connection> alive(q);
        readAll(); // the last words of the server, as "max number of clients reached"
        if (alive && session == present)
            end(error);
    });
    if (options.connectTimeout > 0ms)
        connectLimit.start(options.connectTimeout);
    // From the event loop, so that a failure at once is reported like any other.
    QMetaObject::invokeMethod(transport, &Transport::start, Qt::QueuedConnection);
}

void Connection::Private::greet()
{
    session->connected = true;
    const auto &commands = session->handshake.commands();
    for (size_t step = 0; step < commands.size(); ++step) {
        enqueue(commands[step], [this, step](Result<Reply> reply) { greeted(step, reply); });
    }
    write();
}

void Connection::Private::greeted(size_t step, const Result<Reply> &reply)
{
    if (const auto error = session->handshake.judge(step, reply))
        end(*error);
    else if (step + 1 == session->handshake.commands().size())
        becomeOpen();
}

void Connection::Private::becomeOpen()
{
    connectLimit.stop();
    state = State::Open;
    backoff.reset();
    const auto present = session;
    const QPointer<Connection> alive(q);
    Q_EMIT q->opened();
    if (alive && session == present)
        finishOpening({});
}

void Connection::Private::finishOpening(const Result<void> &result)
{
    const auto waiting = std::exchange(opening, {});
    for (const auto &done : waiting)
        done(result);
}

// The session is over, for whatever reason but close().
void Connection::Private::end(const Error &error)
{
    connectLimit.stop();
    commandLimit.stop();
    const bool wasOpen = state == State::Open;
    const quint64 closingsBefore = closings;
    const auto ended = std::exchange(session, nullptr);
    state = keep ? State::Waiting : State::Closed;
    const auto pause = keep ? backoff.next() : 0ms;
    if (keep)
        retry.start(pause);

    const QPointer<Connection> alive(q);
    for (auto &command :
        wasOpen ? ended->pipeline.takeAll() : std::vector<Pipeline::Unanswered>()) {
        command.done(command.written ? failure(error.code, error.detail, true)
                                     : failure(ErrorCode::NotConnected, error.detail));
        if (!alive)
            return;
    }
    finishOpening(tl::unexpected(error));
    if (!alive || closings != closingsBefore)
        return;
    if (wasOpen)
        Q_EMIT q->lost(error);
    else if (pause > 0ms)
        Q_EMIT q->failed(error, pause);
}

void Connection::Private::enqueue(const Command &command, ReplyCallback done)
{
    session->pipeline.add(command, std::move(done), Pipeline::Clock::now());
    ++traffic.commands;
}

void Connection::Private::writeAtTurnsEnd()
{
    if (writeScheduled || dispatching)
        return;
    writeScheduled = true;
    QMetaObject::invokeMethod(
        q,
        [this] {
            writeScheduled = false;
            write();
        },
        Qt::QueuedConnection);
}

void Connection::Private::write()
{
    if (!session || !session->pipeline.hasUnwritten() || session->transport->unwritten() > 0)
        return;
    const QByteArray bytes = session->pipeline.takeUnwritten();
    traffic.bytesSent += bytes.size();
    session->transport->write(bytes);
}

void Connection::Private::readAll()
{
    const auto present = session;
    const QPointer<Connection> alive(q);
    static thread_local std::array<char, ReplyReader::chunk> buffer;
    dispatching = true;
    while (const qint64 count =
               qMax<qint64>(present->transport->read(buffer.data(), buffer.size()), 0)) {
        traffic.bytesReceived += count;
        present->reader.feed({buffer.data(), count});
        while (true) {
            Result<std::optional<Reply>> reply = present->reader.next();
            if (!reply) {
                dispatching = false;
                end(reply.error());
                return;
            }
            if (!*reply)
                break;
            if (!dispatch(present, std::move(**reply))) {
                if (alive)
                    dispatching = false;
                return;
            }
        }
    }
    dispatching = false;
    write();
}

// False if the session has ended meanwhile, or all of us.
bool Connection::Private::dispatch(const std::shared_ptr<Session> &present, Reply reply)
{
    const QPointer<Connection> alive(q);
    const Pipeline::Answer answer = present->pipeline.accept(reply);
    switch (answer.kind) {
    case Pipeline::Answer::Kind::Part:
        return true;
    case Pipeline::Answer::Kind::Push:
        Q_EMIT q->pushed(reply);
        break;
    case Pipeline::Answer::Kind::Reply:
        answer.done(resultOf(std::move(reply)));
        break;
    case Pipeline::Answer::Kind::Unasked:
        end(reply.isError() ? errorFromReply(reply.text)
                            : Error{ErrorCode::ProtocolError,
                                QStringLiteral("a reply that no command asked for")});
        return false;
    }
    return alive && session == present;
}

// Runs when the oldest command may have waited too long; replies since then have made another the
// oldest.
void Connection::Private::watchOldest()
{
    const auto since = session ? session->pipeline.oldest() : std::nullopt;
    if (!since || state != State::Open)
        return;
    const auto waited = Pipeline::Clock::now() - *since;
    if (waited >= options.commandTimeout)
        end({ErrorCode::CommandTimeout, QStringLiteral("no reply in time")});
    else
        commandLimit.start(
            std::chrono::ceil<std::chrono::milliseconds>(options.commandTimeout - waited));
}

Connection::Connection(Endpoint endpoint, ConnectionOptions options, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, std::move(endpoint), std::move(options)))
{
}

Connection::~Connection() = default;

QCoro::Task<Result<void>> Connection::open()
{
    if (d->state == State::Open)
        co_return Result<void>();
    Awaited<void> opened;
    d->opening.push_back(opened.callback());
    if (d->state != State::Opening)
        d->start();
    co_return co_await opened;
}

void Connection::keepOpen()
{
    d->keep = true;
    if (d->state == State::Closed)
        d->start();
}

void Connection::close()
{
    d->keep = false;
    ++d->closings;
    d->connectLimit.stop();
    d->commandLimit.stop();
    d->retry.stop();
    const bool wasOpen = d->state == State::Open;
    d->state = State::Closed;
    const auto ended = std::exchange(d->session, nullptr);
    const QPointer<Connection> alive(this);
    if (wasOpen) {
        for (auto &command : ended->pipeline.takeAll()) {
            command.done(failure(ErrorCode::Cancelled, {}, command.written));
            if (!alive)
                return;
        }
    }
    d->finishOpening(failure(ErrorCode::Cancelled));
}

void Connection::send(const Command &command, ReplyCallback done)
{
    Q_ASSERT(!command.isEmpty());
    if (d->state != State::Open) {
        done(failure(ErrorCode::NotConnected));
        return;
    }
    const bool idle = d->session->pipeline.size() == 0;
    d->enqueue(command, std::move(done));
    if (d->options.commandTimeout > 0ms && !d->commandLimit.isActive())
        d->commandLimit.start(d->options.commandTimeout);
    if (idle && !d->dispatching)
        d->write();
    else
        d->writeAtTurnsEnd();
}

QCoro::Task<Result<Reply>> Connection::request(Command command)
{
    Awaited<Reply> reply;
    send(command, reply.callback());
    co_return co_await reply;
}

State Connection::state() const
{
    return d->state;
}

const Endpoint &Connection::endpoint() const
{
    return d->endpoint;
}

Traffic Connection::traffic() const
{
    return d->traffic;
}

qsizetype Connection::inFlight() const
{
    return d->session ? d->session->pipeline.size() : 0;
}

} // namespace lockstep
