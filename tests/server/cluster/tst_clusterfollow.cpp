// A Cluster is watched while its slots and roles move and nodes come and go. What the journal says
// is compared with what was done.

#include "tests/server/cluster/clusterscene.h"

using namespace lockstep;
using namespace std::chrono_literals;

class TestClusterFollow : public ClusterScene
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }
    void aKeyThatMovesIsNeitherReleasedNorAcquired();
    void aSlotThatIsBeingMovedInventsNothing();
    void aKeyThatGoesWhileItMovesIsGone();
    void afterAFailoverThereIsOneLine_data();
    void afterAFailoverThereIsOneLine();
    void aNodeIsAddedAndRemoved();
};

void TestClusterFollow::aKeyThatMovesIsNeitherReleasedNorAcquired()
{
    WatchLog log(at(server(0)), quick());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    const auto before = log.item(m_locks[0])->firstSeen;
    move(m_locks[0], server(0), server(1));
    move(m_counters[2], server(2), server(1));
    server(1).run({"INCR", m_counters[2]});
    QVERIFY(log.waitFor([&] { return log.value(m_counters[2]) == 6; }));
    const QString ranges = QString::number(hashSlot(m_locks[0]));
    QVERIFY(log.waitFor([&] {
        const auto *node = nodeAt(log.now(), server(1));
        return node && node->slotRanges.split(u' ').contains(ranges);
    }));
    server(1).run({"PEXPIRE", m_locks[0], "500000"});
    QVERIFY(log.waitFor([&] {
        const auto item = log.item(m_locks[0]);
        return item && item->reading.ttl.remaining(item->readAt) <= 500000ms;
    }));
    QCOMPARE(log.item(m_locks[0])->firstSeen, before); // the same holder has it all the time
    QCOMPARE(log.status().objects, qint64(6));
    log.forgetJournal(); // that it has less time now
    server(1).run({"DEL", m_locks[0]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[0]) == 1; }));
    QVERIFY2(log.journal().size() == 1, linesOf(log.journal()));
    QVERIFY(!log.status().trouble);
}

void TestClusterFollow::aSlotThatIsBeingMovedInventsNothing()
{
    std::vector<QByteArray> keys;
    for (int i = 0; i < 300; ++i) {
        keys.push_back("lock:{" + m_locks[0] + "}:" + QByteArray::number(i));
        server(0).run({"SET", keys.back(), m_token, "PX", "600000"});
    }
    WatchLog log(at(server(0)), quick());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    size_t objects = log.now().locks->size();
    QCOMPARE(objects, size_t(303));
    size_t fewest = objects;
    size_t most = objects;
    const auto noteRows = connect(&log.watch(), &Watch::updated, this, [&] {
        fewest = std::min(fewest, log.now().locks->size());
        most = std::max(most, log.now().locks->size());
    });
    const auto roundTrip = [&](TestServer &from, TestServer &to) {
        beginMove(m_locks[0], from, to);
        for (const auto &key : keys) {
            if (QTest::currentTestFailed())
                return;
            migrate(key, from, to);
            QTest::qWait(0);
        }
        migrate(m_locks[0], from, to);
        endMove(m_locks[0], to);
    };
    roundTrip(server(0), server(2));
    if (!QTest::currentTestFailed())
        roundTrip(server(2), server(0)); // and back, before anything has settled
    if (!QTest::currentTestFailed())
        roundTrip(server(0), server(1));
    if (QTest::currentTestFailed())
        return;
    const auto isRead = [&](const QByteArray &key) {
        const auto item = log.item(key);
        return item && item->reading.holder && item->reading.holder->token == m_other;
    };
    for (const auto &key : keys)
        server(1).run({"SET", key, m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return std::all_of(keys.begin(), keys.end(), isRead); }));
    disconnect(noteRows);
    QCOMPARE(fewest, size_t(303)); // rows stay
    QCOMPARE(most, size_t(303));
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.count(Kind::Acquired), 0);
    QCOMPARE(log.count(Kind::MovedAway), 0);
    // Whoever got a lock that had moved since it was read last is told as after a gap.
    QCOMPARE(log.count(Kind::HandedOver) + log.count(Kind::Appeared), 300);
    QCOMPARE(log.count(Kind::Appeared), log.count(Kind::Gone));
}

void TestClusterFollow::aKeyThatGoesWhileItMovesIsGone()
{
    auto seldom = quick();
    seldom.inventoryEvery = 1h;
    WatchLog log(at(server(0)), seldom);
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    beginMove(m_locks[0], server(0), server(1));
    migrate(m_locks[0], server(0), server(1));
    Command asking{"ASKING"};
    server(1).runAll({asking, {"DEL", m_locks[0]}});
    endMove(m_locks[0], server(1));
    QVERIFY(log.waitFor([&] { return !log.item(m_locks[0]); }));
    QVERIFY(log.waitFor([&] {
        return log.count(Kind::Gone, m_locks[0]) + log.count(Kind::Released, m_locks[0]) == 1;
    }));
    QVERIFY2(log.journal().size() == 1, linesOf(log.journal()));
    QCOMPARE(log.status().objects, qint64(5));
}

void TestClusterFollow::afterAFailoverThereIsOneLine_data()
{
    QTest::addColumn<bool>("isKilled");
    QTest::addColumn<bool>("isElected"); // else the replica is told to take over
    QTest::newRow("planned") << false << false;
    QTest::newRow("killed") << true << false;
    QTest::newRow("killed, and the replica is elected") << true << true;
}

void TestClusterFollow::afterAFailoverThereIsOneLine()
{
    QFETCH(const bool, isKilled);
    QFETCH(const bool, isElected);
    WatchLog log(at(server(1)), quick());
    QVERIFY(log.startAndWait());
    QTRY_COMPARE_WITH_TIMEOUT(server(3).run({"DBSIZE"}).integer, qint64(2), 60'000);
    log.forgetJournal();
    auto &promoted = server(3);
    const auto waitsForAnswers = [&] {
        const auto info = promoted.run({"INFO", "replication"}).text;
        return info.contains("role:master");
    };
    if (isElected) {
        giveUpAfter("5000");
        server(0).kill9();
        QTRY_VERIFY_WITH_TIMEOUT(waitsForAnswers(), 60'000);
        giveUpAfter("120000");
    } else if (isKilled) {
        server(0).kill9();
        QVERIFY(log.waitFor([&] {
            const auto *node = nodeAt(log.now(), server(0));
            return node && node->status.link != LinkState::Connected;
        }));
        QCOMPARE(log.status().link, LinkState::Connected);
        QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 2, 0}; }));
        QVERIFY(!promoted.run({"CLUSTER", "FAILOVER", "TAKEOVER"}).isError());
    } else {
        bool isAccepted = false; // only once
        const auto failOver = [&] {
            isAccepted = isAccepted || !promoted.run({"CLUSTER", "FAILOVER"}).isError();
            return isAccepted;
        };
        QTRY_VERIFY_WITH_TIMEOUT(failOver(), 60'000);
    }
    QTRY_VERIFY_WITH_TIMEOUT(waitsForAnswers(), 60'000);
    QVERIFY(log.waitFor([&] {
        const auto *node = nodeAt(log.now(), promoted);
        return node && node->status.link == LinkState::Connected;
    }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Restarted) == 1; }));
    promoted.run({"INCR", m_counters[0]});
    QVERIFY(log.waitFor([&] { return log.value(m_counters[0]) == 6; }));
    QVERIFY(log.waitFor([&] { return log.token(m_locks[0]) == m_token; }));
    promoted.run({"DEL", m_locks[0]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[0]) == 1; }));
    QVERIFY2(log.journal().size() == 2, linesOf(log.journal()));
    const auto &line = log.journal().front();
    QCOMPARE(line.kind, Kind::Restarted);
    QCOMPARE(line.primary, addressOf(promoted));
    QCOMPARE(line.slotRanges, u"0-5460"_qs);
    QCOMPARE(log.status().objects, qint64(5));
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 3, 0}; }));
}

void TestClusterFollow::aNodeIsAddedAndRemoved()
{
    WatchLog log(at(server(0)), quick());
    qint64 commands = 0;
    qint64 bytes = 0;
    bool isSpentLess = false; // than before, which nothing can be
    connect(&log.watch(), &Watch::updated, this, [&] {
        const auto &status = log.status();
        isSpentLess |= status.commands < commands || status.bytes < bytes;
        commands = status.commands;
        bytes = status.bytes;
    });
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    TestServer::Options options;
    options.cluster = true;
    TestServer added(options);
    added.run({"CLUSTER", "MEET", "127.0.0.1", QByteArray::number(server(0).tcpPort())});
    const auto isKnown = [&] {
        const auto node = id(added);
        for (size_t i = 0; i < primaries; ++i) {
            if (!server(i).run({"CLUSTER", "NODES"}).text.contains(node)
                || !added.run({"CLUSTER", "NODES"}).text.contains(id(server(i))))
                return false;
        }
        return !added.run({"CLUSTER", "NODES"}).text.contains("handshake")
            && added.run({"CLUSTER", "INFO"}).text.contains("cluster_state:ok");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isKnown(), 120'000);
    move(m_locks[0], server(0), added);
    QVERIFY(log.waitFor([&] { return nodeAt(log.now(), added) != nullptr; }));
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{4, 4, 0}; }));
    added.run({"PERSIST", m_locks[0]});
    QVERIFY(log.waitFor([&] {
        const auto item = log.item(m_locks[0]);
        return item && item->reading.ttl.isPersistent();
    }));
    QCOMPARE(log.status().objects, qint64(6));
    QCOMPARE(log.count(Kind::Acquired) + log.count(Kind::Released) + log.count(Kind::Gone), 0);
    QCOMPARE(log.count(Kind::Unseen), 0);

    move(m_locks[0], added, server(2));
    QVERIFY(log.waitFor([&] { return !nodeAt(log.now(), added); }));
    server(2).run({"PEXPIRE", m_locks[0], "400000"});
    QVERIFY(log.waitFor([&] {
        const auto item = log.item(m_locks[0]);
        return item && item->reading.ttl.remaining(item->readAt).has_value();
    }));
    QCOMPARE(log.status().objects, qint64(6));
    QCOMPARE(log.status().cluster, (ClusterCoverage{3, 3, 0}));
    QCOMPARE(log.count(Kind::Acquired) + log.count(Kind::Released) + log.count(Kind::Gone), 0);
    QCOMPARE(log.count(Kind::Unseen) + log.count(Kind::Restarted), 0);
    QVERIFY(!isSpentLess);
}

QTEST_GUILESS_MAIN(TestClusterFollow)
#include "tst_clusterfollow.moc"
