#include "tests/support/servers/networknamespace.h"

#include <QByteArray>
#include <QFile>

#include <arpa/inet.h>
#include <cstring>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr const char *secondName = "lo:1";

bool writeLine(const char *path, const QByteArray &line)
{
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
        && file.write(line) == line.size();
}

bool request(unsigned long what, ifreq *about)
{
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    const bool isDone = ioctl(socket, what, about) == 0;
    ::close(socket);
    return isDone;
}

ifreq aboutDevice(const char *name)
{
    ifreq about{};
    std::strncpy(about.ifr_name, name, IFNAMSIZ - 1);
    return about;
}

bool bringUp(const char *device, const char *ip)
{
    ifreq about = aboutDevice(device);
    sockaddr_in where{};
    where.sin_family = AF_INET;
    inet_pton(AF_INET, ip, &where.sin_addr);
    std::memcpy(&about.ifr_addr, &where, sizeof(where));
    if (!request(SIOCSIFADDR, &about))
        return false;
    about = aboutDevice(device);
    about.ifr_flags = IFF_UP | IFF_RUNNING;
    return request(SIOCSIFFLAGS, &about);
}

} // namespace

bool enterNetworkNamespace()
{
    const QByteArray user = QByteArray::number(getuid());
    const QByteArray group = QByteArray::number(getgid());
    const bool isEntered = unshare(CLONE_NEWNET) == 0
        || (unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 && writeLine("/proc/self/setgroups", "deny")
            && writeLine("/proc/self/uid_map", user + ' ' + user + " 1")
            && writeLine("/proc/self/gid_map", group + ' ' + group + " 1"));
    return isEntered && bringUp("lo", "127.0.0.1");
}

bool addSecondAddress()
{
    return bringUp(secondName, secondAddress);
}

// An alias that is brought down is gone.
bool removeSecondAddress()
{
    ifreq about = aboutDevice(secondName);
    return request(SIOCSIFFLAGS, &about);
}

} // namespace lockstep
