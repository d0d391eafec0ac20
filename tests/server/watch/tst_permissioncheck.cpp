#include "core/watch/link/permissioncheck.h"
#include "tests/support/patience.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

// How what was refused is tried again, with a user whose permissions change meanwhile.
class TestPermissionCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatIsPermittedIsFound_data();
    void whatIsPermittedIsFound();
    void allRefusedOnesAreTriedInTurn();
    void onlyWhatWasRefusedIsTried_data();
    void onlyWhatWasRefusedIsTried();
    void whatStaysRefusedIsTriedMoreSeldom();
    void whatIsRefusedOnceMoreIsTriedLater();
    void anAnswerFromBeforeStopTellsNothing();

private:
    void changeUser(const QByteArrayList &rules);
    void begin(Milliseconds firstPause, const Endpoint &server);
    [[nodiscard]] int refusalsOf(const QByteArray &command);

    // Deleted in the opposite order.
    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<FaultyRelay> m_relay;
    std::unique_ptr<Connection> m_scanner;
    std::unique_ptr<Connection> m_subscriber;
    std::unique_ptr<PermissionCheck> m_check;
    std::unique_ptr<QSignalSpy> m_permitted;
};

namespace {

using Cause = MissingPermission::Cause;

MissingPermission missing(const QByteArrayList &words, Cause cause = Cause::NotPermitted)
{
    return {words.value(0), MissingPermission::Effect::NoValue, {}, cause, words};
}

std::unique_ptr<Connection> connectionTo(const Endpoint &server, const char *name)
{
    ConnectionOptions options;
    options.clientName = name;
    auto connection = std::make_unique<Connection>(server, options);
    connection->keepOpen();
    return connection;
}

} // namespace

void TestPermissionCheck::init()
{
    m_check.reset();
    m_scanner.reset();
    m_subscriber.reset();
    m_relay.reset();
    m_server = std::make_unique<TestServer>();
    m_relay = std::make_unique<FaultyRelay>(m_server->socketPath());
    changeUser({"on", ">secret", "~*", "resetchannels", "+@all", "-get", "-type"});
}

void TestPermissionCheck::changeUser(const QByteArrayList &rules)
{
    const auto reply = m_server->run(Command(QByteArrayList{"ACL", "SETUSER", "watcher"} + rules));
    QVERIFY2(!reply.isError(), reply.text.constData());
}

void TestPermissionCheck::begin(Milliseconds firstPause, const Endpoint &server)
{
    Endpoint endpoint = server;
    endpoint.user = "watcher";
    endpoint.password = "secret";
    m_scanner = connectionTo(endpoint, "scanner");
    m_subscriber = connectionTo(endpoint, "subscriber");
    QTRY_COMPARE(m_scanner->state(), Connection::State::Open);
    QTRY_COMPARE(m_subscriber->state(), Connection::State::Open);
    m_check =
        std::make_unique<PermissionCheck>(m_scanner.get(), m_subscriber.get(), firstPause, nullptr);
    m_permitted = std::make_unique<QSignalSpy>(m_check.get(), &PermissionCheck::permitted);
}

int TestPermissionCheck::refusalsOf(const QByteArray &command)
{
    for (const QByteArray &line : m_server->run({"INFO", "commandstats"}).text.split('\n')) {
        const auto count = line.indexOf("rejected_calls=");
        if (line.startsWith("cmdstat_" + command + ':') && count >= 0)
            return line.mid(count + qsizetype(qstrlen("rejected_calls=")))
                .split(',')
                .first()
                .toInt();
    }
    return 0;
}

void TestPermissionCheck::whatIsPermittedIsFound_data()
{
    QTest::addColumn<QByteArrayList>("words");
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QByteArray>("asked"); // the connection
    QTest::newRow("a command") << QByteArrayList{"GET", "k"} << QByteArray("+get")
                               << QByteArray("name=scanner");
    QTest::newRow("a channel") << QByteArrayList{"SUBSCRIBE", "news"} << QByteArray("&news")
                               << QByteArray("name=subscriber");
}

void TestPermissionCheck::whatIsPermittedIsFound()
{
    QFETCH(const QByteArrayList, words);
    QFETCH(const QByteArray, rule);
    QFETCH(const QByteArray, asked);
    begin(5ms, m_server->endpoint());
    m_check->note(missing(words));
    const auto refused = [&] { return refusalsOf(words.first().toLower()); };
    QTRY_VERIFY(refused() >= 2);
    QCOMPARE(m_permitted->size(), 0);
    changeUser({rule});
    QTRY_COMPARE(m_permitted->size(), 1);
    const QByteArray command = "cmd=" + words.first().toLower();
    for (const QByteArray &client : m_server->run({"CLIENT", "LIST"}).text.split('\n'))
        QCOMPARE(client.contains(command), client.contains(asked));
    const int before = refused();
    QTest::qWait(50);
    QCOMPARE(refused(), before); // nor is anything else tried
    QCOMPARE(m_permitted->size(), 1);
}

void TestPermissionCheck::allRefusedOnesAreTriedInTurn()
{
    begin(5ms, m_server->endpoint());
    m_check->note(missing({"GET", "k"}));
    m_check->note(missing({"TYPE", "k"}));
    QTRY_VERIFY(refusalsOf("get") >= 2 && refusalsOf("type") >= 2);
    QVERIFY(std::abs(refusalsOf("get") - refusalsOf("type")) <= 1);
    changeUser({"+type"});
    QTRY_COMPARE(m_permitted->size(), 1);
}

void TestPermissionCheck::onlyWhatWasRefusedIsTried_data()
{
    QTest::addColumn<QByteArrayList>("words");
    QTest::addColumn<Cause>("cause");
    QTest::addColumn<bool>("isStopped");
    const QByteArrayList words{"GET", "k"};
    QTest::newRow("the server does not know it") << words << Cause::Unknown << false;
    QTest::newRow("nothing is known of it") << QByteArrayList() << Cause::NotPermitted << false;
    QTest::newRow("the connections are closed") << words << Cause::NotPermitted << true;
}

void TestPermissionCheck::onlyWhatWasRefusedIsTried()
{
    QFETCH(const QByteArrayList, words);
    QFETCH(const Cause, cause);
    QFETCH(const bool, isStopped);
    begin(5ms, m_server->endpoint());
    const qint64 before = m_scanner->traffic().commands;
    m_check->note(missing(words, cause));
    if (isStopped)
        m_check->stop();
    QTest::qWait(100);
    QCOMPARE(m_scanner->traffic().commands, before);
    QCOMPARE(m_permitted->size(), 0);
}

// Each pause is twice as long as the one before; timers may be a twentieth too early.
void TestPermissionCheck::whatStaysRefusedIsTriedMoreSeldom()
{
    begin(20ms, m_server->endpoint());
    QElapsedTimer time;
    time.start();
    m_check->note(missing({"GET", "k"}));
    QTRY_VERIFY(refusalsOf("get") >= 5);
    QVERIFY2(time.elapsed() >= (20 + 40 + 80 + 160 + 320) * 9 / 10,
        qPrintable(QString::number(time.elapsed())));
}

// It is refused at one time and not at another: the connections are opened anew each time.
void TestPermissionCheck::whatIsRefusedOnceMoreIsTriedLater()
{
    begin(100ms, m_server->endpoint());
    changeUser({"+get"});
    const auto findIt = [&] {
        QElapsedTimer time;
        time.start();
        m_check->stop();
        m_check->note(missing({"GET", "k"}));
        [&] { QTRY_COMPARE(m_permitted->size(), 1); }();
        m_permitted->clear();
        return time.elapsed();
    };
    findIt();
    const qint64 second = findIt();
    QVERIFY2(second >= 180, qPrintable(QString::number(second)));
    const qint64 third = findIt();
    QVERIFY2(third >= 360, qPrintable(QString::number(third)));
}

void TestPermissionCheck::anAnswerFromBeforeStopTellsNothing()
{
    begin(5ms, m_relay->endpoint());
    changeUser({"+get"});
    m_relay->hold(FaultyRelay::Way::Replies);
    m_check->note(missing({"GET", "k"}));
    QTRY_COMPARE(m_relay->held(), 1);
    m_check->stop();
    m_relay->resume();
    QTRY_COMPARE(m_scanner->inFlight(), qsizetype(0));
    QCOMPARE(m_permitted->size(), 0);
}

QTEST_GUILESS_MAIN(TestPermissionCheck)
#include "tst_permissioncheck.moc"
