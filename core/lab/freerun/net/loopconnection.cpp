// Calls write(2) itself instead of using libuv's streams, which take a request object and a
// callback for each write. Only if the socket does not take all bytes, the rest is written when
// libuv says that it is writable.

#include "core/lab/freerun/net/loopconnection.h"

#include "core/lab/freerun/net/linksocket.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

namespace lockstep {

namespace {

constexpr size_t chunk = 64 * 1024;

constexpr size_t smallReply = 4096; // bytes; smaller replies do not count in RunLoop::replyBytes

// About how many bytes hiredis has allocated for the reply.
qint64 memoryOf(const redisReply &reply)
{
    constexpr qint64 blockOverhead = 16;
    qint64 bytes = qint64(sizeof reply) + blockOverhead + qint64(reply.str ? reply.len : 0);
    for (size_t i = 0; reply.element && i < reply.elements; ++i)
        bytes += qint64(sizeof(redisReply *)) + memoryOf(*reply.element[i]);
    return bytes;
}

} // namespace

struct LoopConnection::Watcher
{
    uv_poll_t poll;
    LoopConnection *link;
};

LoopConnection::LoopConnection(RunLoop &loop, Listener &listener)
    : m_loop(loop)
    , m_listener(listener)
{
}

LoopConnection::~LoopConnection()
{
    close();
}

Result<LoopConnection::Opening> LoopConnection::open(const Endpoint &endpoint)
{
    close();
    m_place = endpoint.display();
    const Result<Opening> opening = connect(endpoint);
    if (!opening || *opening == Opening::QueueFull)
        return opening;
    makeReader();
    watch();
    const QByteArray database = QByteArray::number(endpoint.database);
    if (!endpoint.password.isEmpty()) {
        ++m_greetings;
        send(endpoint.user.isEmpty()
                ? wireOf({"AUTH", endpoint.password.toStdString()})
                : wireOf({"AUTH", endpoint.user.toStdString(), endpoint.password.toStdString()}));
    }
    if (endpoint.database != 0) {
        ++m_greetings;
        send(wireOf({"SELECT", database.toStdString()}));
    }
    return opening;
}

Result<LoopConnection::Opening> LoopConnection::connect(const Endpoint &endpoint)
{
    const auto socket = LinkSocket::connect(endpoint);
    if (!socket)
        return tl::unexpected(socket.error());
    if (!*socket)
        return Opening::QueueFull;
    m_descriptor = (*socket)->descriptor;
    m_isConnected = (*socket)->isConnected;
    return Opening::Begun;
}

void LoopConnection::close()
{
    if (m_descriptor < 0)
        return;
    if (std::exchange(m_isWriter, false))
        m_loop.forget(*this);
    m_watcher->link = nullptr;
    uv_poll_stop(&m_watcher->poll);
    uv_close(reinterpret_cast<uv_handle_t *>(&m_watcher->poll),
        [](uv_handle_t *handle) { delete static_cast<Watcher *>(handle->data); });
    m_watcher = nullptr;
    // A process that is just being started elsewhere may have the descriptor for a moment longer.
    ::shutdown(m_descriptor, SHUT_RDWR);
    ::close(m_descriptor);
    m_descriptor = -1;
    ++m_openings;
    m_isConnected = false;
    m_greetings = 0;
    std::string().swap(m_unsent);
    noteUnfinished(0, 0);
    redisReaderFree(std::exchange(m_reader, nullptr)); // with the part of a reply that it has
}

QByteArray LoopConnection::address() const
{
    return linkAddress(m_descriptor);
}

void LoopConnection::watch()
{
    if (!m_watcher) {
        m_watcher = new Watcher{{}, this};
        m_watcher->poll.data = m_watcher;
        uv_poll_init(m_loop.handle(), &m_watcher->poll, m_descriptor);
    }
    const bool writes = !m_isConnected || !m_unsent.empty();
    uv_poll_start(&m_watcher->poll, UV_READABLE | (writes ? UV_WRITABLE : 0),
        [](uv_poll_t *poll, int status, int events) {
            if (LoopConnection *link = static_cast<Watcher *>(poll->data)->link)
                link->ready(status, events);
        });
}

void LoopConnection::ready(int status, int events)
{
    if (status < 0) { // libuv reports EBADF for every error; the socket has the real one
        int why = 0;
        socklen_t size = sizeof why;
        const bool known =
            getsockopt(m_descriptor, SOL_SOCKET, SO_ERROR, &why, &size) == 0 && why != 0;
        return fail(known ? why : -status);
    }
    if (events & UV_WRITABLE) {
        if (!m_isConnected) {
            int why = 0;
            socklen_t size = sizeof why;
            getsockopt(m_descriptor, SOL_SOCKET, SO_ERROR, &why, &size);
            if (why != 0)
                return fail(why);
            m_isConnected = true;
        }
        flush();
        if (isOpen() && m_unsent.empty())
            watch();
    }
    if (isOpen() && (events & UV_READABLE))
        read();
}

void LoopConnection::send(std::string_view wire, bool flushed)
{
    if (!isOpen())
        return;
    m_unsent.append(wire);
    if (flushed && !std::exchange(m_isWriter, true))
        m_loop.writeSoon(*this);
}

void LoopConnection::write()
{
    m_isWriter = false;
    flush();
}

void LoopConnection::flush()
{
    if (!isOpen() || !m_isConnected || m_unsent.empty())
        return;
    const ssize_t sent = ::send(m_descriptor, m_unsent.data(), m_unsent.size(), MSG_NOSIGNAL);
    if (sent == ssize_t(m_unsent.size())) {
        m_unsent.clear();
        if (m_unsent.capacity() > chunk)
            std::string().swap(m_unsent);
        return;
    }
    if (sent > 0)
        m_unsent.erase(0, size_t(sent));
    else if (sent < 0 && errno != EAGAIN && errno != EINTR)
        m_unsent.clear();
    if (!m_unsent.empty())
        watch();
}

void LoopConnection::read()
{
    char bytes[chunk];
    const ssize_t got = ::recv(m_descriptor, bytes, sizeof bytes, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0)
        return fail(got < 0 ? errno : ECONNRESET);
    if (m_listener.received(*this, {bytes, size_t(got)}) || !isOpen())
        return;
    redisReaderFeed(m_reader, bytes, size_t(got));
    const auto lines = size_t(std::count(bytes, bytes + got, '\n'));
    noteUnfinished(m_unfinished + size_t(got), m_lines + lines);
    const quint64 opening = m_openings; // the listener may close and open it
    void *reply = nullptr;
    while (opening == m_openings && redisReaderGetReply(m_reader, &reply) == REDIS_OK && reply) {
        const size_t length = m_unfinished - (m_reader->len - m_reader->pos);
        RunReply whole =
            accountFor(static_cast<redisReply *>(std::exchange(reply, nullptr)), length);
        noteUnfinished(m_unfinished - length, 0);
        if (m_loop.replyBytes > RunLoop::mostReplyBytes)
            break;
        take(std::move(whole));
    }
    if (opening != m_openings)
        return;
    if (m_reader->err == REDIS_ERR_OOM)
        return fail(Error{ErrorCode::BadInput, noMemoryForReply()});
    if (m_reader->err != 0)
        return fail(Error{ErrorCode::ProtocolError, QString::fromUtf8(m_reader->errstr)});
    if (m_loop.replyBytes > RunLoop::mostReplyBytes)
        return fail(Error{ErrorCode::ReplyTooLarge, {}});
    if (m_unfinished == 0 && m_mostUnfinished > chunk)
        makeReader();
}

// Small replies are not counted, because they are freed in a moment. length: of the reply's bytes
// on the wire.
RunReply LoopConnection::accountFor(redisReply *reply, size_t length)
{
    if (length <= smallReply)
        return RunReply(reply);
    RunReplyDeleter account{&m_loop.replyBytes, memoryOf(*reply)};
    m_loop.replyBytes += account.bytes;
    return {reply, account};
}

// Counts the memory of a reply that has arrived in part: hiredis holds it as a tree, with about one
// node for each line.
void LoopConnection::noteUnfinished(size_t bytes, size_t lines)
{
    constexpr size_t nodeSize = sizeof(redisReply) + 2 * sizeof(void *);
    const auto held = [](size_t text, size_t nodes) { return qint64(text + nodes * nodeSize); };
    m_loop.replyBytes += held(bytes, lines) - held(m_unfinished, m_lines);
    m_unfinished = bytes;
    m_lines = lines;
    m_mostUnfinished = std::max(m_mostUnfinished, bytes);
}

// Replaces the reader, whose buffer stays large after a large reply.
void LoopConnection::makeReader()
{
    if (m_reader)
        redisReaderFree(m_reader);
    m_reader = redisReaderCreate();
    Q_CHECK_PTR(m_reader);
    m_mostUnfinished = 0;
}

void LoopConnection::take(RunReply reply)
{
    if (m_greetings == 0)
        return m_listener.replied(*this, std::move(reply));
    --m_greetings;
    if (reply->type == REDIS_REPLY_ERROR)
        fail(errorFromReply(bytesOf(*reply)));
}

void LoopConnection::fail(int systemError)
{
    fail(linkError(systemError, m_place));
}

void LoopConnection::fail(const Error &error)
{
    close();
    m_listener.lost(*this, error);
}

} // namespace lockstep
