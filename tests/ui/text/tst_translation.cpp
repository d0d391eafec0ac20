#include "core/lab/loader/scenariofile.h"
#include "core/lab/statespace/state/explorationlimits.h"
#include "core/lab/statespace/state/trace.h"
#include "core/redis/profiles/profileimport.h"
#include "core/redis/profiles/profilejson.h"
#include "core/redis/transport/tlsfiles.h"
#include "core/redis/values/endpoint.h"
#include "core/watch/formats/rules.h"
#include "core/watch/recorder/recordingreader.h"
#include "core/watch/recorder/recordingschema.h"
#include "ui/text/errormessage.h"
#include "ui/text/languages.h"
#include "ui/text/wording.h"
#include "ui/watchtext/itemwording.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>
#include <QtEndian>

#include <functional>

using namespace lockstep;

namespace {

struct Message
{
    QString context;
    QString source;
    QString translation;
    QString state; // "unfinished", "vanished", or nothing
    bool isCounted = false; // it has a form for each plural
};

QList<Message> read(const QString &path)
{
    QList<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QString context;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name")
            context = xml.readElementText();
        else if (xml.name() == u"message")
            messages.append(
                {context, {}, {}, {}, xml.attributes().hasAttribute(QLatin1String("numerus"))});
        else if (xml.name() == u"source")
            messages.last().source = xml.readElementText();
        else if (xml.name() == u"translation") {
            messages.last().state = xml.attributes().value(QLatin1String("type")).toString();
            messages.last().translation =
                xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return messages;
}

using MistakeMaker = std::function<Error()>;

template <typename T> Error mistakeOf(const Result<T> &result)
{
    return result ? Error() : result.error();
}

// What is wrong with a recording that has these bytes.
Error mistakeInRecording(const QByteArray &bytes)
{
    QTemporaryFile file;
    if (!file.open() || file.write(bytes) != bytes.size() || !file.flush())
        return {};
    return mistakeOf(RecordingReader::open(file.fileName()));
}

QString sourceOf(const QString &code)
{
    return QStringLiteral(LOCKSTEP_TRANSLATIONS "lockstep_%1.ts").arg(code);
}

QStringList placeholders(const QString &text)
{
    static const QRegularExpression placeholder(QStringLiteral("%(?:\\d|n)"));
    QStringList found;
    for (auto match = placeholder.globalMatch(text); match.hasNext();)
        found.append(match.next().captured());
    found.sort();
    return found;
}

} // namespace

class TranslationTest : public QObject
{
    Q_OBJECT

    static void addLanguages();

private Q_SLOTS:
    void everyTextOfTheProgramIsTranslated_data() { addLanguages(); }
    void everyTextOfTheProgramIsTranslated();
    void everyCountHasItsEnglishPlural();
    void placeholdersStay_data() { addLanguages(); }
    void placeholdersStay();
    void chineseHasItsOwnPunctuation();
    void chineseHasOneWordForMilliseconds();
    void aTranslationNamesItsLanguage_data() { addLanguages(); }
    void aTranslationNamesItsLanguage();
    void theProgramSpeaksChineseWhenItIsLoaded();
    void whatCoreFindsWrongIsTranslated_data();
    void whatCoreFindsWrongIsTranslated();
};

// English has a file of its plurals alone.
void TranslationTest::addLanguages()
{
    QTest::addColumn<QString>("code");
    for (const QString &code : languageCodes()) {
        if (code != u"en")
            QTest::newRow(qPrintable(code)) << code;
    }
}

void TranslationTest::everyTextOfTheProgramIsTranslated()
{
    QFETCH(QString, code);
    QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("lockstep_%1.ts").arg(code));
    QVERIFY(QFile::copy(sourceOf(code), copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(QStringLiteral(LOCKSTEP_SOURCES));
    lupdate.start(QStringLiteral(LOCKSTEP_LUPDATE),
        {QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("-locations"),
            QStringLiteral("none"), QStringLiteral("-disable-heuristic"),
            QStringLiteral("sametext"), QStringLiteral("-disable-heuristic"),
            QStringLiteral("similartext"), QStringLiteral("core"), QStringLiteral("ui"),
            QStringLiteral("app"), QStringLiteral("-ts"), copy});
    QVERIFY(lupdate.waitForFinished(240'000));
    QCOMPARE(lupdate.exitCode(), 0);
    const auto messages = read(copy);
    QVERIFY(messages.size() > 300);
    QStringList wanting;
    for (const Message &message : messages) {
        if (!message.state.isEmpty() || message.translation.isEmpty())
            wanting.append(message.state + QLatin1String(": ") + message.source);
    }
    QVERIFY2(wanting.isEmpty(), qPrintable(wanting.join(QLatin1Char('\n'))));
}

// Without one, English shows the source: "1 steps", or "2 key(s)".
void TranslationTest::everyCountHasItsEnglishPlural()
{
    const auto countedIn = [](const QString &code) {
        QStringList counted;
        for (const Message &message : read(sourceOf(code))) {
            if (message.isCounted)
                counted << message.context + QStringLiteral(": ") + message.source;
        }
        counted.sort();
        return counted;
    };
    const QStringList counted = countedIn(QStringLiteral("zh_CN"));
    QVERIFY(counted.size() > 50);
    QCOMPARE(countedIn(QStringLiteral("en")), counted);
}

void TranslationTest::placeholdersStay()
{
    QFETCH(QString, code);
    for (const Message &message : read(sourceOf(code)))
        QCOMPARE(placeholders(message.translation), placeholders(message.source));
}

void TranslationTest::chineseHasItsOwnPunctuation()
{
    static const QRegularExpression narrow(QStringLiteral("\\p{Han}[,;:!?]\\p{Han}"));
    for (const Message &message : read(sourceOf(QStringLiteral("zh_CN"))))
        QVERIFY2(!message.translation.contains(narrow), qPrintable(message.translation));
}

// What a file of a scenario has in quotes is no word.
void TranslationTest::chineseHasOneWordForMilliseconds()
{
    static const QRegularExpression unit(QStringLiteral("(?<!\")\\bms\\b"));
    for (const Message &message : read(sourceOf(QStringLiteral("zh_CN"))))
        QVERIFY2(!message.translation.contains(unit), qPrintable(message.translation));
}

void TranslationTest::aTranslationNamesItsLanguage()
{
    QFETCH(QString, code);
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/lockstep_%1.qm").arg(code)));
    QCOMPARE(translator.language(), code);
    QVERIFY(QCoreApplication::installTranslator(&translator));
    QCOMPARE(wording::language(), code);
    QCoreApplication::removeTranslator(&translator);
}

void TranslationTest::theProgramSpeaksChineseWhenItIsLoaded()
{
    const QString english = errorMessage({ErrorCode::Loading, {}, false}, {});
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/lockstep_zh_CN.qm")));
    QVERIFY(QCoreApplication::installTranslator(&translator));
    QCOMPARE(wording::state(LockState::OrphanSuspected), QStringLiteral("疑似孤儿锁"));
    QCOMPARE(wording::family(Family::Bucket), QStringLiteral("限流"));
    QVERIFY(errorMessage({ErrorCode::Loading, {}, false}, {}) != english);
    for (int i = 0; i <= int(ErrorCode::ProductionServer); ++i) {
        const QString text = errorMessage({static_cast<ErrorCode>(i), {}, false}, {});
        QVERIFY2(text.contains(QRegularExpression(QStringLiteral("\\p{Han}"))), qPrintable(text));
    }
    QCoreApplication::removeTranslator(&translator);
}

void TranslationTest::whatCoreFindsWrongIsTranslated_data()
{
    QTest::addColumn<MistakeMaker>("makeMistake");
    for (const char *address :
        {"http://localhost", "redis://host:99999", "redis://host/x", "redis://", "redis://a b",
            "redis://[::1", "redis://[::1]x", "redis://::1", "redis://[x]", "unix:///s?x=1",
            "rediss://h?x=1", "rediss://h?key=k", "unix:relative", "unix://relative",
            "redis://host?x=1", "redis://host#1", "redis://host/p@ss", "redis://%zz:secret@host",
            "rediss://host?sni=%01", "rediss://h?sni=a&sni=b", "redis+cluster://a,b?map=x"})
        QTest::addRow("address %s", address) << MistakeMaker(
            [address] { return mistakeOf(Endpoint::fromUri(QLatin1String(address))); });
    for (const char *json : {"{", "[]", R"({"rules": [3]})", R"({"rules": [{"glob": ""}]})",
             R"({"rules": [{"glob": "a[", "family": "lock"}]})", R"({"rules": 1, "rules": 2})",
             R"({"rules": [{"glob": "a", "limit": -1}]})", R"({"rules": [{"glob": "a", "x": 1}]})",
             R"({"alerts": [{"glob": "a", "when": "held < 5s", "name": "b"}]})",
             R"({"alerts": [{"glob": "a", "when": "long", "name": "b"}]})"})
        QTest::addRow("rules %s", json) << MistakeMaker(
            [json] { return mistakeOf(rulesFromJson(json, QStringLiteral("own.json"))); });
    for (const char *json : {"{", "{}", R"({"version": 9, "profiles": []})",
             R"({"version": 1, "profiles": [{"name": 1}]})",
             R"({"version": 1, "profiles": [{"name": "a", "environment": "moon"}]})"})
        QTest::addRow("profiles %s", json) << MistakeMaker(
            [json] { return mistakeOf(profilesFromJson(json, QStringLiteral("profiles.json"))); });
    for (const char *text :
        {"nothing", "redis://", R"([{"host": ""}])", R"([{"host": "h", "ssh": true}])"})
        QTest::addRow("import %s", text) << MistakeMaker([text] {
            return mistakeOf(importProfiles(text, Environment::Production, QStringLiteral("file")));
        });
    for (const char *text : {"",
             "a text that is no recording and longer than the header of one would "
             "be, which has a hundred bytes and these are more"})
        QTest::addRow("recording %s", text)
            << MistakeMaker([text] { return mistakeInRecording(text); });
    QTest::newRow("recording that is damaged") << MistakeMaker([] {
        QByteArray file(5000, 'x');
        file.replace(0, 16, QByteArray("SQLite format 3\0", 16));
        qToBigEndian(recordingVersion, file.data() + 60);
        qToBigEndian(recordingApplicationId, file.data() + 68);
        return mistakeInRecording(file);
    });
    QTest::newRow("recording that is not there") << MistakeMaker(
        [] { return mistakeOf(RecordingReader::open(QStringLiteral("/nowhere/night.lockstep"))); });
    const QByteArray begin = "return { id = 'own', family = 'lock', title = { en = 'Own' }, "
                             "lesson = { en = 'Own' }, ";
    for (const QByteArray &text : {QByteArray("return 1"), QByteArray("local x = = 1"),
             QByteArray("return { id = 'No Id' }"), begin + "keys = {} }",
             begin + "keys = { 'k' } }", begin + "keys = { 'k' }, client = 1 }",
             begin + "keys = { 'k' }, client = function() end, x = 1 }",
             begin + "keys = { 'k' }, client = function() end, finally = { nobody_waits(1) } }",
             begin + "keys = { 'k' }, client = function() end, finally = { value_at_least('k') } }",
             begin + "keys = { 'k' }, client = function() end, params = { n = 'x' } }",
             QByteArray("redis.call('GET', 'k')"), QByteArray("print('k')"), QByteArray("x = 1"),
             QByteArray("error(3)"), QByteArray("while true do end")})
        QTest::addRow("scenario %s", text.constData()) << MistakeMaker(
            [text] { return mistakeOf(scenarioFromText(text, QStringLiteral("/tmp/own.lua"))); });
    QTest::newRow("settings") << MistakeMaker([] {
        return mistakeOf(checkSettings(*shippedScenarios().front(), {{"moon", 1}}));
    });
    QTest::newRow("bounds") << MistakeMaker([] {
        ExploreOptions options;
        options.bounds.failovers = 1;
        return mistakeOf(
            checkExploreOptions(**findScenario(QStringLiteral("stock-script")), options));
    });
    QTest::newRow("scenario that is not there")
        << MistakeMaker([] { return mistakeOf(findScenario(QStringLiteral("stock-skript"))); });
    QTest::newRow("trace") << MistakeMaker(
        [] { return mistakeOf(traceFromText(QStringLiteral("A1 ?"))); });
    QTest::newRow("certificate") << MistakeMaker([] {
        QTemporaryFile file;
        TlsOptions options;
        if (file.open())
            options.caFile = file.fileName();
        return mistakeOf(tlsConfiguration(options));
    });
}

// Core makes these sentences in the language of the program.
void TranslationTest::whatCoreFindsWrongIsTranslated()
{
    QFETCH(const MistakeMaker, makeMistake);
    const Error english = makeMistake();
    QVERIFY2(english.detail.contains(QRegularExpression(QStringLiteral("[a-z]+ [a-z]+"))),
        qPrintable(english.detail));
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/lockstep_zh_CN.qm")));
    QVERIFY(QCoreApplication::installTranslator(&translator));
    const Error chinese = makeMistake();
    const QString text = errorMessage(chinese, {});
    QCoreApplication::removeTranslator(&translator);
    QCOMPARE(chinese.code, english.code);
    QVERIFY2(chinese.detail.contains(QRegularExpression(QStringLiteral("\\p{Han}"))),
        qPrintable(chinese.detail));
    // What may stay are names, code as it is written in a file, and the words of Lua itself.
    QString sentence = text;
    sentence.remove(QRegularExpression(
        QStringLiteral("\\{.*\\}|\\(function|lockstep record|unexpected symbol near")));
    QVERIFY2(!sentence.contains(QRegularExpression(QStringLiteral("[a-z]{2,} [a-z]{2,}"))),
        qPrintable(text));
}

QTEST_GUILESS_MAIN(TranslationTest)
#include "tst_translation.moc"
