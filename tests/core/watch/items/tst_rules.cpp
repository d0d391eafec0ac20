#include "core/redis/values/userfile.h"
#include "core/watch/formats/catalogue.h"
#include "core/watch/formats/rules.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

class TestRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsWrongAndWhere_data();
    void saysWhatIsWrongAndWhere();
    void aFileThatIsMissingIsNamed();
    void aFileThatIsTooLargeIsNotRead();
    void theFirstRuleThatMatchesWins();
    void ignoredKeysAreNeverLookedAt();
    void aLimitIsAddedToWhatIsRecognised();
    void aFamilyIsForcedOnAnyKey();
    void whatLooksLikeAMistakeButIsNoneIsTaken();
    void aNumberWithALimitIsABoundedCounter();
    void anIgnoreRuleWinsOverACompanion();
    void theConditionOfAnAlertIsReadAndWritten_data();
    void theConditionOfAnAlertIsReadAndWritten();

private:
    QString file(const QByteArray &json);
    std::shared_ptr<const Catalogue> load(const QByteArray &rules);
    std::optional<Reading> read(
        const Recognition &recognition, const QByteArray &value, qint64 pttl);

    QTemporaryDir m_folder;
    ServerTime m_time{std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
};

QString TestRules::file(const QByteArray &json)
{
    QFile out(m_folder.filePath(u"rules.json"_s));
    if (!out.open(QIODevice::WriteOnly) || out.write(json) != json.size())
        qFatal("cannot write the rules");
    return out.fileName();
}

std::shared_ptr<const Catalogue> TestRules::load(const QByteArray &rules)
{
    const auto loaded = Catalogue::load(file("{\"rules\":[" + rules + "]}"));
    if (!loaded)
        qFatal("%s", qPrintable(loaded.error().detail));
    return *loaded;
}

std::optional<Reading> TestRules::read(
    const Recognition &recognition, const QByteArray &value, qint64 pttl)
{
    const std::vector<Reply> replies{Reply{Reply::Kind::Bulk, false, 0, value, {}},
        Reply{Reply::Kind::Integer, false, pttl, {}, {}}};
    return recognition.format->read(recognition.primary, replies, m_time.at, m_time);
}

void TestRules::saysWhatIsWrongAndWhere_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("words"); // in the error, besides the file

    const auto row = [](const char *name, const QByteArray &json, const char *words) {
        QTest::newRow(name) << json << QString::fromUtf8(words);
    };
    row("no JSON", "{\n\"rules\": [,]\n}", "line 2: expected JSON");
    row("a list at the top", "[]", "expected a JSON object");
    row("no rules", "{}", "field \"rules\": expected a list of rules");
    row("an unknown field at the top", R"({"rules":[],"rulez":[]})",
        "field \"rulez\": expected one of the fields \"about\", \"alerts\", \"rules\"");
    row("no glob", R"({"rules":[{"family":"lock"}]})",
        "rule 1, field \"glob\": expected a text that is not empty");
    row("a rule that is a text", R"({"rules":["x"]})",
        "rule 1: expected an object with a \"glob\"");
    row("an unknown family in the second rule",
        R"({"rules":[{"glob":"a"},{"glob":"b","family":"locks"}]})",
        R"(rule 2, field "family": expected one of "counter", "bucket", "lock", "ignore")");
    row("what the window calls a rule without a family",
        R"({"rules":[{"glob":"a","family":"as recognised"}]})",
        "rule 1, field \"family\": expected one of");
    row("a limit that is a text", R"({"rules":[{"glob":"a","limit":"60"}]})",
        "rule 1, field \"limit\": expected a whole number from 1");
    row("a limit of nothing", R"({"rules":[{"glob":"a","limit":0}]})",
        "rule 1, field \"limit\": expected a whole number from 1");
    row("a limit and a half", R"({"rules":[{"glob":"a","limit":1.5}]})",
        "rule 1, field \"limit\": expected a whole number from 1");
    row("a window and a half", R"({"rules":[{"glob":"a"},{"glob":"b","windowMs":1.5}]})",
        "rule 2, field \"windowMs\": expected a whole number from 1");
    row("a window of ages", R"({"rules":[{"glob":"a","windowMs":1e16}]})",
        "rule 1, field \"windowMs\": expected a whole number from 1");
    row("a bracket that stays open", R"({"rules":[{"glob":"a"},{"glob":"[a"}]})",
        "rule 2, field \"glob\": expected a ] after each [");
    row("a bracket whose end is escaped", R"({"rules":[{"glob":"x[a\\]"}]})",
        "rule 1, field \"glob\": expected a ] after each [");
    row("a field twice", R"({"rules":["x",{"glob":"a, \"b\": {","limit":5,"limit":6}]})",
        "rule 2, field \"limit\": expected only once");
    row("a field twice, spelt differently", "{\"rules\":[{\"glob\":\"a\",\"gl\\u006fb\" :\"b\"}]}",
        "rule 1, field \"glob\": expected only once");
    row("the rules twice", R"({"rules":[],"rules":[]})", "field \"rules\": expected only once");
    row("a field in another script", "{\"rules\":[{\"glob\":\"a\",\"\xe9\x94\xae\":1}]}",
        "field \"\xe9\x94\xae\": expected one of the fields");
    row("an unknown field", R"({"rules":[{"glob":"a","window":5}]})",
        "rule 1, field \"window\": expected one of the fields \"family\", \"glob\"");
    row("an alert that is a text", R"({"alerts":["x"]})",
        "alert 1: expected an object with \"glob\", \"when\" and \"name\"");
    row("an alert without a condition", R"({"alerts":[{"glob":"a","name":"A"}]})",
        "alert 1, field \"when\": expected a text that is not empty");
    row("an alert without a name", R"({"alerts":[{"glob":"a","when":"gone"}]})",
        "alert 1, field \"name\": expected a text that is not empty");
    row("a condition that nobody knows",
        R"({"alerts":[{"glob":"a","when":"old > 3s","name":"A"}]})",
        "alert 1, field \"when\": expected one of \"held > 30s\", \"renewals > 100\"");
    row("a time without a unit", R"({"alerts":[{"glob":"a","when":"held > 30","name":"A"}]})",
        "field \"when\": expected \"held\" with > or >= and a time such as 500ms, 30s");
    row("an age that is compared downwards",
        R"({"alerts":[{"glob":"a","when":"held < 30s","name":"A"}]})",
        "field \"when\": expected \"held\" with > or >= and a time");
    row("a time of ages", R"({"alerts":[{"glob":"a","when":"held > 40000d","name":"A"}]})",
        "field \"when\": expected \"held\" with > or >=");
    row("half a waiter", R"({"alerts":[{"glob":"a","when":"waiters > 1.5","name":"A"}]})",
        "expected \"waiters\" with >, >=, < or <= and a whole number");
    row("a share without a sign", R"({"alerts":[{"glob":"a","when":"used >= 90","name":"A"}]})",
        "expected \"used\" with >, >=, < or <= and a share such as 90%");
    row("a rate without a second", R"({"alerts":[{"glob":"a","when":"rate > 5","name":"A"}]})",
        "expected \"rate\" with >, >=, < or <= and a change a second such as 50/s");
    row("a measure of what has none", R"({"alerts":[{"glob":"a","when":"gone > 5s","name":"A"}]})",
        "expected \"gone\" alone");
    row("a family that the condition does not fit",
        R"({"alerts":[{"glob":"a","name":"A","when":"gone"},
            {"glob":"b","family":"counter","when":"held > 30s","name":"B"}]})",
        "alert 2, field \"family\": expected \"lock\", or none, beside \"when\": \"held > 30s\"");
    row("a family of two",
        R"({"alerts":[{"glob":"b","family":"counter","when":"immortal","name":"B"}]})",
        "expected \"bucket\" or \"lock\", or none, beside");
    row("a severity that nobody knows",
        R"({"alerts":[{"glob":"a","when":"gone","name":"A","severity":"high"}]})",
        "field \"severity\": expected one of \"info\", \"warning\", \"critical\"");
    row("a time that is a number", R"({"alerts":[{"glob":"a","when":"gone","name":"A","for":5}]})",
        "alert 1, field \"for\": expected a text");
    row("a time that is none", R"({"alerts":[{"glob":"a","when":"gone","name":"A","for":"soon"}]})",
        "alert 1, field \"for\": expected a time such as 500ms, 30s");
    row("a field twice in an alert", R"({"rules":[],"alerts":[{"glob":"a","glob":"b"}]})",
        "alert 1, field \"glob\": expected only once");
    row("an unknown field of an alert",
        R"({"alerts":[{"glob":"a","when":"gone","name":"A","limit":5}]})",
        "alert 1, field \"limit\": expected one of the fields \"family\", \"for\", \"glob\"");
    row("a kind without a family", R"({"rules":[{"glob":"a","kind":"set"}]})",
        "rule 1, field \"kind\": expected it only beside \"family\": \"counter\"");
    row("metrics of what is ignored",
        R"({"rules":[{"glob":"a","family":"ignore","metrics":true}]})",
        "rule 1, field \"metrics\": expected it only where the keys are not ignored");
    row("an unknown kind", R"({"rules":[{"glob":"a","family":"counter","kind":"tree"}]})",
        "field \"kind\": expected one of");
}

void TestRules::saysWhatIsWrongAndWhere()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QString, words);
    const QString path = file(json);
    const auto loaded = Catalogue::load(path);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::BadInput);
    QVERIFY2(loaded.error().detail.contains(path), qPrintable(loaded.error().detail));
    QVERIFY2(loaded.error().detail.contains(words), qPrintable(loaded.error().detail));
}

void TestRules::theConditionOfAnAlertIsReadAndWritten_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    const QStringList examples = alertConditionExamples();
    for (const QString &example : examples)
        QTest::newRow(qPrintable(example)) << example << example;
    QTest::newRow("without blanks") << u"held>=1.5m"_s << u"held >= 90s"_s;
    QTest::newRow("with many") << u"  rate  <  -2.5 /s "_s << u"rate < -2.5/s"_s;
    QTest::newRow("a large number") << u"value > 1000000"_s << u"value > 1000000"_s;
    QTest::newRow("at most") << u"waiters <= 0"_s << u"waiters <= 0"_s;
    QTest::newRow("days") << u"exhausted > 48h"_s << u"exhausted > 2d"_s;
    QTest::newRow("milliseconds") << u"waiting > 1500ms"_s << u"waiting > 1500ms"_s;
}

void TestRules::theConditionOfAnAlertIsReadAndWritten()
{
    QFETCH(const QString, text);
    QFETCH(const QString, written);
    QString expected;
    const auto condition = alertConditionFrom(text, &expected);
    QVERIFY2(condition, qPrintable(expected));
    QCOMPARE(condition->text(), written);
    QVERIFY(alertConditionFrom(written, &expected) == condition);
}

void TestRules::aFileThatIsMissingIsNamed()
{
    const auto loaded = Catalogue::load(u"/nowhere/rules.json"_s);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::FileUnreadable);
    QVERIFY(loaded.error().detail.contains(u"/nowhere/rules.json"_s));
}

void TestRules::aFileThatIsTooLargeIsNotRead()
{
    const QByteArray rules = "{\"rules\":[]}";
    const QByteArray most = rules + QByteArray(UserFile::mostBytes - rules.size(), ' ');
    QVERIFY(Catalogue::load(file(most)));
    const auto loaded = Catalogue::load(file(most + ' '));
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::BadInput);
    QVERIFY2(loaded.error().detail.endsWith(u": expected at most 4194304 bytes"_s),
        qPrintable(loaded.error().detail));
}

void TestRules::theFirstRuleThatMatchesWins()
{
    const auto catalogue =
        load(R"({"glob":"ar:vip:*","family":"bucket","limit":600},)"
             R"({"glob":"ar:*","family":"bucket","limit":60,"windowMs":300000,"name":"API"},)"
             R"({"glob":"*","family":"ignore"})");
    const Probe vip{"ar:vip:1", KeyType::String, Ttl::until(m_time.at + Milliseconds(9000)), 1, "7",
        {}, {}, {}};
    const Probe one{
        "ar:1", KeyType::String, Ttl::until(m_time.at + Milliseconds(9000)), 1, "7", {}, {}, {}};
    const Probe other{"page_view", KeyType::String, Ttl::persistent(), 1, "7", {}, {}, {}};
    QCOMPARE(read(*catalogue->recognise(vip, m_time), "7", 9000)->limit, 600.0);
    const auto recognition = catalogue->recognise(one, m_time);
    QVERIFY(recognition);
    QCOMPARE(recognition->name, u"API"_s);
    QCOMPARE(recognition->confidence, Confidence::Certain);
    const auto reading = read(*recognition, "7", 9000);
    QCOMPARE(reading->limit, 60.0);
    QCOMPARE(reading->window, Milliseconds(300'000));
    QVERIFY(!catalogue->recognise(other, m_time));
}

void TestRules::ignoredKeysAreNeverLookedAt()
{
    const auto catalogue =
        load(R"({"glob":"lock:debug:*","family":"ignore"},{"glob":"?","family":"counter"})");
    QCOMPARE(catalogue->classifyName("lock:debug:1").kind, NameClass::Kind::Ignored);
    QCOMPARE(catalogue->classifyName("lock:other:1").kind, NameClass::Kind::Candidate);
    QCOMPARE(
        catalogue->classifyName("x").kind, NameClass::Kind::Candidate); // a glob without a literal
    QCOMPARE(catalogue->classifyName("xy").kind, NameClass::Kind::Unknown);
}

void TestRules::aLimitIsAddedToWhatIsRecognised()
{
    const auto catalogue = load(R"({"glob":"rlflx:*","limit":10})");
    const Probe probe{"rlflx:bob", KeyType::String, Ttl::until(m_time.at + Milliseconds(9000)), 1,
        "7", {}, {}, {}};
    const auto recognition = catalogue->recognise(probe, m_time);
    QVERIFY(recognition);
    QCOMPARE(recognition->format->library(), u"rate-limiter-flexible"_s);
    const auto reading = read(*recognition, "7", 9000);
    QCOMPARE(reading->value, 7.0);
    QCOMPARE(reading->limit, 10.0);
    QCOMPARE(
        catalogue->recognise(probe, m_time)->format, recognition->format); // shared by all objects
}

void TestRules::aFamilyIsForcedOnAnyKey()
{
    const auto catalogue = load(
        R"({"glob":"job:*","family":"lock"},{"glob":"tags","family":"counter","name":"Tags"})");
    const Probe job{"job:7", KeyType::String, Ttl::until(m_time.at + Milliseconds(9000)), 5,
        "bob-1", {}, {}, {}};
    const auto lock = catalogue->recognise(job, m_time);
    QVERIFY(lock);
    QCOMPARE(lock->format->family(), Family::Lock);
    QCOMPARE(read(*lock, "bob-1", 9000)->holder->token, QByteArray("bob-1"));
    const Probe tags{"tags", KeyType::Set, Ttl::persistent(), 5, {}, {}, {}, {}};
    const auto counter = catalogue->recognise(tags, m_time);
    QVERIFY(counter);
    QCOMPARE(counter->format->kind(), u"set"_s);
    QCOMPARE(counter->format->plan("tags", m_time).commands[0].words(),
        (QByteArrayList{"SCARD", "tags"}));
}

void TestRules::whatLooksLikeAMistakeButIsNoneIsTaken()
{
    const auto catalogue = load(
        R"({"glob":"a\\[b","family":"lock","name":"x \" : {[,"},{"glob":"[[]c","family":"lock"})");
    QCOMPARE(catalogue->classifyName("a[b").kind, NameClass::Kind::Candidate);
    QCOMPARE(catalogue->classifyName("[c").kind, NameClass::Kind::Candidate);
}

void TestRules::aNumberWithALimitIsABoundedCounter()
{
    const auto catalogue = load(R"({"glob":"seats:*","family":"counter","limit":100})");
    const Probe probe{"seats:7", KeyType::String, Ttl::persistent(), 2, "42", {}, {}, {}};
    const auto reading = read(*catalogue->recognise(probe, m_time), "42", -1);
    QCOMPARE(reading->value, 42.0);
    QCOMPARE(reading->limit, 100.0);
}

void TestRules::anIgnoreRuleWinsOverACompanion()
{
    QCOMPARE(load("")->classifyName("{a}:permits").kind, NameClass::Kind::Companion);
    QCOMPARE(load("")->classifyName("{a}:permits").primary, QByteArray("a"));
    QCOMPARE(load(R"({"glob":"{a}:*","family":"ignore"})")->classifyName("{a}:permits").kind,
        NameClass::Kind::Ignored);
}

QTEST_GUILESS_MAIN(TestRules)
#include "tst_rules.moc"
