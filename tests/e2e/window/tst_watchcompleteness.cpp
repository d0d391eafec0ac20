// The Watch page while not everything can be seen: what is not known is never shown as nothing.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "core/watch/link/allowlist.h"
#include "tests/support/patience.h"
#include "tests/support/servers/blockingclient.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"
#include "ui/text/wording.h"
#include "ui/watch/journal/journaltable.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/summary/summarytile.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/panel.h"
#include "ui/window/statusline.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace lockstep;

class TestWatchCompleteness : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void whatMayNotBeSeenIsNotSaidToBeNone_data();
    void whatMayNotBeSeenIsNotSaidToBeNone();
    void whatMayBeSeenIsTheLeastThereIs();
    void whatIsOnlyPossibleIsNotCountedAsALimit();
    void whileItSearchesNothingIsSaidToBeAll();
    void whatCanNoLongerBeReadIsNotKnown_data();
    void whatCanNoLongerBeReadIsNotKnown();
    void whenALockAppearsIsSaidAsItIs();

private:
    void watch(const Endpoint &endpoint)
    {
        Source source;
        source.endpoint = endpoint;
        QVERIFY(m_main->watch(std::move(source)));
    }
    // A user that may do what the line of `acl` permits, and then these rules.
    Endpoint userWith(const QByteArray &rules)
    {
        const auto line = aclLine("watcher").replace("<password>", "secret") + ' ' + rules;
        const auto reply = m_server->run(Command(line.trimmed().split(' ')));
        if (reply.isError())
            qFatal("%s", reply.text.constData());
        auto endpoint = m_server->endpoint();
        endpoint.user = "watcher";
        endpoint.password = "secret";
        return endpoint;
    }
    [[nodiscard]] WatchPage *page() const { return m_main->window().watchPage(); }
    [[nodiscard]] const WatchStatus &status() const { return page()->shownSnapshot().status; }
    [[nodiscard]] SummaryTile *tile(const QString &caption) const
    {
        for (SummaryTile *each : page()->findChildren<SummaryTile *>()) {
            if (each->caption().startsWith(caption))
                return each;
        }
        return nullptr;
    }
    [[nodiscard]] QString figure(const QString &caption) const
    {
        const SummaryTile *found = tile(caption);
        return found ? found->figure() : QStringLiteral("no such tile");
    }
    // What the heading of that table says behind its title.
    [[nodiscard]] QString note(Family family) const
    {
        const QWidget *widget = page()->table(family);
        while (widget && !qobject_cast<const Panel *>(widget))
            widget = widget->parentWidget();
        return widget ? static_cast<const Panel *>(widget)->note() : QString();
    }
    [[nodiscard]] QString emptyText(Family family) const
    {
        return page()->table(family)->accessibleDescription();
    }
    [[nodiscard]] QString journalText() const
    {
        return page()->findChild<JournalTable *>()->accessibleDescription();
    }
    [[nodiscard]] QString statusText() const
    {
        return m_main->window().findChild<StatusLine *>()->text();
    }

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Language> m_language;
    std::unique_ptr<WatchWindow> m_main;
};

void TestWatchCompleteness::init()
{
    m_server = std::make_unique<TestServer>();
    m_theme = std::make_unique<Theme>(qApp);
    m_language = std::make_unique<Language>(QStringLiteral("en"));
    m_main = std::make_unique<WatchWindow>(m_theme.get(), m_language.get(), Arguments{});
    m_main->window().resize(1280, 800);
    m_main->window().show();
    m_main->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_main->window()));
    m_server->run({"SET", "lock:a", "5bd8b0a45bd8b0a45bd8b0a45bd8b0a4", "PX", "600000"});
    m_server->run({"SET", "ratelimit:user:1", "3", "PX", "600000"});
}

void TestWatchCompleteness::cleanup()
{
    m_main.reset();
    m_language.reset();
    m_theme.reset();
    m_server.reset();
}

void TestWatchCompleteness::whatMayNotBeSeenIsNotSaidToBeNone_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::newRow("no keys may be listed") << QByteArray("-scan");
    QTest::newRow("types may not be asked") << QByteArray("-type");
    QTest::newRow("values may not be read") << QByteArray("-getrange");
    QTest::newRow("other keys may be read") << QByteArray("resetkeys %R~elsewhere:*");
}

void TestWatchCompleteness::whatMayNotBeSeenIsNotSaidToBeNone()
{
    QFETCH(const QByteArray, rules);
    watch(userWith(rules));
    QTRY_VERIFY(!status().missing.empty() && status().firstInventoryDone);
    QTRY_COMPARE(figure(u"lock"_qs), u"–"_qs);
    QTRY_COMPARE(figure(u"rate limits"_qs), u"–"_qs);
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        QTRY_COMPARE(note(family), u"not known"_qs);
        QVERIFY2(
            !emptyText(family).contains(u"seen on this server"), qPrintable(emptyText(family)));
    }
    for (const auto &caption : {u"users online"_qs, u"lock"_qs, u"rate limits"_qs}) {
        QTRY_VERIFY2(
            tile(caption)->toolTip().contains(u"not known"), qPrintable(tile(caption)->toolTip()));
    }
    QTRY_VERIFY2(!journalText().contains(u"Nothing has happened"), qPrintable(journalText()));
}

void TestWatchCompleteness::whatMayBeSeenIsTheLeastThereIs()
{
    watch(userWith("resetkeys %R~lock:*"));
    QTRY_VERIFY(!status().missing.empty() && status().firstInventoryDone);
    QTRY_COMPARE(figure(u"lock"_qs), u"≥ 1"_qs);
    QTRY_COMPARE(figure(u"rate limits"_qs), u"–"_qs);
    QTRY_COMPARE(note(Family::Lock), u"≥ 1, by time left"_qs);
    m_main->window().watchPage()->setFilter(u"elsewhere"_qs);
    QTRY_VERIFY2(
        emptyText(Family::Lock).contains(u"not known"), qPrintable(emptyText(Family::Lock)));
    // A user that may see all is told how many there are.
    m_main->window().watchPage()->setFilter({});
    watch(m_server->endpoint());
    QTRY_COMPARE(figure(u"lock"_qs), u"1"_qs);
    QTRY_COMPARE(note(Family::Lock), u"1, by time left"_qs);
    QTRY_COMPARE(figure(u"rate limits"_qs), u"1"_qs);
    QVERIFY(!tile(u"lock"_qs)->toolTip().contains(u"not known"));
}

void TestWatchCompleteness::whatIsOnlyPossibleIsNotCountedAsALimit()
{
    for (int i = 0; i < 20; ++i)
        m_server->run({"SET", "cart:" + QByteArray::number(i) + ":items", "3", "PX", "600000"});
    watch(m_server->endpoint());
    QTRY_COMPARE(figure(u"rate limits"_qs), u"1"_qs);
    QTRY_COMPARE(tile(u"rate limits"_qs)->caption(), u"rate limits · 20 possible"_qs);
    QTRY_COMPARE(note(Family::Bucket), u"21, by share"_qs);
    // Its name says that it is a lock, its token does not.
    QTRY_COMPARE(figure(u"lock"_qs), u"1"_qs);
    QTRY_VERIFY(tile(u"lock"_qs)->caption().endsWith(u"(1 possible)"));
}

void TestWatchCompleteness::whileItSearchesNothingIsSaidToBeAll()
{
    const int others = 20'000; // names that take some seconds on a slow network
    m_server->run({"EVAL", "for i = 1, ARGV[1] do redis.call('SET', 'page:' .. i, 'text') end", "0",
        QByteArray::number(others)});
    FaultyRelay relay(m_server->socketPath());
    relay.limitRate(30'000);
    const QString all = wording::number(others + 2);
    page()->setFilter(u"nosuchkey"_qs);
    watch(relay.endpoint());
    const QRegularExpression progress(u"[\\d\u202F]+ of "_qs + all + u" keys"_qs);
    bool wasSearching = false;
    const auto isSaid = [&](const QString &text) {
        wasSearching |= !status().firstInventoryDone && status().keysSeen > 0;
        return text.contains(progress);
    };
    QTRY_VERIFY2(isSaid(statusText()), qPrintable(statusText()));
    QTRY_VERIFY2(isSaid(tile(u"lock"_qs)->toolTip()), qPrintable(tile(u"lock"_qs)->toolTip()));
    QTRY_VERIFY2(isSaid(tile(u"users online"_qs)->toolTip()),
        qPrintable(tile(u"users online"_qs)->toolTip()));
    QTRY_VERIFY2(isSaid(emptyText(Family::Lock)), qPrintable(emptyText(Family::Lock)));
    QVERIFY(wasSearching);
    relay.limitRate(0);
    QTRY_VERIFY_WITH_TIMEOUT(status().firstInventoryDone, 240'000);
    QTRY_VERIFY2(statusText().contains(all + u" keys, "_qs), qPrintable(statusText()));
    QTRY_VERIFY(!isSaid(tile(u"lock"_qs)->toolTip()));
    QTRY_COMPARE(figure(u"lock"_qs), u"1"_qs);
    QTRY_COMPARE(emptyText(Family::Lock), u"No key matches the filter."_qs);
    // What comes later is in the count of the database, not only in that of the last walk.
    m_server->run({"MSET", "page:later:1", "x", "page:later:2", "x"});
    const QString more = wording::number(others + 4);
    QTRY_VERIFY2_WITH_TIMEOUT(
        statusText().contains(more + u" keys, "_qs), qPrintable(statusText()), 120'000);
}

void TestWatchCompleteness::whatCanNoLongerBeReadIsNotKnown_data()
{
    QTest::addColumn<bool>("hasLock");
    QTest::newRow("there was a lock") << true;
    QTest::newRow("there was none") << false;
}

// From the first refusal on: the connections are closed, and no other is let in.
void TestWatchCompleteness::whatCanNoLongerBeReadIsNotKnown()
{
    QFETCH(const bool, hasLock);
    if (!hasLock)
        m_server->run({"DEL", "lock:a"});
    watch(m_server->endpoint());
    QTRY_VERIFY(status().firstInventoryDone && status().serverTimeShareIsMeasured);
    QTRY_COMPARE(figure(u"lock"_qs), hasLock ? u"1"_qs : u"0"_qs);
    QTRY_COMPARE(figure(u"rate limits"_qs), u"1"_qs);
    QTRY_VERIFY(statusText().contains(QRegularExpression(u"server time [<\\d]"_qs)));
    m_server->runAll({{"MULTI"}, {"CONFIG", "SET", "requirepass", "secret"},
        {"CLIENT", "KILL", "TYPE", "normal"}, {"CLIENT", "KILL", "TYPE", "pubsub"}, {"EXEC"}});
    QTRY_COMPARE(status().link, LinkState::Stopped);
    QTRY_COMPARE(figure(u"lock"_qs), u"–"_qs);
    QTRY_COMPARE(figure(u"rate limits"_qs), u"–"_qs);
    QTRY_COMPARE(tile(u"lock"_qs)->toolTip(), u"Not known: the server is not seen."_qs);
    QTRY_VERIFY2(statusText().contains(u"server time –"_qs), qPrintable(statusText()));
    BlockingClient admin(m_server->socketPath());
    admin.run({"AUTH", "secret"});
    admin.run({"CONFIG", "SET", "requirepass", ""});
    Q_EMIT m_main->window().retryRequested();
    QTRY_COMPARE(figure(u"lock"_qs), hasLock ? u"1"_qs : u"0"_qs);
    QTRY_COMPARE(figure(u"rate limits"_qs), u"1"_qs);
}

void TestWatchCompleteness::whenALockAppearsIsSaidAsItIs()
{
    m_server->run({"DEL", "lock:a"});
    watch(m_server->endpoint());
    QTRY_COMPARE(status().mode, WatchMode::Push);
    QTRY_COMPARE(emptyText(Family::Lock),
        u"No locks seen on this server. One that is taken appears here at once."_qs);
    // A new key is found only by going over all names.
    watch(userWith("-client|tracking -subscribe"));
    QTRY_COMPARE(status().mode, WatchMode::Polling);
    const QRegularExpression sentence(
        u"^No locks seen on this server. One that is taken appears here within about \\d+ s.$"_qs);
    QTRY_VERIFY2(emptyText(Family::Lock).contains(sentence), qPrintable(emptyText(Family::Lock)));
}

QTEST_MAIN(TestWatchCompleteness)
#include "tst_watchcompleteness.moc"
