// Both directions are cut into whole values of RESP (a request is an array of bulks), and only
// whole values are passed on. A request is known to have run when its reply is there: so the cut
// after a request waits for the reply and drops it, and needs no guess about time. Replies belong
// to requests by their order; messages of pub/sub, which answer nothing, are passed by.

#include "tests/support/servers/faultyrelay.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <random>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

// Where the RESP2 value that begins at start ends; -1: it is not complete.
qsizetype valueEnd(const QByteArray &bytes, qsizetype start)
{
    const qsizetype line = bytes.indexOf("\r\n", start);
    if (line < 0)
        return -1;
    const qint64 number = bytes.mid(start + 1, line - start - 1).toLongLong();
    qsizetype end = line + 2;
    if (bytes[start] == '$' && number >= 0)
        end += number + 2;
    for (qint64 i = 0; bytes[start] == '*' && i < number && end >= 0; ++i)
        end = valueEnd(bytes, end);
    return end <= bytes.size() ? end : -1;
}

using Clock = std::chrono::steady_clock;

constexpr qsizetype largestPiece = 16 * 1024; // of a reply that takes its time

// A value, or where the link takes it in parts, one of them.
struct Piece
{
    QByteArray bytes;
    bool isFirst = true;
    bool isLast = true;
};

// One way of a line: what has arrived and is not passed on.
struct Stream
{
    QByteArray bytes{};
    qsizetype rest = 0; // of the value whose first pieces were taken
    std::optional<Clock::time_point> freeAt{}; // when the link is done with the piece before
    std::optional<Clock::time_point> due{}; // when it is done with the first piece of bytes

    // mostAtOnce: bytes of a piece where the rate is limited.
    std::optional<Piece> take(
        qint64 bytesPerSecond, qsizetype mostAtOnce = std::numeric_limits<qsizetype>::max())
    {
        const qsizetype end = rest > 0 ? rest : valueEnd(bytes, 0);
        if (end < 0)
            return std::nullopt;
        const qsizetype size = bytesPerSecond > 0 ? std::min(end, mostAtOnce) : end;
        if (bytesPerSecond > 0) {
            const auto now = Clock::now();
            if (!due)
                due = freeAt.value_or(now) + std::chrono::nanoseconds(1s) * size / bytesPerSecond;
            if (*due > now)
                return std::nullopt;
        }
        Piece piece{bytes.first(size), rest == 0, size == end};
        bytes.remove(0, size);
        rest = end - size;
        freeAt = bytes.isEmpty() ? std::nullopt : std::exchange(due, std::nullopt);
        due.reset();
        return piece;
    }

    [[nodiscard]] int values() const // that are complete here, or were
    {
        int count = rest > 0 ? 1 : 0;
        for (qsizetype at = valueEnd(bytes, rest); at > 0; at = valueEnd(bytes, at))
            ++count;
        return count;
    }
};

// "SET" of "*3\r\n$3\r\nSET\r\n…".
QByteArray nameOf(const QByteArray &request)
{
    return request.split('\n').value(2).trimmed().toUpper();
}

bool isMessage(const QByteArray &reply)
{
    return reply.startsWith("*3\r\n$7\r\nmessage\r\n")
        || reply.startsWith("*4\r\n$8\r\npmessage\r\n");
}

} // namespace

class FaultyRelay::Switchboard : public QObject
{
public:
    Switchboard(QString listenAt, QString serverPath);

    struct Order
    {
        Cut point;
        int nth;
        QByteArray name;
    };

    // One client and its connection to the server.
    struct Line
    {
        QLocalSocket *client;
        std::unique_ptr<QLocalSocket> server = std::make_unique<QLocalSocket>();
        Stream requests{};
        Stream replies{};
        Clock::time_point repliesHeldUntil{};
        qint64 passed = 0;
        qint64 answered = 0;
        bool isMessage = false; // the reply that is being passed on
        std::optional<std::pair<qint64, Cut>> end{}; // at that request of this line
    };

    void accept();
    void passAll();
    void cutAll();
    void limitRate(qint64 rate);
    void jitter(std::chrono::milliseconds least, std::chrono::milliseconds most, quint32 seed);

    std::optional<Order> order;
    QByteArray cutAtEvery; // name
    std::pair<QByteArray, QByteArray> replacement; // of the next request of that name
    QStringList servers; // in turn
    int accepted = 0;
    bool refusing = false;
    bool holdsRequests = false;
    bool holdsReplies = false;
    int cuts = 0;
    qint64 requests = 0;
    std::vector<std::unique_ptr<Line>> lines;

private:
    void pass(Line &line);
    void passRequests(Line &line);
    void passReplies(Line &line);
    [[nodiscard]] bool isOrdered(const QByteArray &request);
    void cut(Line &line, Cut point);
    void drop(Line &line);

    QLocalServer m_listener;
    qint64 m_bytesPerSecond = 0;
    std::chrono::milliseconds m_leastDelay{};
    std::chrono::milliseconds m_mostDelay{};
    std::minstd_rand m_random;
    QTimer m_tick; // while there is a limit or a delay
};

FaultyRelay::Switchboard::Switchboard(QString listenAt, QString serverPath)
    : servers{std::move(serverPath)}
{
    connect(&m_listener, &QLocalServer::newConnection, this, [this] { accept(); });
    m_tick.setTimerType(Qt::PreciseTimer);
    m_tick.callOnTimeout(this, &Switchboard::passAll);
    if (!m_listener.listen(listenAt))
        qFatal("No relay at %s: %s", qPrintable(listenAt), qPrintable(m_listener.errorString()));
}

void FaultyRelay::Switchboard::accept()
{
    while (QLocalSocket *client = m_listener.nextPendingConnection()) {
        auto added = std::make_unique<Line>(Line{client});
        Line &line = *added;
        line.server->connectToServer(servers.at(accepted++ % servers.size()));
        if (refusing || !line.server->waitForConnected()) {
            client->abort();
            client->deleteLater();
            continue;
        }
        lines.push_back(std::move(added));
        for (QLocalSocket *side : {line.client, line.server.get()}) {
            connect(side, &QLocalSocket::readyRead, this, [this, &line] { pass(line); });
            connect(side, &QLocalSocket::disconnected, this, [this, &line] { drop(line); });
        }
        pass(line);
    }
}

void FaultyRelay::Switchboard::pass(Line &line)
{
    line.requests.bytes += line.client->readAll();
    const bool isQuiet = line.replies.bytes.isEmpty();
    line.replies.bytes += line.server->readAll();
    if (m_mostDelay > 0ms && isQuiet && !line.replies.bytes.isEmpty()) {
        std::uniform_int_distribution<int> anyDelay(
            static_cast<int>(m_leastDelay.count()), static_cast<int>(m_mostDelay.count()));
        line.repliesHeldUntil = Clock::now() + std::chrono::milliseconds(anyDelay(m_random));
    }
    if (!holdsRequests)
        passRequests(line);
    if (!holdsReplies && line.client && Clock::now() >= line.repliesHeldUntil)
        passReplies(line);
}

void FaultyRelay::Switchboard::passRequests(Line &line)
{
    while (auto piece = line.requests.take(m_bytesPerSecond)) {
        QByteArray request = std::move(piece->bytes);
        if (!cutAtEvery.isEmpty() && nameOf(request) == cutAtEvery)
            return cut(line, Cut::BeforeRequest);
        if (!replacement.first.isEmpty() && nameOf(request) == replacement.first)
            request = std::exchange(replacement, {}).second;
        if (isOrdered(request)) {
            const Cut point = std::exchange(order, std::nullopt)->point;
            if (point == Cut::BeforeRequest)
                return cut(line, point);
            line.end = {line.passed, point};
        }
        ++line.passed;
        ++requests;
        line.server->write(request);
    }
    line.server->flush();
}

void FaultyRelay::Switchboard::passReplies(Line &line)
{
    while (const auto piece = line.replies.take(m_bytesPerSecond, largestPiece)) {
        if (piece->isFirst)
            line.isMessage = isMessage(piece->bytes);
        const bool isLast = line.end && line.end->first == line.answered && !line.isMessage;
        if (isLast && line.end->second == Cut::AfterRequest)
            return cut(line, Cut::AfterRequest);
        line.client->write(piece->bytes);
        if (!piece->isLast)
            continue;
        if (isLast)
            return cut(line, Cut::AfterReply);
        line.answered += line.isMessage ? 0 : 1;
    }
    line.client->flush();
}

bool FaultyRelay::Switchboard::isOrdered(const QByteArray &request)
{
    return order && (order->name.isEmpty() || order->name == nameOf(request)) && --order->nth == 0;
}

void FaultyRelay::Switchboard::cut(Line &line, Cut point)
{
    ++cuts;
    if (point == Cut::AfterReply)
        line.client->waitForBytesWritten();
    drop(line);
}

void FaultyRelay::Switchboard::drop(Line &line)
{
    if (!line.client)
        return;
    for (QLocalSocket *side : {line.client, line.server.get()}) {
        side->disconnect(this);
        side->abort();
        side->deleteLater();
    }
    static_cast<void>(line.server.release());
    line.client = nullptr; // who called us may still look at it; it goes when the turn is over
    const auto remove = [this] {
        std::erase_if(lines, [](const auto &each) { return !each->client; });
    };
    QMetaObject::invokeMethod(this, remove, Qt::QueuedConnection);
}

void FaultyRelay::Switchboard::passAll()
{
    for (const auto &line : lines) {
        if (line->client)
            pass(*line);
    }
}

void FaultyRelay::Switchboard::limitRate(qint64 rate)
{
    m_bytesPerSecond = rate;
    if (rate > 0)
        m_tick.start(2ms);
    else
        m_tick.stop();
    passAll();
}

void FaultyRelay::Switchboard::jitter(
    std::chrono::milliseconds least, std::chrono::milliseconds most, quint32 seed)
{
    m_leastDelay = least;
    m_mostDelay = most;
    m_random.seed(seed);
    m_tick.start(2ms);
}

void FaultyRelay::Switchboard::cutAll()
{
    for (const auto &line : lines) {
        if (line->client)
            cut(*line, Cut::BeforeRequest);
    }
}

FaultyRelay::FaultyRelay(QString serverSocketPath)
{
    m_path = serverSocketPath + QStringLiteral(".relay");
    m_thread.run([this, &serverSocketPath] {
        m_board = std::make_unique<Switchboard>(m_path, serverSocketPath);
    });
}

FaultyRelay::~FaultyRelay()
{
    m_thread.run([this] {
        m_board->cutAll();
        m_board.reset();
    });
}

Endpoint FaultyRelay::endpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = m_path;
    return endpoint;
}

void FaultyRelay::cutAt(Cut point, int nth, const QByteArray &name)
{
    m_thread.run([&] { m_board->order = {point, nth, name.toUpper()}; });
}

void FaultyRelay::cutAllNow()
{
    m_thread.run([&] { m_board->cutAll(); });
}

void FaultyRelay::refuse(bool refusing)
{
    m_thread.run([&] { m_board->refusing = refusing; });
}

void FaultyRelay::cutAtEvery(const QByteArray &name)
{
    m_thread.run([&] { m_board->cutAtEvery = name.toUpper(); });
}

void FaultyRelay::replaceNext(const QByteArray &name, const Command &by)
{
    QByteArray bytes;
    by.appendTo(bytes);
    m_thread.run([&] { m_board->replacement = {name.toUpper(), bytes}; });
}

void FaultyRelay::balance(const QStringList &serverSocketPaths)
{
    m_thread.run([&] {
        m_board->servers = serverSocketPaths;
        m_board->accepted = 0;
    });
}

void FaultyRelay::hold(Way way)
{
    m_thread.run(
        [&] { (way == Way::Requests ? m_board->holdsRequests : m_board->holdsReplies) = true; });
}

void FaultyRelay::resume()
{
    m_thread.run([&] {
        m_board->holdsRequests = m_board->holdsReplies = false;
        m_board->passAll();
    });
}

void FaultyRelay::limitRate(qint64 bytesPerSecond)
{
    m_thread.run([&] { m_board->limitRate(bytesPerSecond); });
}

void FaultyRelay::jitter(std::chrono::milliseconds most, quint32 seed)
{
    m_thread.run([&] { m_board->jitter(std::chrono::milliseconds(0), most, seed); });
}

void FaultyRelay::delay(std::chrono::milliseconds each)
{
    m_thread.run([&] { m_board->jitter(each, each, 1); });
}

int FaultyRelay::connections() const
{
    int count = 0;
    m_thread.run([&] {
        for (const auto &line : m_board->lines)
            count += line->client ? 1 : 0;
    });
    return count;
}

int FaultyRelay::accepted() const
{
    int accepted = 0;
    m_thread.run([&] { accepted = m_board->accepted; });
    return accepted;
}

int FaultyRelay::cuts() const
{
    int cuts = 0;
    m_thread.run([&] { cuts = m_board->cuts; });
    return cuts;
}

qint64 FaultyRelay::requests() const
{
    qint64 requests = 0;
    m_thread.run([&] { requests = m_board->requests; });
    return requests;
}

int FaultyRelay::held() const
{
    int count = 0;
    m_thread.run([&] {
        for (const auto &line : m_board->lines)
            count += line->requests.values() + line->replies.values();
    });
    return count;
}

} // namespace lockstep
