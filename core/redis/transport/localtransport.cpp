// A unix socket is connected at once or not at all, which takes two system calls. QLocalSocket
// would do them too, but cannot be made to hand its descriptor over to a SocketStream: while it
// tells that it is connected, closing it closes the descriptor twice, and the second may be another
// thread's.

#include "core/redis/transport/localtransport.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockstep {

using namespace std::chrono_literals;

namespace {

// Whether the path is a file other than a socket. Linux refuses a connection to one with the same
// error as to a socket that nobody listens on.
bool isOtherFile(const QByteArray &path)
{
    struct stat file;
    return stat(path.constData(), &file) == 0 && !S_ISSOCK(file.st_mode);
}

Error errorOf(int error, const QByteArray &path)
{
    const auto codeOf = [&] {
        switch (error) {
        case ECONNREFUSED:
            return isOtherFile(path) ? ErrorCode::NoSocket : ErrorCode::ConnectionRefused;
        case ENOENT:
        case ENOTDIR:
            return ErrorCode::SocketMissing;
        case EACCES:
        case EPERM:
            return ErrorCode::SocketDenied;
        default:
            return ErrorCode::Unreachable;
        }
    };
    return {codeOf(), qt_error_string(error)};
}

// Connects to the socket at the path. Returns a descriptor, or -1 with errno set.
int connectTo(const QByteArray &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= qsizetype(sizeof address.sun_path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    std::copy(path.begin(), path.end(), address.sun_path);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return -1;
    if (::connect(descriptor, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0)
        return descriptor;
    const int why = errno;
    ::close(descriptor);
    errno = why;
    return -1;
}

} // namespace

LocalTransport::LocalTransport(const Endpoint &endpoint)
    : m_path(endpoint.path)
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &LocalTransport::start);
    connect(&m_stream, &SocketStream::readable, this, &Transport::readable);
    connect(&m_stream, &SocketStream::closed, this, [this](const QString &why) {
        fail({ErrorCode::ConnectionLost, why});
    });
}

void LocalTransport::start()
{
    const QByteArray path = QFile::encodeName(m_path);
    const int descriptor = connectTo(path);
    if (descriptor >= 0) {
        m_stream.open(descriptor);
        Q_EMIT ready();
    } else if (errno == EAGAIN) {
        m_again.start(10ms);
    } else {
        fail(errorOf(errno, path));
    }
}

void LocalTransport::abort()
{
    m_again.stop();
    m_stream.close();
}

} // namespace lockstep
