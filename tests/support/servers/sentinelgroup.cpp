#include "tests/support/servers/sentinelgroup.h"

#include <QElapsedTimer>
#include <QThread>

namespace lockstep {

namespace {

constexpr const char *failoverTimeout = "3000"; // ms; after so long it is tried again

QByteArray field(const Reply &reply, const QByteArray &name)
{
    for (size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        if (reply.elements[i].text == name)
            return reply.elements[i + 1].text;
    }
    return {};
}

quint16 portOf(const TestServer &server)
{
    return server.tcpPort() != 0 ? server.tcpPort() : server.tlsPort();
}

} // namespace

SentinelTestGroup::SentinelTestGroup(const TestServer::Tls &tls)
    : m_caFile(tls.caFile)
{
    TestServer::Options reachable;
    reachable.tcp = tls.caFile.isEmpty();
    reachable.tls = tls;
    // A replica follows at once instead of after five seconds in which others might come too.
    reachable.arguments = {QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0")};
    QStringList amongThemselves;
    if (!reachable.tcp)
        amongThemselves << QStringLiteral("--tls-replication") << QStringLiteral("yes");
    reachable.arguments += amongThemselves;
    for (int i = 0; i < 3; ++i)
        m_servers.push_back(std::make_unique<TestServer>(reachable));
    const auto port = QByteArray::number(portOf(server(0)));
    for (size_t i = 1; i < 3; ++i)
        server(i).run({"REPLICAOF", "127.0.0.1", port});

    TestServer::Options watching;
    watching.tcp = reachable.tcp;
    watching.tls = tls;
    watching.arguments = amongThemselves;
    watching.sentinel = true;
    for (int i = 0; i < 3; ++i) {
        m_sentinels.push_back(std::make_unique<TestServer>(watching));
        m_sentinels.back()->runAll({{"SENTINEL", "MONITOR", name, "127.0.0.1", port, "2"},
            {"SENTINEL", "SET", name, "failover-timeout", failoverTimeout}});
    }
    giveUpLate();
    QElapsedTimer waiting;
    waiting.start();
    while (!isWhole()) {
        if (waiting.hasExpired(120'000))
            qFatal("The Sentinels do not find each other.");
        QThread::msleep(20);
    }
}

void SentinelTestGroup::giveUpAfter(const char *milliseconds)
{
    for (const auto &sentinel : m_sentinels) {
        if (sentinel->isRunning())
            sentinel->run({"SENTINEL", "SET", name, "down-after-milliseconds", milliseconds});
    }
}

bool SentinelTestGroup::isWhole()
{
    for (const auto &sentinel : m_sentinels) {
        const auto known = sentinel->run({"SENTINEL", "MASTER", name});
        if (field(known, "num-slaves") != "2" || field(known, "num-other-sentinels") != "2"
            || field(known, "flags") != "master")
            return false;
    }
    for (size_t i = 1; i < 3; ++i) {
        if (!server(i).run({"INFO", "replication"}).text.contains("master_link_status:up"))
            return false;
    }
    return true;
}

Endpoint SentinelTestGroup::endpoint() const
{
    Endpoint endpoint;
    if (!m_caFile.isEmpty())
        endpoint.transport = Endpoint::Transport::Tls;
    endpoint.tls.caFile = m_caFile;
    endpoint.sentinels.primary = QString::fromLatin1(name);
    for (const auto &sentinel : m_sentinels)
        endpoint.sentinels.addresses.push_back({QStringLiteral("127.0.0.1"), portOf(*sentinel)});
    return endpoint;
}

QString addressOf(const TestServer &server)
{
    return HostPort{QStringLiteral("127.0.0.1"), portOf(server)}.display();
}

} // namespace lockstep
