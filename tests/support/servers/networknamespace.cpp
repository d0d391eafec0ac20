#include "tests/support/servers/networknamespace.h"

#include <QByteArray>
#include <QFile>

#include <arpa/inet.h>
#include <cstring>
#include <linux/rtnetlink.h>
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

ifreq aboutAddress(const char *name, const char *ip)
{
    ifreq about = aboutDevice(name);
    sockaddr_in where{};
    where.sin_family = AF_INET;
    inet_pton(AF_INET, ip, &where.sin_addr);
    std::memcpy(&about.ifr_addr, &where, sizeof(where));
    return about;
}

bool bringUp(const char *device, const char *ip)
{
    ifreq about = aboutAddress(device, ip);
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

// An alias that is brought down is gone, with its routes. The mask leaves it a single route.
bool addSecondAddress()
{
    ifreq before = aboutDevice(secondName);
    request(SIOCSIFFLAGS, &before);
    ifreq mask = aboutAddress(secondName, "255.255.255.255");
    return bringUp(secondName, secondAddress) && request(SIOCSIFNETMASK, &mask);
}

// A server that cannot bind to its address any more would take another one and reach the others by
// that (anet.c: ANET_CONNECT_BE_BINDING). So the address stays, only its route goes, and binding
// does not ask for a route.
bool prepareToCutOff()
{
    return writeLine("/proc/sys/net/ipv4/ip_nonlocal_bind", "1\n");
}

bool cutSecondAddressOff()
{
    struct Question
    {
        nlmsghdr head;
        rtmsg route;
        rtattr attribute;
        in_addr to;
    };
    static_assert(sizeof(Question) == NLMSG_LENGTH(sizeof(rtmsg)) + RTA_LENGTH(sizeof(in_addr)));
    Question question{};
    question.head.nlmsg_len = sizeof(question);
    question.head.nlmsg_type = RTM_DELROUTE;
    question.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
    question.route.rtm_family = AF_INET;
    question.route.rtm_dst_len = 32;
    question.route.rtm_table = RT_TABLE_LOCAL;
    question.route.rtm_scope = RT_SCOPE_NOWHERE;
    question.route.rtm_type = RTN_LOCAL;
    question.attribute.rta_type = RTA_DST;
    question.attribute.rta_len = RTA_LENGTH(sizeof(in_addr));
    inet_pton(AF_INET, secondAddress, &question.to);
    struct Answer
    {
        nlmsghdr head;
        nlmsgerr error;
    };
    Answer answer{};
    const int socket = ::socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    const bool isDone = ::send(socket, &question, sizeof(question), 0) == sizeof(question)
        && ::recv(socket, &answer, sizeof(answer), 0) >= ssize_t(sizeof(nlmsghdr) + sizeof(int))
        && answer.head.nlmsg_type == NLMSG_ERROR && answer.error.error == 0;
    ::close(socket);
    return isDone;
}

} // namespace lockstep
