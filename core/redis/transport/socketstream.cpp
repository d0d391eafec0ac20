// Reads and writes the socket directly instead of by Qt's sockets, for two reasons:
// * A server that refuses us, because it is full or protected, says why and closes, often before
//   our first bytes. Writing them then fails, and Qt gives the socket up on a failed write, the
//   reason unread. Here only the reading side finds out that the other side is gone.
// * A round trip over a unix socket costs little more than its system calls. QLocalSocket asks how
//   much has arrived, reads it into a buffer of its own and copies it out: a tenth of the round
//   trips a second.

#include "core/redis/transport/socketstream.h"

#include "core/redis/values/coretext.h"

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

bool mayComeLater(int error)
{
    return error == EAGAIN || error == EINTR || error == ENOBUFS || error == ENOMEM;
}

} // namespace

SocketStream::SocketStream()
    : m_arrivals(QSocketNotifier::Read)
    , m_room(QSocketNotifier::Write)
{
    connect(&m_arrivals, &QSocketNotifier::activated, this, &SocketStream::onReadable);
    connect(&m_room, &QSocketNotifier::activated, this, &SocketStream::onWritable);
}

SocketStream::~SocketStream()
{
    close();
}

void SocketStream::open(int descriptor)
{
    m_descriptor = descriptor;
    m_arrivals.setSocket(descriptor);
    m_room.setSocket(descriptor);
    m_arrivals.setEnabled(true);
}

void SocketStream::close()
{
    m_unwritten.clear();
    m_arrivals.setEnabled(false);
    m_room.setEnabled(false);
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}

qint64 SocketStream::read(char *bytes, qint64 size)
{
    if (!m_end.isNull() || m_descriptor < 0)
        return 0;
    const ssize_t count = ::recv(m_descriptor, bytes, static_cast<size_t>(size), MSG_DONTWAIT);
    if (count == 0)
        m_end = CoreText::tr("the server closed the connection");
    else if (count < 0 && !mayComeLater(errno))
        m_end = qt_error_string(errno);
    return std::max<ssize_t>(count, 0);
}

QByteArray SocketStream::peek(qsizetype size) const
{
    QByteArray bytes(size, Qt::Uninitialized);
    const ssize_t count =
        ::recv(m_descriptor, bytes.data(), static_cast<size_t>(size), MSG_DONTWAIT | MSG_PEEK);
    bytes.truncate(std::max<ssize_t>(count, 0));
    return bytes;
}

void SocketStream::onReadable()
{
    Q_EMIT readable();
    if (m_end.isNull() || m_descriptor < 0)
        return;
    m_arrivals.setEnabled(false);
    m_room.setEnabled(false);
    Q_EMIT closed(m_end);
}

void SocketStream::write(const QByteArray &bytes)
{
    if (m_descriptor < 0)
        return;
    const qsizetype sent = m_unwritten.isEmpty() ? sendNow(bytes) : 0;
    if (sent == bytes.size())
        return;
    m_unwritten += bytes.sliced(sent);
    m_room.setEnabled(m_end.isNull());
}

void SocketStream::onWritable()
{
    m_unwritten.remove(0, sendNow(m_unwritten));
    m_room.setEnabled(!m_unwritten.isEmpty());
}

qsizetype SocketStream::sendNow(const QByteArray &bytes) const
{
    const ssize_t sent = ::send(m_descriptor, bytes.constData(), static_cast<size_t>(bytes.size()),
        MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0)
        return sent;
    return mayComeLater(errno) ? 0 : bytes.size();
}

} // namespace lockstep
