#include "core/lab/freerun/rounds/runtarget.h"
#include "core/redis/identity/productionservers.h"
#include "tests/support/filecontents.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

Endpoint at(const char *uri)
{
    return Endpoint::fromUri(QString::fromLatin1(uri)).value();
}

} // namespace

// The rule "never on production", which every run on a server of the user's goes through.
class TestRunTarget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownServersNeedNoConsent();
    void aMarkedServerIsRefusedWithoutAQuestion();
    void theUserHasToConsent();
    void aMarkThatIsTakenAwayCountsNoMore();
    void oneAddressIsOneServerHoweverItIsWritten_data();
    void oneAddressIsOneServerHoweverItIsWritten();
    void aMarkOfAClusterCoversEachNodeThatItsAddressNames();
    void aServerIsKnownByWhoItIs();
    void aCopyOfTheDataIsRefusedAndBecomesNoNameOfTheServer();
    void marksOfEarlierVersionsStillCount();
    void noMarkOfAnotherProgramIsLost();
    void marksThatCannotBeKeptStillCount();
    void whatAnotherProgramUnmarksDoesNotComeBack();

private:
    QTemporaryDir m_folder;
    QSettings m_settings{m_folder.filePath(QStringLiteral("marks.ini")), QSettings::IniFormat};
    ProductionServers m_production{&m_settings};
};

void TestRunTarget::ownServersNeedNoConsent()
{
    QVERIFY(!RunTarget().usersServer());
    static_assert(!std::is_constructible_v<RunTarget, Endpoint>);
    static_assert(!std::is_aggregate_v<RunTarget>);
}

void TestRunTarget::aMarkedServerIsRefusedWithoutAQuestion()
{
    m_production.mark(at("redis://live.example:6380"));
    bool isAsked = false;
    const auto consents = [&] { return isAsked = true; };
    for (const char *const uri : {"redis://live.example:6380", "redis://LIVE.example.:6380/3",
             "rediss://somebody@live.example:6380"}) {
        const auto place = RunTarget::onUsersServer(at(uri), {}, m_production, consents);
        QVERIFY2(!place, uri);
        QCOMPARE(place.error().code, ErrorCode::ProductionServer);
    }
    QVERIFY(!isAsked);
}

void TestRunTarget::theUserHasToConsent()
{
    const Endpoint server = at("redis://test.example:6380");
    const auto refused = RunTarget::onUsersServer(server, {}, m_production, [] { return false; });
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Cancelled);
    const auto place = RunTarget::onUsersServer(server, {}, m_production, [] { return true; });
    QVERIFY(place);
    QCOMPARE(place->usersServer()->host, QStringLiteral("test.example"));
}

void TestRunTarget::aMarkThatIsTakenAwayCountsNoMore()
{
    const Endpoint server = at("redis://127.0.0.1:6381");
    const auto isRefused = [&] {
        return !RunTarget::onUsersServer(server, {}, m_production, [] { return true; });
    };
    m_production.mark(at("redis://localhost:6381"));
    QVERIFY(isRefused());
    m_production.unmark(at("redis://localhost:6381"));
    QVERIFY(!isRefused());
}

void TestRunTarget::oneAddressIsOneServerHoweverItIsWritten_data()
{
    QTest::addColumn<QByteArray>("marked");
    QTest::addColumn<QByteArray>("written");
    QTest::newRow("IPv6, upper case")
        << QByteArray("redis://[2001:db8::1]:1") << QByteArray("redis://[2001:DB8::1]:1");
    QTest::newRow("IPv6, all groups")
        << QByteArray("redis://[2001:db8::1]:2") << QByteArray("redis://[2001:db8:0:0:0:0:0:1]:2");
    QTest::newRow("IPv4 within IPv6")
        << QByteArray("redis://10.0.0.1:3") << QByteArray("redis://[::ffff:10.0.0.1]:3");
    QTest::newRow("with an interface")
        << QByteArray("redis://[fe80::1%25eth0]:4") << QByteArray("redis://[FE80:0::1%25eth0]:4");
    QTest::newRow("this machine") << QByteArray("redis://localhost:5")
                                  << QByteArray("redis://[::ffff:127.0.0.1]:5");
}

void TestRunTarget::oneAddressIsOneServerHoweverItIsWritten()
{
    QFETCH(const QByteArray, marked);
    QFETCH(const QByteArray, written);
    m_production.mark(at(marked));
    QVERIFY(m_production.contains(at(written)));
    QVERIFY(!m_production.contains(at("redis://10.0.0.9:3")));
}

void TestRunTarget::aMarkOfAClusterCoversEachNodeThatItsAddressNames()
{
    m_production.mark(at("redis+cluster://one.example:8001,two.example:8002"));
    QVERIFY(m_production.contains(at("redis://one.example:8001")));
    QVERIFY(m_production.contains(at("redis://two.example:8002")));
    QVERIFY(m_production.contains(at("redis+cluster://two.example:8002,three.example:8003")));
    QVERIFY(!m_production.contains(at("redis://three.example:8003")));
    QVERIFY(!m_production.contains(at("redis+cluster://three.example:8003")));
    m_production.unmark(at("redis://two.example:8002"));
    QVERIFY(!m_production.contains(at("redis://one.example:8001")));
}

void TestRunTarget::aServerIsKnownByWhoItIs()
{
    const Endpoint first = at("redis://first.example:7001");
    const Endpoint other = at("redis://other.example:7002");
    const ServerIdentity now{{u"run_id:aa"_qs, u"node:n1"_qs}, {u"replid:d1"_qs}};
    m_production.mark(first, now);
    QVERIFY(!m_production.contains(other));
    QVERIFY(m_production.contains(other, now));
    // Seen under its other name, it is known by that from then on.
    QVERIFY(m_production.recognise(other, now));
    QVERIFY(m_production.contains(other));
    // The process ended, the node of the Cluster is the same.
    const ServerIdentity later{{u"run_id:bb"_qs, u"node:n1"_qs}, {u"replid:d2"_qs}};
    QVERIFY(m_production.recognise(at("redis://third.example:7003"), later));
    QVERIFY(m_production.contains(at("redis://fourth.example:7004"), {{u"run_id:bb"_qs}, {}}));
    QVERIFY(!m_production.contains(at("redis://fifth.example:7005"), {{u"run_id:cc"_qs}, {}}));
    m_production.unmark(other);
    QVERIFY(!m_production.contains(first, later));
}

void TestRunTarget::aCopyOfTheDataIsRefusedAndBecomesNoNameOfTheServer()
{
    const Endpoint live = at("redis://live.example:7101");
    const Endpoint copy = at("redis://copy.example:7102");
    const ServerIdentity ofCopy{{u"run_id:c0"_qs}, {u"replid:e1"_qs}};
    m_production.mark(live, {{u"run_id:c1"_qs}, {u"replid:e1"_qs}});
    QVERIFY(m_production.recognise(copy, ofCopy));
    QVERIFY(!m_production.contains(copy));
    m_production.unmark(copy, ofCopy);
    QVERIFY(m_production.contains(live));
}

void TestRunTarget::marksOfEarlierVersionsStillCount()
{
    m_settings.setValue(QStringLiteral("productionServers"),
        QStringList{u"/run/redis.sock"_qs, u"2001:DB8:0::7:6379"_qs, u"host:6380"_qs});
    for (const char *const uri :
        {"unix:///run/redis.sock", "redis://[2001:db8::7]", "rediss://HOST.:6380"})
        QVERIFY2(m_production.contains(at(uri)), uri);
}

// Programs share the marks, and each has read them at another time.
void TestRunTarget::noMarkOfAnotherProgramIsLost()
{
    m_production.mark(at("redis://first.example:1"));
    const QString file = m_settings.fileName() + u".production"_qs;
    QFile marks(file);
    QVERIFY(marks.open(QIODevice::Append));
    marks.write("\nsecond.example:2\n"); // as another program leaves them
    marks.close();
    m_production.mark(at("redis://third.example:3"));
    for (const char *const uri :
        {"redis://first.example:1", "redis://second.example:2", "redis://third.example:3"})
        QVERIFY2(m_production.contains(at(uri)), uri);
}

// Where they cannot be read, nothing may be changed anywhere; what cannot be written holds for as
// long as the program runs.
void TestRunTarget::marksThatCannotBeKeptStillCount()
{
    const QString file = m_settings.fileName() + u".production"_qs;
    QFile::remove(file);
    QVERIFY(QDir().mkdir(file)); // so that no file can be there
    QVERIFY(m_production.contains(at("redis://any.example:1")));
    const Error why = m_production.refusal();
    QVERIFY2(why.code == ErrorCode::BadInput && why.detail.contains(file), qPrintable(why.detail));
    QVERIFY(!m_production.mark(at("redis://first.example:1")));
    QVERIFY(!m_production.mark(at("redis://first.example:1"))); // though it is known meanwhile
    QVERIFY(QDir().rmdir(file));
    QCOMPARE(m_production.refusal().code, ErrorCode::ProductionServer);
    QVERIFY(m_production.contains(at("redis://first.example:1")));
    QVERIFY(!m_production.contains(at("redis://any.example:1")));
    QVERIFY(m_production.mark(at("redis://first.example:1")));
    QVERIFY2(contentsOf(file).contains("first.example"), "said to be written, and is not");
}

void TestRunTarget::whatAnotherProgramUnmarksDoesNotComeBack()
{
    const QString file = m_settings.fileName() + u".production"_qs;
    QVERIFY(m_production.mark(at("redis://theirs.example:1")));
    const QString lock = file + u".lock"_qs;
    QVERIFY(QDir().mkdir(lock)); // so that nobody can write
    QVERIFY(!m_production.mark(at("redis://ours.example:1")));
    QVERIFY(QDir().rmdir(lock));
    QVERIFY(contentsOf(file).contains("theirs.example"));
    QVERIFY(QFile::remove(file)); // as another program that takes away the only mark it knows
    QVERIFY(!m_production.contains(at("redis://theirs.example:1")));
    QVERIFY(m_production.mark(at("redis://third.example:1")));
    QCOMPARE(contentsOf(file).count("example"), 2);
    QVERIFY(contentsOf(file).contains("ours.example"));
}

QTEST_APPLESS_MAIN(TestRunTarget)
#include "tst_runtarget.moc"
