// Owns the present Session, or the timer until the next one, and notifies everybody who waits. A
// loss is reported in this order: first the state, then the commands' callbacks, then those who
// wait for open(), then the signals. Each of them may close, open again or delete this connection;
// what they did wins over what was still to be told.
//
// A name (CLIENT SETNAME) is a courtesy, and some proxies close a connection that says CLIENT. So a
// connection that is closed before it is open is tried once more without.
//
// Where the address names several nodes of a Cluster, one that does not answer says nothing of the
// others, so the next one is tried at once. One that answers is believed: another one would refuse
// the same password, and may lock the account; one that is not in cluster mode is named by mistake.
// Each attempt begins with the first node, so that connections that belong together reach the same
// one.
//
// Rejected: a queue for commands sent while not connected (the caller would not know when, on which
// server and whether they ran), and sending again after a loss.

#include "core/redis/connection/connection.h"

#include "core/redis/connection/awaited.h"
#include "core/redis/connection/backoff.h"
#include "core/redis/connection/sentineltransport.h"
#include "core/redis/connection/session.h"
#include "core/redis/values/errorclasses.h"

#include <QPointer>
#include <QRandomGenerator>
#include <QTimer>

#include <utility>
#include <vector>

namespace lockstep {

using namespace std::chrono_literals;
using State = Connection::State;

namespace {

std::unique_ptr<Transport> transportTo(const Endpoint &endpoint, const ConnectionOptions &options)
{
    if (endpoint.isFoundBySentinels())
        return std::make_unique<SentinelTransport>(endpoint, options.sentinels);
    return Transport::create(endpoint);
}

bool isAnswerOfAll(const Error &error)
{
    return isAboutCredentials(error.code) || error.code == ErrorCode::NoCluster
        || error.code == ErrorCode::NotAllowed;
}

} // namespace

class Connection::Private
{
public:
    using OpenCallback = std::function<void(Result<void>)>;

    Private(Connection *owner, Endpoint where, ConnectionOptions how);

    void start();
    void startSession();
    [[nodiscard]] Endpoint server() const;
    // Returns false if there is none, or it would refuse for the same reason.
    bool startAtNextSeed(const Error &error);
    [[nodiscard]] Error failureOfSeeds(const Error &last) const;
    void onOpened();
    void onEnded(const Error &error);
    void tellEnd(const Error &error, bool wasOpen);
    std::vector<Pipeline::Unanswered> dropSession();
    // Returns false if one of them deleted the connection.
    bool callBack(const std::vector<Pipeline::Unanswered> &commands, const Error &error);
    bool callBack(const std::vector<OpenCallback> &waiting, const Result<void> &result);

    Connection *q;
    Endpoint endpoint;
    ConnectionOptions options;
    State state = State::Closed;
    bool isKeptOpen = false;
    bool isNameless = false; // CLIENT SETNAME is left out
    quint64 closeCount = 0; // how often close() was called
    std::vector<Error> seedFailures; // in this attempt: one for each seed tried, in their order
    std::unique_ptr<Session, DropSession> session;
    std::vector<OpenCallback> opening;
    Backoff backoff;
    QTimer retry;
    Traffic before; // the traffic of earlier sessions
};

Connection::Private::Private(Connection *owner, Endpoint where, ConnectionOptions how)
    : q(owner)
    , endpoint(std::move(where))
    , options(std::move(how))
    , backoff(options.firstRetry, options.longestRetry, QRandomGenerator::global()->generate())
{
    retry.setSingleShot(true);
    QObject::connect(&retry, &QTimer::timeout, q, [this] { start(); });
}

void Connection::Private::start()
{
    retry.stop();
    state = State::Opening;
    seedFailures.clear();
    startSession();
}

Endpoint Connection::Private::server() const
{
    const auto last = std::min(seedFailures.size() + 1, endpoint.seeds.size());
    return last == 0 ? endpoint : endpoint.at(endpoint.seeds[last - 1]);
}

void Connection::Private::startSession()
{
    ConnectionOptions now = options;
    if (isNameless)
        now.clientName.clear();
    session.reset(new Session(endpoint, now, transportTo(server(), now)));
    QObject::connect(session.get(), &Session::opened, q, [this] { onOpened(); });
    QObject::connect(session.get(), &Session::pushed, q, &Connection::pushed);
    QObject::connect(
        session.get(), &Session::ended, q, [this](const Error &error) { onEnded(error); });
    session->start();
}

void Connection::Private::onOpened()
{
    state = State::Open;
    backoff.reset();
    const QPointer<Connection> alive(q);
    const Session *present = session.get();
    Q_EMIT q->opened();
    if (alive && session.get() == present)
        callBack(std::exchange(opening, {}), Result<void>());
}

void Connection::Private::onEnded(const Error &error)
{
    const bool wasOpen = state == State::Open;
    if (error.code == ErrorCode::ConnectionLost && !wasOpen && !options.clientName.isEmpty()) {
        isNameless = !isNameless;
        if (isNameless) {
            dropSession();
            return startSession();
        }
    }
    if (!wasOpen && startAtNextSeed(error))
        return;
    tellEnd(wasOpen ? error : failureOfSeeds(error), wasOpen);
}

bool Connection::Private::startAtNextSeed(const Error &error)
{
    if (!endpoint.isOfCluster() || isAnswerOfAll(error))
        return false;
    seedFailures.push_back(error);
    if (seedFailures.size() == endpoint.seeds.size())
        return false;
    dropSession();
    startSession();
    return true;
}

// The error of an attempt in which all nodes failed. If one answered and is only not ready yet,
// that is a better error than that others are down.
Error Connection::Private::failureOfSeeds(const Error &last) const
{
    if (last.code == ErrorCode::NoCluster)
        return {last.code, endpoint.seeds[seedFailures.size()].display()};
    if (seedFailures.size() < 2 || isAnswerOfAll(last))
        return last;
    QStringList reasons;
    for (size_t i = 0; i < seedFailures.size(); ++i) {
        const Error &error = seedFailures[i];
        if (isServerNotReady(error.code) || error.code == ErrorCode::ClusterDown)
            return error;
        reasons << endpoint.seeds[i].display()
                + (error.detail.isEmpty() ? QString() : QStringLiteral(": ") + error.detail);
    }
    return {ErrorCode::NoClusterNode, reasons.join(QStringLiteral("; "))};
}

void Connection::Private::tellEnd(const Error &error, bool wasOpen)
{
    const quint64 closeCountBefore = closeCount;
    const auto unanswered = dropSession();
    state = isKeptOpen ? State::Waiting : State::Closed;
    const auto pause = isKeptOpen ? backoff.next() : 0ms;
    if (isKeptOpen)
        retry.start(pause);

    const QPointer<Connection> alive(q);
    const auto waiting = std::exchange(opening, {});
    if (!callBack(unanswered, error) || !callBack(waiting, tl::unexpected(error)))
        return;
    if (closeCount != closeCountBefore)
        return;
    if (wasOpen)
        Q_EMIT q->lost(error);
    else if (pause > 0ms)
        Q_EMIT q->failed(error, pause);
}

std::vector<Pipeline::Unanswered> Connection::Private::dropSession()
{
    if (!session)
        return {};
    auto unanswered = session->stop();
    before.commands += session->traffic().commands;
    before.bytesSent += session->traffic().bytesSent;
    before.bytesReceived += session->traffic().bytesReceived;
    session.reset();
    return unanswered;
}

bool Connection::Private::callBack(
    const std::vector<Pipeline::Unanswered> &commands, const Error &error)
{
    const QPointer<Connection> alive(q);
    const bool byUs = error.code == ErrorCode::Cancelled;
    for (const auto &command : commands) {
        ErrorCode code = command.written || byUs ? error.code : ErrorCode::NotConnected;
        // Replies come in order: only the first was being read.
        if (code == ErrorCode::ReplyTooLarge && &command != &commands.front())
            code = ErrorCode::ConnectionLost;
        command.done(failure(code, error.detail, command.written));
        if (!alive)
            return false;
    }
    return true;
}

bool Connection::Private::callBack(
    const std::vector<OpenCallback> &waiting, const Result<void> &result)
{
    const QPointer<Connection> alive(q);
    for (const auto &done : waiting)
        done(result);
    return !alive.isNull();
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
    d->isKeptOpen = true;
    if (d->state == State::Closed)
        d->start();
}

void Connection::close()
{
    d->isKeptOpen = false;
    ++d->closeCount;
    d->retry.stop();
    d->state = State::Closed;
    const auto unanswered = d->dropSession();
    const Error cancelled{ErrorCode::Cancelled, {}};
    const auto waiting = std::exchange(d->opening, {});
    if (d->callBack(unanswered, cancelled))
        d->callBack(waiting, tl::unexpected(cancelled));
}

void Connection::send(const Command &command, ReplyCallback done)
{
    Q_ASSERT(!command.isEmpty());
    if (d->state == State::Open)
        d->session->send(command, std::move(done));
    else
        done(failure(ErrorCode::NotConnected));
}

QCoro::Task<Result<Reply>> Connection::request(Command command)
{
    Awaited<Reply> reply;
    const QPointer<Connection> alive(this);
    const bool isSent = d->state == State::Open;
    send(command, reply.callback());
    Result<Reply> result = co_await reply;
    // This connection was deleted while the command was in flight: its callback was dropped
    // uncalled, so the command may have run.
    if (!result && !alive && isSent && result.error().code == ErrorCode::Cancelled)
        result.error().mayHaveRun = true;
    co_return result;
}

State Connection::state() const
{
    return d->state;
}

const Endpoint &Connection::endpoint() const
{
    return d->endpoint;
}

Endpoint Connection::server() const
{
    return d->server();
}

QString Connection::peer() const
{
    return d->session ? d->session->peer() : QString();
}

Traffic Connection::traffic() const
{
    Traffic total = d->before;
    if (d->session) {
        total.commands += d->session->traffic().commands;
        total.bytesSent += d->session->traffic().bytesSent;
        total.bytesReceived += d->session->traffic().bytesReceived;
    }
    return total;
}

qsizetype Connection::inFlight() const
{
    return d->session ? d->session->inFlight() : 0;
}

std::optional<std::chrono::steady_clock::time_point> Connection::waitingSince() const
{
    return d->session ? d->session->waitingSince() : std::nullopt;
}

} // namespace lockstep
