#pragma once

#include "core/redis/values/endpoint.h"
#include "tests/support/servers/blockingclient.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <chrono>
#include <vector>

namespace lockstep {

// A real redis-server of a test's own, on a unix socket in a folder of its own. It answers when the
// constructor returns; whatever prevents that ends the test program with a sentence that says what
// is missing. It dies with this object and with the test program, kill -9 included.
//
// run() and runAll() block: they prepare and inspect the server, they are not what is tested.
class TestServer
{
public:
    struct Tls
    {
        QString certificateFile;
        QString keyFile;
        QString caFile; // whose client certificates the server believes; also the endpoint's caFile
        bool clientsNeedCertificate = false;
    };
    struct Options
    {
        QStringList arguments; // appended to the command line: {"--notify-keyspace-events", "KEA"}
        bool tcp = false; // also listens on a free port of 127.0.0.1
        Tls tls; // with a certificate: also listens with TLS on a free port of 127.0.0.1
        bool cluster = false; // a node of a Cluster, without slots; on ports of 127.0.0.1
        bool sentinel = false; // a Sentinel that watches nobody yet
    };

    TestServer();
    explicit TestServer(Options options);
    ~TestServer();
    TestServer(const TestServer &) = delete;
    TestServer &operator=(const TestServer &) = delete;

    // The first in PATH of redis-server and valkey-server; empty: there is none.
    static QString program();

    [[nodiscard]] Endpoint endpoint() const; // over the unix socket
    [[nodiscard]] Endpoint tcpEndpoint() const; // only with Options::tcp
    [[nodiscard]] Endpoint tlsEndpoint() const; // only with Options::tls; host localhost, CA given
    [[nodiscard]] QString folder() const;
    [[nodiscard]] QString socketPath() const;
    [[nodiscard]] quint16 tcpPort() const { return m_tcpPort; }
    [[nodiscard]] quint16 tlsPort() const { return m_tlsPort; }
    [[nodiscard]] qint64 pid() const;
    [[nodiscard]] bool isRunning() const;
    // What the server has written so far; ends with its last words.
    [[nodiscard]] QString log() const;

    // Each returns when the process is gone.
    void kill9();
    void terminate();
    // The same socket, ports and folder; what was kept in memory only is lost. Ends a running one
    // first.
    void restart();
    // A suspended server accepts connections and answers nothing.
    void suspend();
    void resume();

    // True as soon as the server answers a PING over the unix socket, false after the limit or when
    // the process ends.
    bool waitUntilReady(std::chrono::milliseconds limit = std::chrono::seconds(60));

    // run({"SET", "key", "value"}); see BlockingClient.
    Reply run(const Command &command);
    std::vector<Reply> runAll(const std::vector<Command> &commands);

private:
    void launch();
    [[nodiscard]] QStringList commandLine() const;

    Options m_options;
    QTemporaryDir m_folder;
    QProcess m_process;
    quint16 m_tcpPort = 0;
    quint16 m_tlsPort = 0;
    bool m_suspended = false;
    BlockingClient m_client;
};

// Whether a process exists and is not merely waiting to be reaped.
bool processRuns(qint64 pid);

} // namespace lockstep
