#include "core/watch/catalogue.h"

#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(lockstep::Probe)

// What a key is recognised as, from a first look at it. The rows are the formats; the server's
// clock stands at 2026-11-21 01:00:00 UTC.
class TestCatalogue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void recognises_data();
    void recognises();
    void asksEachFormatForItsOwnKindOfRead();

private:
    static constexpr qint64 nowSeconds = 1795222800;
    ServerTime m_time{std::chrono::steady_clock::now(),
        std::chrono::system_clock::time_point(std::chrono::seconds(nowSeconds))};
    std::shared_ptr<const Catalogue> m_catalogue;

    Ttl in(Milliseconds left) const { return Ttl::until(m_time.at + left); }
};

void TestCatalogue::initTestCase()
{
    const auto loaded = Catalogue::load();
    QVERIFY2(loaded.has_value(), loaded ? "" : qPrintable(loaded.error().detail));
    m_catalogue = *loaded;
}

void TestCatalogue::recognises_data()
{
    QTest::addColumn<Probe>("probe");
    QTest::addColumn<QString>("expected"); // id, "?" in front: possible; empty: nothing

    const auto string = [](const char *row, const QByteArray &key, const QByteArray &text, Ttl ttl,
                            const char *expected) {
        QTest::newRow(row) << Probe{key, KeyType::String, ttl, text.size(), text, {}, {}, {}}
                           << QString::fromLatin1(expected);
    };
    const Ttl persistent = Ttl::persistent();
    using namespace std::chrono_literals;
    const QByteArray uuid = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";

    string("page views", "page_view", "1042", persistent, "string-counter");
    string("page views by camel case", "pageViews", "1042", persistent, "string-counter");
    string("online users", "online_users", "17", persistent, "presence-string");
    string("a counter of one day", "alice:2026.11.21", "3", persistent, "daily-counter");
    string(
        "a counter of one day, with dashes", "signups:2026-11-21", "3", in(3600s), "daily-counter");
    string("a number without a hint", "foo", "42", persistent, "?number");
    string("JSON in a cache", "cache:42", R"({"id":42})", in(60s), "");
    string("text", "greeting", "hello", persistent, "");
    string("a session", "session:abc", "0123456789abcdef0123456789abcdef", in(3600s), "");
    string("a CSRF token", "csrf:abc", "Zm9vYmFyYmF6cXV4cXV1eA", in(3600s), "");
    string("a one-time code", "otp:491702", "482913", in(300s), "");
    string("a random token without a lock in its name", "x:9", "0123456789abcdef0123456789abcdef",
        in(3600s), "");
    string("a time", "last_seen:9", "1795217397", persistent, "");
    string("requests per address", "ar:10.0.0.7", "12", in(60s), "?expiring-number");
    string("requests per address and second", "10.0.0.7:1795222798", "3", in(8s),
        "window-second-in-name");
    string("login attempts", "login:attempts:bob", "3", in(60s), "?window");
    string("a lock by some name", "lock:order:42", "worker-7", in(5s), "?string-lock");
    string("a clock is no lock", "clock:paris", "12:04:11", persistent, "");
    string("a setting of a lock", "lock_timeout", "30", persistent, "");

    const auto hash = [](const char *row, const QByteArray &key,
                          std::vector<std::pair<QByteArray, QByteArray>> fields, Ttl ttl,
                          const char *expected) {
        const auto size = qint64(fields.size());
        QTest::newRow(row) << Probe{key, KeyType::Hash, ttl, size, {}, std::move(fields), {}, {}}
                           << QString::fromLatin1(expected);
    };
    hash("Redisson's lock", "orders", {{uuid + ":42", "2"}}, in(30s), "redisson-rlock");
    hash("Redisson's read lock", "orders", {{"mode", "read"}, {uuid + ":42", "1"}}, in(30s),
        "redisson-rwlock");
    hash("some hash", "user:1", {{"name", "x"}, {"age", "3"}}, persistent, "");
}

void TestCatalogue::recognises()
{
    QFETCH(const Probe, probe);
    QFETCH(const QString, expected);
    const auto recognition = m_catalogue->recognise(probe, m_time);
    QString found;
    if (recognition)
        found = (recognition->confidence == Confidence::Possible ? u"?"_s : u""_s)
            + recognition->format->id();
    QCOMPARE(found, expected);
}

void TestCatalogue::asksEachFormatForItsOwnKindOfRead()
{
    Probe probe{"page_view", KeyType::String, Ttl::persistent(), 4, "1042", {}, {}, {}};
    const auto recognition = m_catalogue->recognise(probe, m_time);
    QVERIFY(recognition);
    const ReadPlan plan = recognition->format->plan(probe.key, m_time);
    QCOMPARE(plan.commands.size(), size_t(2));
    QCOMPARE(plan.commands[0].words(), (QByteArrayList{"GETRANGE", "page_view", "0", "255"}));
    QCOMPARE(plan.commands[1].words(), (QByteArrayList{"PTTL", "page_view"}));
}

QTEST_GUILESS_MAIN(TestCatalogue)
#include "tst_catalogue.moc"
