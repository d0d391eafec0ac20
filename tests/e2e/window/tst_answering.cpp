// Whatever happens to the server, the window answers. It is the program's own window, in this
// process and offscreen; the server and everything that is done to it live on another thread. A
// third thread taps the window all the time, as an impatient user does, and the time is taken until
// the tap is handled. What the machine lets this thread wait for a processor is not the window's
// fault and is taken off (run_delay in /proc/PID/task/TID/schedstat), so that the limit can be the
// one that is promised, also on a busy machine. What a guest is made to wait for by its host is not
// counted there: the limit gets as much more as the third thread, which does nothing else, woke up
// too late.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/support/patience.h"
#include "tests/support/sanitized.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/slowfile.h"
#include "ui/watch/page/watchpage.h"

#include <QEventLoop>
#include <QFile>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <set>
#include <thread>
#include <unistd.h>

using namespace lockstep;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

// Sanitized, everything takes several times as long.
constexpr Milliseconds promised = isSanitized() ? 500ms : 100ms;

// How long what was done may take to be seen, in ms: 10,000 keys are read at the watch's own pace,
// which is a share of what a busy machine has left.
constexpr int untilSeen = 120'000;

// Taps the thread it was made on.
class ImpatientUser
{
public:
    ImpatientUser()
        : m_schedule(QStringLiteral("/proc/self/task/%1/schedstat").arg(gettid()))
        , m_thread([this] { tapOnAndOn(); })
    {
    }
    ~ImpatientUser()
    {
        m_over = true;
        m_thread.join();
    }
    Q_DISABLE_COPY_MOVE(ImpatientUser)

    [[nodiscard]] bool isSatisfied() const
    {
        return m_longest < promised + Clock::duration(m_lateness);
    }
    [[nodiscard]] QString said() const
    {
        return QStringLiteral("%1 ms, woke up %2 ms too late")
            .arg(m_longest / 1ms)
            .arg(Clock::duration(m_lateness) / 1ms);
    }
    [[nodiscard]] int taps() const { return m_taps; }

private:
    void tapOnAndOn()
    {
        while (!m_over) {
            const auto tapped = Clock::now();
            const auto delayed = delayedByOthers();
            const auto answer = [this, tapped, delayed] {
                const auto waited = Clock::now() - tapped - (delayedByOthers() - delayed);
                m_longest = std::max<Clock::duration>(m_longest, waited);
                ++m_taps;
            };
            QMetaObject::invokeMethod(&m_window, answer, Qt::QueuedConnection);
            const auto wakesAt = Clock::now() + 5ms;
            std::this_thread::sleep_until(wakesAt);
            m_lateness = std::max<Clock::rep>(m_lateness, (Clock::now() - wakesAt).count());
        }
    }

    [[nodiscard]] std::chrono::nanoseconds delayedByOthers() const
    {
        QFile file(m_schedule);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        return std::chrono::nanoseconds(file.readAll().split(' ').value(1).toLongLong()) + stolen();
    }
    // By the host whose guest this machine is, from all processors.
    [[nodiscard]] static std::chrono::nanoseconds stolen()
    {
        QFile file(QStringLiteral("/proc/stat"));
        if (!file.open(QIODevice::ReadOnly))
            return {};
        constexpr int place = 8; // after the name: user, nice, system, idle, iowait, irq, softirq
        return std::chrono::nanoseconds(1s) / sysconf(_SC_CLK_TCK)
            * file.readLine().simplified().split(' ').value(place).toLongLong();
    }

    QObject m_window;
    QString m_schedule;
    Clock::duration m_longest{};
    int m_taps = 0;
    std::atomic<Clock::rep> m_lateness = 0;
    std::atomic<bool> m_over = false;
    std::thread m_thread;
};

// A server on a thread of its own, so that what is done to it keeps nobody else from working.
class ServerRoom
{
public:
    ServerRoom()
    {
        m_context.moveToThread(&m_thread);
        m_thread.start();
        perform([this] {
            TestServer::Options options;
            options.tcp = true;
            m_server = std::make_unique<TestServer>(options);
        });
    }
    ~ServerRoom()
    {
        perform([this] { m_server.reset(); });
        m_thread.quit();
        m_thread.wait();
    }
    Q_DISABLE_COPY_MOVE(ServerRoom)

    // Returns when it is done; the event loop of this thread goes on meanwhile.
    void perform(const std::function<void()> &deed)
    {
        QEventLoop loop;
        QMetaObject::invokeMethod(&m_context, [&] {
            deed();
            QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
        });
        loop.exec();
    }

    TestServer &server() { return *m_server; }

private:
    QThread m_thread;
    QObject m_context;
    std::unique_ptr<TestServer> m_server;
};

// Something that happens to the server, and what the window shows when it is time for the next.
struct Step
{
    std::function<void(TestServer &)> deed;
    std::function<bool(const Snapshot &)> isSeen = [](const Snapshot &) { return true; };
};
using Steps = std::vector<Step>;

bool isConnected(const Snapshot &now)
{
    return now.status.link == LinkState::Connected;
}

bool isLost(const Snapshot &now)
{
    return now.status.link == LinkState::Reconnecting;
}

auto showsLocks(size_t count)
{
    return [count](const Snapshot &now) { return now.locks->size() == count; };
}

void setMany(TestServer &server, const QByteArray &prefix, int count)
{
    std::vector<Command> commands;
    commands.reserve(size_t(count));
    for (int i = 0; i < count; ++i)
        commands.push_back({"SET", prefix + QByteArray::number(i),
            "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", "PX", QByteArray::number(60'000 + i)});
    server.runAll(commands);
}

} // namespace

class TestAnswering : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void throughout_data();
    void throughout();
    void whileThereIsNobodyToTalkTo_data();
    void whileThereIsNobodyToTalkTo();
    void anotherServerIsChosenWhileADiskHangs();
    void aWindowThatIsHeldUpIsNoticed();

private:
    Source sourceOf(const Endpoint &endpoint)
    {
        Source source;
        source.endpoint = endpoint;
        return source;
    }
};

void TestAnswering::throughout_data()
{
    QTest::addColumn<Steps>("steps");
    QTest::newRow("killed and started again")
        << Steps{{[](TestServer &server) { server.kill9(); }, isLost},
               {[](TestServer &server) { server.restart(); }, isConnected}};
    // The fault is that it lasts.
    QTest::newRow("stopped for 10 s") << Steps{{[](TestServer &server) {
        server.suspend();
        QThread::msleep(10'000);
        server.resume();
    }}};
    Steps kills;
    for (int i = 0; i < 5; ++i) {
        kills.push_back({[](TestServer &server) {
                             server.run({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
                             server.run({"CLIENT", "KILL", "TYPE", "pubsub"});
                         },
            // Too short to be seen as such: each gap leaves a line in the journal, page_view one.
            [i](const Snapshot &now) { return isConnected(now) && now.journalTotal >= 2 + i; }});
    }
    QTest::newRow("every client killed") << kills;
    QTest::newRow("every client paused") << Steps{{[](TestServer &server) {
        server.run({"CLIENT", "PAUSE", "2000", "ALL"});
    }}};
    QTest::newRow("10,000 locks at once, all flushed") << Steps{
        {[](TestServer &server) { setMany(server, "lock:order:", 10'000); }, showsLocks(10'000)},
        {[](TestServer &server) { server.run({"FLUSHALL"}); }, showsLocks(0)}};
    const auto swap = [](TestServer &server) { server.run({"SWAPDB", "0", "1"}); };
    QTest::newRow("databases swapped to and fro") << Steps{
        {[](TestServer &server) { setMany(server, "lock:order:", 2'000); }, showsLocks(2'000)},
        {swap, showsLocks(0)}, {swap, showsLocks(2'000)}};
    QTest::newRow("a value of 100 MB") << Steps{{[](TestServer &server) {
        server.run({"SETRANGE", "lock:huge", QByteArray::number(100 * 1024 * 1024), "x"});
        server.run({"SETRANGE", "online_users", QByteArray::number(100 * 1024 * 1024), "x"});
    }}};
    QTest::newRow("a hash with a million fields") << Steps{{[](TestServer &server) {
        server.run({"EVAL",
            "for i = 1, 1000000 do redis.call('HSET', KEYS[1], '6f1b4c0e-9a53-4f6f-8c80-"
            "0d1c1a8e9b11:' .. i, i) end",
            "1", "redisson_lock"});
    }}};
    QTest::newRow("names to be afraid of") << Steps{{[](TestServer &server) {
        for (int i = 0; i < 200; ++i) {
            const QByteArray number = QByteArray::number(i);
            server.run({"SET", "lock:" + QByteArray(10'000, 'x') + number, number});
            server.run({"SET", QByteArray("lock:\0\n\xff\xfe", 9) + number, number});
            server.run({"SET", "lock:\xe2\x80\xae<b>" + number + "</b>", number});
        }
    }}};
    QTest::newRow("20,000 changes of 1,000 keys") << Steps{{[](TestServer &server) {
        for (int round = 0; round < 20; ++round)
            setMany(server, "lock:busy:", 1'000);
    }}};
}

void TestAnswering::throughout()
{
    QFETCH(Steps, steps);
    ServerRoom room;
    room.perform([&] { room.server().run({"SET", "page_view", "1"}); });
    Theme theme(qApp);
    Language language;
    WatchWindow main(&theme, &language, {});
    main.window().resize(1280, 720);
    main.window().show();
    const auto shows = [&](double value) {
        const Snapshot &now = main.window().watchPage()->shownSnapshot();
        return now.status.link == LinkState::Connected
            && std::any_of(now.counters->begin(), now.counters->end(), [&](const ItemPtr &item) {
                   return item->key == "page_view"
                       && std::optional<double>(item->reading.value) == value;
               });
    };
    Snapshot latest;
    connect(&main.window(), &MainWindow::snapshotArrived, this,
        [&](const Snapshot &now) { latest = now; });
    QVERIFY(main.watch(sourceOf(room.server().endpoint())));
    QTRY_VERIFY(shows(1));

    const ImpatientUser user;
    for (const Step &step : steps) {
        room.perform([&] { step.deed(room.server()); });
        QTRY_VERIFY_WITH_TIMEOUT(step.isSeen(latest), untilSeen);
    }
    room.perform([&] { room.server().run({"SET", "page_view", "777"}); });
    QTRY_VERIFY_WITH_TIMEOUT(shows(777), untilSeen);
    QVERIFY(user.taps() > 5);
    qInfo() << user.said();
    QVERIFY2(user.isSatisfied(), qPrintable(user.said()));
}

void TestAnswering::whileThereIsNobodyToTalkTo_data()
{
    QTest::addColumn<QString>("uri");
    QTest::newRow("a port that refuses") << QStringLiteral("redis://127.0.0.1:1");
    QTest::newRow("a name that is no host") << QStringLiteral("redis://no.such.host.invalid");
    QTest::newRow("a socket that is not there") << QStringLiteral("unix:///nowhere/redis.sock");
    QTest::newRow("TLS to a port without") << QStringLiteral("rediss://127.0.0.1:PORT");
    QTest::newRow("a certificate on a slow disk")
        << QStringLiteral("rediss://127.0.0.1:PORT?cacert=SLOW");
    QTest::newRow("a wrong password") << QStringLiteral("redis://nobody:nothing@127.0.0.1:PORT");
}

void TestAnswering::whileThereIsNobodyToTalkTo()
{
    QFETCH(QString, uri);
    ServerRoom room;
    SlowFile slow;
    uri.replace(QStringLiteral("PORT"), QString::number(room.server().tcpPort()));
    uri.replace(QStringLiteral("SLOW"), slow.path());
    const auto endpoint = Endpoint::fromUri(uri);
    QVERIFY(endpoint);
    Theme theme(qApp);
    Language language;
    WatchWindow main(&theme, &language, {});
    main.window().show();
    bool troubled = false;
    std::set<Instant> attempts;
    bool isStopped = false;
    connect(&main.window(), &MainWindow::snapshotArrived, this, [&](const Snapshot &now) {
        troubled |= now.status.trouble.has_value();
        isStopped = now.status.link == LinkState::Stopped;
        if (now.status.nextAttempt)
            attempts.insert(*now.status.nextAttempt);
    });

    const ImpatientUser user;
    QTimer::singleShot(3 * promised, &main, [&slow] { slow.give(); });
    QVERIFY(main.watch(sourceOf(*endpoint)));
    QTRY_VERIFY(troubled);
    QTRY_VERIFY(attempts.size() >= 2 || isStopped);
    QTRY_VERIFY(user.taps() > 5); // a server that refuses is quick about it
    qInfo() << user.said();
    QVERIFY2(user.isSatisfied(), qPrintable(user.said()));
}

void TestAnswering::anotherServerIsChosenWhileADiskHangs()
{
    ServerRoom room;
    SlowFile slow;
    const auto hanging =
        Endpoint::fromUri(QStringLiteral("rediss://127.0.0.1:1?cacert=") + slow.path());
    QVERIFY(hanging);
    Theme theme(qApp);
    Language language;
    WatchWindow main(&theme, &language, {});
    main.window().show();
    bool isThere = false;
    connect(&main.window(), &MainWindow::snapshotArrived, this,
        [&](const Snapshot &now) { isThere = isConnected(now); });
    QVERIFY(main.watch(sourceOf(*hanging)));
    QTRY_VERIFY(slow.isWaitedFor());

    const ImpatientUser user;
    QVERIFY(main.watch(sourceOf(room.server().endpoint())));
    QTRY_VERIFY(isThere);
    QTRY_VERIFY(user.taps() > 5);
    QVERIFY(!slow.isGiven());
    qInfo() << user.said();
    QVERIFY2(user.isSatisfied(), qPrintable(user.said()));
}

// The measure measures.
void TestAnswering::aWindowThatIsHeldUpIsNoticed()
{
    const ImpatientUser user;
    QThread::msleep(10 * promised.count()); // more than any tap of the other thread is late
    QTRY_VERIFY(user.taps() > 5);
    QVERIFY2(!user.isSatisfied(), qPrintable(user.said()));
}

QTEST_MAIN(TestAnswering)
#include "tst_answering.moc"
