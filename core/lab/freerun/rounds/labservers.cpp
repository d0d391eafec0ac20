// A server takes 50 to 100 ms to start, and dies with the thread that forked it. The window's
// thread must not be blocked so long, and the run's thread ends too early. So there is a third
// thread for the servers, which begins with the first run and ends with the application.

#include "core/lab/freerun/rounds/labservers.h"

#include "core/redis/threads/workerthread.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

WorkerThread *startedThread = nullptr;

// Called by the application's destructor.
void endServerThread()
{
    startedThread->run([] {}); // after all that was posted before
    delete std::exchange(startedThread, nullptr);
}

WorkerThread *serverThread()
{
    if (!startedThread) {
        startedThread = new WorkerThread(QStringLiteral("lab servers"));
        qAddPostRoutine(endServerThread);
    }
    return startedThread;
}

Result<std::unique_ptr<PrivateServer>> launched(const LabServers::Wanted &wanted)
{
    constexpr int connectionsOfOurs = 64; // beside the clients
    PrivateServer::Options options;
    options.tcp = wanted.tcp || wanted.replica;
    options.clock =
        PrivateServer::Clock::Held; // MONITOR then tells the time by which keys have expired
    // A client may have a connection for itself and one for its subscriptions, and spawn threads.
    options.extraArguments = {QStringLiteral("--maxclients"),
        QString::number(connectionsOfOurs + 3 * wanted.clients), QStringLiteral("--tcp-backlog"),
        QStringLiteral("4096")};
    if (wanted.replica)
        options.extraArguments << QStringLiteral("--repl-diskless-sync-delay")
                               << QStringLiteral("0");
    if (!wanted.keyEvents.isEmpty())
        options.extraArguments << QStringLiteral("--notify-keyspace-events") << wanted.keyEvents;
    return PrivateServer::launch(options);
}

} // namespace

LabServers::LabServers()
    : m_thread(serverThread())
{
}

LabServers::~LabServers()
{
    m_thread->post([privateServers = m_privateServers] { privateServers->clear(); });
}

void LabServers::start(const Wanted &wanted, Done done)
{
    const auto task = [wanted](PrivateServers &privateServers) -> Result<void> {
        for (int place = 0; place < wanted.nodes + (wanted.replica ? 1 : 0); ++place) {
            auto privateServer = launched(wanted);
            if (!privateServer)
                return tl::unexpected(privateServer.error());
            privateServers.push_back(std::move(*privateServer));
        }
        for (const auto &privateServer : privateServers) {
            if (const auto ready = privateServer->waitUntilReady(); !ready)
                return ready;
        }
        return {};
    };
    serve(task, std::move(done));
}

void LabServers::kill(int place, Done done)
{
    const auto task = [place](PrivateServers &privateServers) -> Result<void> {
        privateServers[size_t(place)]->kill();
        return {};
    };
    serve(task, std::move(done));
}

void LabServers::killAll()
{
    const auto task = [](PrivateServers &privateServers) -> Result<void> {
        for (const auto &privateServer : privateServers)
            privateServer->kill();
        return {};
    };
    serve(task, [](const Result<void> &) {});
}

void LabServers::restart(int place, Done done)
{
    const auto task = [place](PrivateServers &privateServers) {
        privateServers[size_t(place)]->kill();
        return privateServers[size_t(place)]->launchAgain();
    };
    serve(task, std::move(done));
}

std::vector<Endpoint> LabServers::endpoints() const
{
    std::vector<Endpoint> all;
    for (const auto &privateServer : *m_privateServers)
        all.push_back(privateServer->endpoint());
    return all;
}

std::vector<Endpoint> LabServers::tcpEndpoints() const
{
    std::vector<Endpoint> all;
    for (const auto &privateServer : *m_privateServers)
        all.push_back(privateServer->tcpEndpoint());
    return all;
}

void LabServers::serve(std::function<Result<void>(PrivateServers &)> task, Done done)
{
    m_thread->post([privateServers = m_privateServers, task = std::move(task),
                       done = std::move(done)] { done(task(*privateServers)); });
}

} // namespace lockstep
