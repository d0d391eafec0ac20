#include "core/redis/values/bytestext.h"
#include "core/watch/snapshot/journaljson.h"
#include "core/watch/snapshot/snapshotjson.h"
#include "sampleitems.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QTest>

using namespace lockstep;
using std::chrono::seconds;

class SnapshotJsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasExactlyTheFieldsOfTheContract();
    void tellsValuesAndTimesAsOfTheSnapshot();
    void theUnknownIsNull();
    void binaryKeysAndTokensComeBackExactly();
    void aKeyWithAByteOrderMarkIsNotAnotherKey();
    void hostileTextSurvivesParsing();
    void aJournalEntryIsOneObject();
    void whatWasNotSeenHasNoKey();

private:
    const Instant m_now = Instant(std::chrono::hours(10));

    static QJsonObject find(const QJsonObject &json, const QString &list, const QString &key)
    {
        for (const QJsonValue &value : json[list].toArray()) {
            if (value[QStringLiteral("key")].toString() == key)
                return value.toObject();
        }
        return {};
    }
    // Through text and back, as a reader gets it.
    static QJsonObject parsed(const QJsonObject &object)
    {
        return QJsonDocument::fromJson(QJsonDocument(object).toJson(QJsonDocument::Compact))
            .object();
    }
};

void SnapshotJsonTest::hasExactlyTheFieldsOfTheContract()
{
    const QJsonObject json = parsed(snapshotToJson(sample::everything(m_now)));
    const auto keys = [](const QJsonValue &value) { return value.toObject().keys().join(u' '); };
    QCOMPARE(json.keys().join(u' '),
        QStringLiteral("alerts at buckets cost counters holders locks problems server"));
    QCOMPARE(keys(json[u"server"]),
        QStringLiteral("address alertsLeftOut keysSeen keysTooLarge missingCommands mode nodes "
                       "objectsLeftOut primary version"));
    QCOMPARE(keys(json[u"cost"]), QStringLiteral("bytes commands"));
    QCOMPARE(keys(find(json, QStringLiteral("counters"), QStringLiteral("page_view"))),
        QStringLiteral("changePerSecond confidence key kind presence stoppedMs ttlMs value"));
    QCOMPARE(keys(find(json, QStringLiteral("buckets"), QStringLiteral("LIMITS:u42"))),
        QStringLiteral("confidence key library limit remaining state ttlMs used windowMs"));
    QCOMPARE(keys(find(json, QStringLiteral("locks"), QStringLiteral("myLock"))),
        QStringLiteral(
            "ageIs ageKnown ageMs confidence count expires holder key library permits renewals "
            "state statistics timeLeftMs ttlMs waiters"));
}

void SnapshotJsonTest::tellsValuesAndTimesAsOfTheSnapshot()
{
    const QJsonObject json = parsed(snapshotToJson(sample::everything(m_now)));
    QCOMPARE(json[u"server"][u"mode"].toString(), QStringLiteral("push"));
    const QJsonObject bucket =
        find(json, QStringLiteral("buckets"), QStringLiteral("10.0.0.7:1795217360"));
    QCOMPARE(bucket[u"used"].toInt(), 11);
    QCOMPARE(bucket[u"ttlMs"].toInt(), 42'000);
    QCOMPARE(bucket[u"state"].toString(), QStringLiteral("exhausted"));
    const QJsonObject lock = find(json, QStringLiteral("locks"), QStringLiteral("lock:order:8812"));
    QCOMPARE(lock[u"ttlMs"].toInt(), 5'000);
    QCOMPARE(lock[u"timeLeftMs"].toInt(), 5'000);
    QCOMPARE(lock[u"expires"], QJsonValue(true));
    QCOMPARE(lock[u"ageMs"].toInt(), 25'000);
    QCOMPARE(lock[u"state"].toString(), QStringLiteral("held"));
}

void SnapshotJsonTest::theUnknownIsNull()
{
    const QJsonObject json = parsed(snapshotToJson(sample::everything(m_now)));
    QVERIFY(
        find(json, QStringLiteral("buckets"), QStringLiteral("zhanghantest"))[u"limit"].isNull());
    const QJsonObject stuck = find(json, QStringLiteral("locks"), QStringLiteral("lock:stuck"));
    QVERIFY(stuck[u"ttlMs"].isNull());
    QVERIFY(stuck[u"timeLeftMs"].isNull());
    QCOMPARE(stuck[u"expires"], QJsonValue(false));
    QCOMPARE(stuck[u"state"].toString(), QStringLiteral("immortal"));
    Item forbidden = sample::counter("page_view", m_now, 40);
    forbidden.reading = {};
    forbidden.reading.isUnreadable = true;
    const QJsonObject counter = find(snapshotToJson(sample::snapshot({forbidden}, m_now)),
        QStringLiteral("counters"), QStringLiteral("page_view"));
    QVERIFY(counter[u"value"].isNull());
    QVERIFY(counter[u"changePerSecond"].isNull());
    const QJsonObject empty = snapshotToJson(Snapshot());
    QVERIFY(empty[u"server"][u"version"].isNull());
    QVERIFY(empty[u"server"][u"mode"].isNull());
}

void SnapshotJsonTest::binaryKeysAndTokensComeBackExactly()
{
    const QJsonObject json = parsed(snapshotToJson(sample::everything(m_now)));
    const QJsonObject lock =
        find(json, QStringLiteral("locks"), QStringLiteral("lock:\\xff\\x00\\x1b"));
    QCOMPARE(QByteArray::fromBase64(lock[u"keyBase64"].toString().toLatin1()),
        QByteArray("lock:\xff\x00\x1b", 8));
    QCOMPARE(QByteArray::fromBase64(lock[u"holderBase64"].toString().toLatin1()),
        QByteArray("\xfe\xedtoken"));
}

// A QString that is made from UTF-8 loses the mark, and the key would be named wrongly.
void SnapshotJsonTest::aKeyWithAByteOrderMarkIsNotAnotherKey()
{
    const QByteArray key = "\xef\xbb\xbflock:a";
    QJsonObject marked;
    insertBytes(marked, QStringLiteral("key"), key);
    QVERIFY(marked[u"key"].toString() != u"lock:a");
    QCOMPARE(QByteArray::fromBase64(marked[u"keyBase64"].toString().toLatin1()), key);
    QJsonObject plain;
    insertBytes(plain, QStringLiteral("key"), "lock:\xc3\xa9");
    QVERIFY(!plain.contains(u"keyBase64"));
}

void SnapshotJsonTest::hostileTextSurvivesParsing()
{
    const auto json = parsed(snapshotToJson(sample::everything(m_now)));
    const auto key = QStringLiteral("=HYPERLINK(\"http://x\"),<b>bold</b>\n\u202eright");
    QCOMPARE(find(json, QStringLiteral("counters"), key)[u"value"].toInt(), 318);
}

void SnapshotJsonTest::aJournalEntryIsOneObject()
{
    JournalEntry entry = sample::entry(JournalEntry::Kind::HandedOver, "lock:\xff");
    entry.holder = sample::holder("new");
    entry.previous = sample::holder("\xffold");
    entry.ttlAfter = Milliseconds(30'000);
    entry.confidence = Confidence::Possible;
    const QJsonObject json = parsed(journalEntryToJson(entry));
    QCOMPARE(json[u"at"].toString(), QStringLiteral("2026-11-20T22:01:07.412Z"));
    QCOMPARE(json[u"event"].toString(), QStringLiteral("handedOver"));
    QCOMPARE(json[u"family"].toString(), QStringLiteral("lock"));
    QCOMPARE(json[u"confidence"].toString(), QStringLiteral("possible"));
    QCOMPARE(json[u"holder"].toString(), QStringLiteral("new"));
    QCOMPARE(json[u"previous"].toString(), QStringLiteral("\\xffold"));
    QCOMPARE(QByteArray::fromBase64(json[u"previousBase64"].toString().toLatin1()),
        QByteArray("\xffold"));
    QCOMPARE(json[u"ttlAfterMs"].toInt(), 30'000);
    for (const char *field : {"ttlBeforeMs", "value", "limit"})
        QVERIFY(json[QLatin1String(field)].isNull() && json.contains(QLatin1String(field)));
    QVERIFY(!json.contains(u"maybeMissed"));
    entry.maybeMissed = WallSpan{
        entry.at - std::chrono::milliseconds(400), entry.at - std::chrono::milliseconds(1)};
    const QJsonValue missed = parsed(journalEntryToJson(entry))[u"maybeMissed"];
    QCOMPARE(missed[u"since"].toString(), QStringLiteral("2026-11-20T22:01:07.012Z"));
    QCOMPARE(missed[u"until"].toString(), QStringLiteral("2026-11-20T22:01:07.411Z"));
}

void SnapshotJsonTest::whatWasNotSeenHasNoKey()
{
    JournalEntry entry = sample::entry(JournalEntry::Kind::Unseen, {});
    entry.since = entry.at - std::chrono::milliseconds(7'412);
    const QJsonObject json = journalEntryToJson(entry);
    QVERIFY(json[u"key"].isNull());
    QVERIFY(json[u"family"].isNull());
    QVERIFY(json[u"confidence"].isNull() && json.contains(u"confidence"));
    QCOMPARE(json[u"cause"].toString(), QStringLiteral("connection"));
    QCOMPARE(json[u"since"].toString(), QStringLiteral("2026-11-20T22:01:00.000Z"));
    entry.gap = JournalEntry::Gap::Clock;
    QCOMPARE(journalEntryToJson(entry)[u"cause"].toString(), QStringLiteral("clock"));
    entry.gap = JournalEntry::Gap::Notifications;
    QCOMPARE(journalEntryToJson(entry)[u"cause"].toString(), QStringLiteral("notifications"));
    entry.gap = JournalEntry::Gap::Permissions; // nobody knows how long they were missing
    const QJsonObject given = journalEntryToJson(entry);
    QVERIFY(given[u"since"].isNull() && given.contains(u"since"));
}

QTEST_APPLESS_MAIN(SnapshotJsonTest)
#include "tst_snapshotjson.moc"
