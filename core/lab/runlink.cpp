// write(2) without libuv's streams, which have a request object and a callback for each write; only
// what the socket does not take waits for it to be writable.

#include "core/lab/runlink.h"

#include "core/lab/runloop.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <uv.h>

namespace lockstep {

namespace {

constexpr size_t chunk = 64 * 1024;

Error connectError(int systemError, const QString &place)
{
    const QString words =
        place + QStringLiteral(": ") + QString::fromLocal8Bit(std::strerror(systemError));
    switch (systemError) {
    case ECONNREFUSED:
        return {ErrorCode::ConnectionRefused, words};
    case ENOENT:
        return {ErrorCode::SocketMissing, words};
    case EACCES:
    case EPERM:
        return {ErrorCode::SocketDenied, words};
    case ENOTSOCK:
    case EPROTOTYPE:
        return {ErrorCode::NoSocket, words};
    case EPIPE:
    case ECONNRESET:
        return {ErrorCode::ConnectionLost, words};
    default:
        return {ErrorCode::Unreachable, words};
    }
}

struct Address
{
    sockaddr_storage storage{};
    socklen_t size = 0;
};

Result<Address> addressOf(const Endpoint &endpoint)
{
    Address address;
    if (endpoint.transport == Endpoint::Transport::Unix) {
        auto *name = reinterpret_cast<sockaddr_un *>(&address.storage);
        const QByteArray path = endpoint.path.toLocal8Bit();
        if (size_t(path.size()) >= sizeof name->sun_path)
            return failure(ErrorCode::Unreachable, endpoint.path);
        name->sun_family = AF_UNIX;
        std::memcpy(name->sun_path, path.constData(), size_t(path.size()));
        address.size = sizeof(sockaddr_un);
        return address;
    }
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *found = nullptr;
    const QByteArray port = QByteArray::number(endpoint.port);
    if (getaddrinfo(endpoint.host.toLatin1(), port, &hints, &found) != 0)
        return failure(ErrorCode::HostNotFound, endpoint.host);
    std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
    address.size = found->ai_addrlen;
    freeaddrinfo(found);
    return address;
}

int openSocket(int family)
{
    const int descriptor = socket(family, SOCK_STREAM, 0);
    if (descriptor < 0)
        return -1;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    const int on = 1;
    if (family != AF_UNIX)
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef SO_NOSIGPIPE
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    return descriptor;
}

#ifdef MSG_NOSIGNAL
constexpr int sendFlags = MSG_NOSIGNAL;
#else
constexpr int sendFlags = 0;
#endif

} // namespace

struct RunLink::Watcher
{
    uv_poll_t poll;
    RunLink *link;
};

RunLink::RunLink(RunLoop &loop, Listener &listener)
    : m_loop(loop)
    , m_listener(listener)
{
}

RunLink::~RunLink()
{
    close();
    if (m_reader)
        redisReaderFree(m_reader);
}

Result<RunLink::Opening> RunLink::open(const Endpoint &endpoint)
{
    close();
    m_place = endpoint.display();
    const Result<Opening> opening = connect(endpoint);
    if (!opening || *opening == Opening::QueueFull)
        return opening;
    if (m_reader)
        redisReaderFree(m_reader);
    m_reader = redisReaderCreate();
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

Result<RunLink::Opening> RunLink::connect(const Endpoint &endpoint)
{
    const Result<Address> address = addressOf(endpoint);
    if (!address)
        return tl::unexpected(address.error());
    const int descriptor = openSocket(address->storage.ss_family);
    if (descriptor < 0)
        return tl::unexpected(connectError(errno, m_place));
    const auto *name = reinterpret_cast<const sockaddr *>(&address->storage);
    if (::connect(descriptor, name, address->size) == 0) {
        m_isConnected = true;
    } else if (errno != EINPROGRESS) {
        const int why = errno;
        ::close(descriptor);
        if (why == EAGAIN)
            return Opening::QueueFull;
        return tl::unexpected(connectError(why, m_place));
    }
    m_descriptor = descriptor;
    return Opening::Begun;
}

void RunLink::close()
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
    ::close(m_descriptor);
    m_descriptor = -1;
    ++m_openings;
    m_isConnected = false;
    m_greetings = 0;
    m_unsent.clear();
}

QByteArray RunLink::address() const
{
    sockaddr_storage storage{};
    socklen_t size = sizeof storage;
    char host[NI_MAXHOST], port[NI_MAXSERV];
    if (getsockname(m_descriptor, reinterpret_cast<sockaddr *>(&storage), &size) != 0
        || storage.ss_family == AF_UNIX
        || getnameinfo(reinterpret_cast<sockaddr *>(&storage), size, host, sizeof host, port,
               sizeof port, NI_NUMERICHOST | NI_NUMERICSERV)
            != 0)
        return {};
    return QByteArray(host) + ':' + port;
}

void RunLink::watch()
{
    if (!m_watcher) {
        m_watcher = new Watcher{{}, this};
        m_watcher->poll.data = m_watcher;
        uv_poll_init(m_loop.handle(), &m_watcher->poll, m_descriptor);
    }
    const bool writes = !m_isConnected || !m_unsent.empty();
    uv_poll_start(&m_watcher->poll, UV_READABLE | (writes ? UV_WRITABLE : 0),
        [](uv_poll_t *poll, int status, int events) {
            if (RunLink *link = static_cast<Watcher *>(poll->data)->link)
                link->ready(status, events);
        });
}

void RunLink::ready(int status, int events)
{
    if (status < 0)
        return fail(-status);
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

void RunLink::send(std::string_view wire, bool flushed)
{
    if (!isOpen())
        return;
    m_unsent.append(wire);
    if (flushed && !std::exchange(m_isWriter, true))
        m_loop.writeSoon(*this);
}

void RunLink::write()
{
    m_isWriter = false;
    flush();
}

void RunLink::flush()
{
    if (!isOpen() || !m_isConnected || m_unsent.empty())
        return;
    const ssize_t sent = ::send(m_descriptor, m_unsent.data(), m_unsent.size(), sendFlags);
    if (sent == ssize_t(m_unsent.size()))
        return m_unsent.clear();
    if (sent > 0)
        m_unsent.erase(0, size_t(sent));
    else if (sent < 0 && errno != EAGAIN && errno != EINTR)
        m_unsent.clear();
    if (!m_unsent.empty())
        watch();
}

void RunLink::read()
{
    char bytes[chunk];
    const ssize_t got = ::recv(m_descriptor, bytes, sizeof bytes, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0)
        return fail(got < 0 ? errno : ECONNRESET);
    if (m_listener.received(*this, {bytes, size_t(got)}))
        return;
    redisReaderFeed(m_reader, bytes, size_t(got));
    const quint64 opening = m_openings; // the listener may close this link and open it again
    void *reply = nullptr;
    while (opening == m_openings && redisReaderGetReply(m_reader, &reply) == REDIS_OK && reply)
        take(RunReply(static_cast<redisReply *>(std::exchange(reply, nullptr))));
    if (opening == m_openings && m_reader->err != 0)
        fail(Error{ErrorCode::ProtocolError, QString::fromUtf8(m_reader->errstr)});
}

void RunLink::take(RunReply reply)
{
    if (m_greetings == 0)
        return m_listener.replied(*this, std::move(reply));
    --m_greetings;
    if (reply->type == REDIS_REPLY_ERROR)
        fail(errorFromReply(QByteArray(reply->str, qsizetype(reply->len))));
}

void RunLink::fail(int systemError)
{
    fail(connectError(systemError, m_place));
}

void RunLink::fail(const Error &error)
{
    close();
    m_listener.lost(*this, error);
}

std::string wireOf(std::initializer_list<std::string_view> words)
{
    std::string wire = '*' + std::to_string(words.size()) + "\r\n";
    for (const std::string_view word : words) {
        wire += '$' + std::to_string(word.size()) + "\r\n";
        wire += word;
        wire += "\r\n";
    }
    return wire;
}

} // namespace lockstep
