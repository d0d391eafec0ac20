#include "core/coordination/counts/presence.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clients.h"
#include "tests/support/servers/testserver.h"

#include <QSet>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestPresence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whoBeatsIsOnline();
    void whoLeavesIsGoneAtOnce();
    void beatingTwiceCountsOnce();
    void whoCrashedIsGoneAfterTheWindow();
    void whoBeatsIsOnlineHoweverLongItTakes();
    void theKeyGoesWhenAllAreGone();
    void aKeyWithoutDeadlineGetsOne();
    void pagesAreTheLatestFirst();
    void fiftyClientsAreFiftyOnline();
    void aClockSetBackHeals();
    void namesAreAnyBytes();
    void numbersOutOfBoundsAreNotSent();

private:
    [[nodiscard]] Presence presence(std::chrono::milliseconds window = 60s) const
    {
        return {m_connection.get(), "online", {window}};
    }
    [[nodiscard]] qint64 now() // of the server, ms
    {
        const auto time = m_server.run({"TIME"}).elements;
        return time.at(0).text.toLongLong() * 1000 + time.at(1).text.toLongLong() / 1000;
    }

    TestServer m_server;
    std::unique_ptr<Connection> m_connection;
};

void TestPresence::init()
{
    m_server.run({"FLUSHALL"});
    m_connection = std::make_unique<Connection>(m_server.endpoint());
    QVERIFY(QCoro::waitFor(m_connection->open()));
}

void TestPresence::whoBeatsIsOnline()
{
    QCOMPARE(QCoro::waitFor(presence().count()), 0);
    QCOMPARE(QCoro::waitFor(presence().heartbeat("erin")), 1);
    QCOMPARE(QCoro::waitFor(presence().heartbeat("frank")), 2);
    QCOMPARE(QCoro::waitFor(presence().count()), 2);
}

void TestPresence::whoLeavesIsGoneAtOnce()
{
    QVERIFY(QCoro::waitFor(presence().heartbeat("erin")));
    QCOMPARE(QCoro::waitFor(presence().leave("erin")), true);
    QCOMPARE(QCoro::waitFor(presence().leave("erin")), false);
    QCOMPARE(QCoro::waitFor(presence().count()), 0);
    QCOMPARE(m_server.run({"EXISTS", "online"}).integer, 0);
}

void TestPresence::beatingTwiceCountsOnce()
{
    QVERIFY(QCoro::waitFor(presence().heartbeat("erin")));
    QCOMPARE(QCoro::waitFor(presence().heartbeat("erin")), 1);
}

void TestPresence::whoCrashedIsGoneAfterTheWindow()
{
    const auto short_ = presence(150ms);
    QVERIFY(QCoro::waitFor(short_.heartbeat("crashed")));
    qint64 least = 9;
    QTRY_VERIFY((least = qMin(least, QCoro::waitFor(short_.heartbeat("alive")).value_or(9))) == 1);
    QVERIFY(m_server.run({"ZSCORE", "online", "crashed"}).isNil()); // not only not counted
    // Nor is it counted before anybody sweeps.
    m_server.run({"ZADD", "online", QByteArray::number(now() - 200), "older"});
    QVERIFY(QCoro::waitFor(short_.count()).value_or(9) <= 1);
    const auto members = QCoro::waitFor(short_.list());
    QVERIFY(members);
    QVERIFY(members->empty() || members->front().name == "alive");
}

// A key so long that finding it takes the server longer than the window.
void TestPresence::whoBeatsIsOnlineHoweverLongItTakes()
{
    const QByteArray key(16 << 20, 'k');
    const Presence presence(m_connection.get(), key, {1ms});
    QCOMPARE(QCoro::waitFor(presence.heartbeat("erin")), 1);
    QCOMPARE(m_server.run({"EXISTS", key}).integer, 0);
}

void TestPresence::theKeyGoesWhenAllAreGone()
{
    QVERIFY(QCoro::waitFor(presence(100ms).heartbeat("erin")));
    QTRY_COMPARE(m_server.run({"EXISTS", "online"}).integer, 0);
}

void TestPresence::aKeyWithoutDeadlineGetsOne()
{
    m_server.run({"ZADD", "online", QByteArray::number(now()), "erin"});
    QCOMPARE(QCoro::waitFor(presence().heartbeat("frank")), 2);
    const qint64 left = m_server.run({"PTTL", "online"}).integer;
    QVERIFY(left > 0 && left <= 60'000);
}

void TestPresence::pagesAreTheLatestFirst()
{
    const qint64 start = now();
    for (int i = 0; i < 7; ++i) {
        m_server.run(
            {"ZADD", "online", QByteArray::number(start - i * 1000), QByteArray::number(i)});
    }
    const auto first = QCoro::waitFor(presence().list(3));
    QVERIFY(first);
    QCOMPARE(first->size(), 3u);
    for (size_t i = 0; i < 3; ++i) {
        QCOMPARE(first->at(i).name, QByteArray::number(qint64(i)));
        QVERIFY(first->at(i).since >= i * 1s && first->at(i).since < i * 1s + 30s);
    }
    const auto last = QCoro::waitFor(presence().list(3, 6));
    QVERIFY(last);
    QCOMPARE(last->size(), 1u);
    QCOMPARE(last->front().name, "6");
    QVERIFY(QCoro::waitFor(presence().list(3, 7))->empty());
}

void TestPresence::fiftyClientsAreFiftyOnline()
{
    const Clients clients(m_server.endpoint());
    const auto counts = clients.allAtOnce(3, [](Connection *connection) {
        return Presence(connection, "online").heartbeat(QByteArray::number(quintptr(connection)));
    });
    for (const auto &count : counts)
        QVERIFY(count && *count >= 1 && *count <= 50);
    QCOMPARE(QCoro::waitFor(presence().count()), 50);
    const auto members = QCoro::waitFor(presence().list());
    QVERIFY(members);
    QSet<QByteArray> names;
    for (const auto &member : *members)
        names.insert(member.name);
    QCOMPARE(names.size(), 50);
}

// As the key looks after the server's clock was set back.
void TestPresence::aClockSetBackHeals()
{
    m_server.run({"ZADD", "online", QByteArray::number(now() + 3'600'000), "an hour"});
    m_server.run({"ZADD", "online", QByteArray::number(now() + 30'000), "half a window"});
    QCOMPARE(QCoro::waitFor(presence().count()), 1);
    const auto members = QCoro::waitFor(presence().list());
    QCOMPARE(members->size(), 1u);
    QCOMPARE(members->front().name, "half a window");
    QCOMPARE(members->front().since, 0ms);
    QCOMPARE(QCoro::waitFor(presence().heartbeat("alive")), 2);
    QVERIFY(m_server.run({"ZSCORE", "online", "an hour"}).isNil());
    QCOMPARE(QCoro::waitFor(presence().heartbeat("an hour")), 3);
    QVERIFY(m_server.run({"ZSCORE", "online", "an hour"}).text.toDouble() <= double(now()));
}

void TestPresence::namesAreAnyBytes()
{
    const QByteArrayList names{QByteArray(""), QByteArray("a\0b", 3), "\xff\r\n", "{x}"};
    for (const QByteArray &name : names)
        QVERIFY(QCoro::waitFor(presence().heartbeat(name)));
    const auto members = QCoro::waitFor(presence().list());
    QVERIFY(members);
    QCOMPARE(qsizetype(members->size()), names.size());
    for (const auto &member : *members)
        QVERIFY(names.contains(member.name));
    for (const QByteArray &name : names)
        QCOMPARE(QCoro::waitFor(presence().leave(name)), true);
}

void TestPresence::numbersOutOfBoundsAreNotSent()
{
    const qint64 sent = m_connection->traffic().commands;
    for (const auto window : {0ms, -1ms, std::chrono::milliseconds::max()}) {
        const auto wrong = presence(window);
        const auto beat = QCoro::waitFor(wrong.heartbeat("erin"));
        QVERIFY(!beat);
        QVERIFY(beat.error().code == ErrorCode::BadInput);
        QVERIFY(QCoro::waitFor(wrong.leave("erin")).error().code == ErrorCode::BadInput);
        QVERIFY(QCoro::waitFor(wrong.count()).error().code == ErrorCode::BadInput);
        QVERIFY(QCoro::waitFor(wrong.list()).error().code == ErrorCode::BadInput);
    }
    for (const qint64 most : {0, -1, 10'001})
        QVERIFY(QCoro::waitFor(presence().list(most)).error().code == ErrorCode::BadInput);
    QVERIFY(QCoro::waitFor(presence().list(1, -1)).error().code == ErrorCode::BadInput);
    QCOMPARE(m_connection->traffic().commands, sent);
}

QTEST_GUILESS_MAIN(TestPresence)
#include "tst_presence.moc"
