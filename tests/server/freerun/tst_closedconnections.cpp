// A process that is started while a connection is open inherits its descriptor, for a moment or for
// good. The server has to see the end all the same, or it counts a subscriber who is no more.

#include "core/lab/freerun/net/loopconnection.h"
#include "core/lab/freerun/net/runloop.h"
#include "core/lab/wire/blockingconnection.h"
#include "core/lab/wire/requestwire.h"
#include "tests/support/patience.h"
#include "tests/support/servers/blockingclient.h"
#include "tests/support/servers/testserver.h"

#include <QScopeGuard>
#include <QTest>

#include <hiredis/hiredis.h>

#include <sys/wait.h>
#include <unistd.h>

using namespace lockstep;

namespace {

const Command countSubscribers{"PUBSUB", "NUMSUB", "c"};
const auto subscribe = wireOf({"SUBSCRIBE", "c"});

// Has all descriptors that this process has, until it is destroyed.
class Heir
{
public:
    Heir()
    {
        int ends[2];
        if (pipe(ends) != 0)
            qFatal("no pipe");
        m_process = fork();
        if (m_process == 0) {
            ::close(ends[1]);
            char byte;
            while (::read(ends[0], &byte, 1) > 0) { }
            _exit(0);
        }
        ::close(ends[0]);
        m_end = ends[1];
    }
    ~Heir()
    {
        ::close(m_end);
        waitpid(m_process, nullptr, 0);
    }
    Q_DISABLE_COPY_MOVE(Heir)

private:
    pid_t m_process = -1;
    int m_end = -1;
};

class Silent : public LoopConnection::Listener
{
public:
    void replied(LoopConnection &, RunReply) override { ++replies; }
    void lost(LoopConnection &, const Error &error) override
    {
        qFatal("%s", qPrintable(error.detail));
    }

    int replies = 0;
};

} // namespace

class TestClosedConnections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofAFreeRunAreGoneForTheServer();
    void ofAnExplorationAreGoneForTheServer();

private:
    [[nodiscard]] qint64 subscribers()
    {
        return m_client.run(countSubscribers).elements.at(1).integer;
    }

    TestServer m_server;
    BlockingClient m_client{m_server.endpoint().path};
};

void TestClosedConnections::ofAFreeRunAreGoneForTheServer()
{
    RunLoop loop;
    Silent listener;
    LoopConnection connection(loop, listener);
    QVERIFY(connection.open(m_server.endpoint()));
    connection.send(subscribe);
    QVERIFY(loop.serve([&] { return listener.replies > 0; }, std::chrono::seconds(20)));
    QCOMPARE(subscribers(), qint64(1));
    const Heir heir;
    connection.close();
    QTRY_COMPARE(subscribers(), qint64(0));
}

void TestClosedConnections::ofAnExplorationAreGoneForTheServer()
{
    auto connection = BlockingConnection::open(m_server.endpoint());
    QVERIFY(connection);
    (*connection)->append(subscribe);
    QVERIFY((*connection)->read());
    QCOMPARE(subscribers(), qint64(1));
    const Heir heir;
    connection->reset();
    QTRY_COMPARE(subscribers(), qint64(0));
}

QTEST_GUILESS_MAIN(TestClosedConnections)
#include "tst_closedconnections.moc"
