#include "core/lab/runplace.h"
#include "core/redis/productionservers.h"

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
class TestRunPlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownServersNeedNoConsent();
    void aMarkedServerIsRefusedWithoutAQuestion();
    void theUserHasToConsent();
    void aMarkThatIsTakenAwayCountsNoMore();

private:
    QTemporaryDir m_folder;
    QSettings m_settings{m_folder.filePath(QStringLiteral("marks.ini")), QSettings::IniFormat};
    ProductionServers m_production{&m_settings};
};

void TestRunPlace::ownServersNeedNoConsent()
{
    QVERIFY(!RunPlace().usersServer());
    static_assert(!std::is_constructible_v<RunPlace, Endpoint>);
    static_assert(!std::is_aggregate_v<RunPlace>);
}

void TestRunPlace::aMarkedServerIsRefusedWithoutAQuestion()
{
    m_production.mark(at("redis://live.example:6380"), true);
    bool isAsked = false;
    const auto consents = [&] { return isAsked = true; };
    for (const char *const uri : {"redis://live.example:6380", "redis://LIVE.example.:6380/3",
             "rediss://somebody@live.example:6380"}) {
        const auto place = RunPlace::onUsersServer(at(uri), m_production, consents);
        QVERIFY2(!place, uri);
        QCOMPARE(place.error().code, ErrorCode::ProductionServer);
    }
    QVERIFY(!isAsked);
}

void TestRunPlace::theUserHasToConsent()
{
    const Endpoint server = at("redis://test.example:6380");
    const auto refused = RunPlace::onUsersServer(server, m_production, [] { return false; });
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Cancelled);
    const auto place = RunPlace::onUsersServer(server, m_production, [] { return true; });
    QVERIFY(place);
    QCOMPARE(place->usersServer()->host, QStringLiteral("test.example"));
}

void TestRunPlace::aMarkThatIsTakenAwayCountsNoMore()
{
    const Endpoint server = at("redis://127.0.0.1:6381");
    const auto isRefused = [&] {
        return !RunPlace::onUsersServer(server, m_production, [] { return true; });
    };
    m_production.mark(at("redis://localhost:6381"), true);
    QVERIFY(isRefused());
    m_production.mark(at("redis://localhost:6381"), false);
    QVERIFY(!isRefused());
}

QTEST_APPLESS_MAIN(TestRunPlace)
#include "tst_runplace.moc"
