#include "core/redis/values/endpoint.h"
#include "ui/text/errormessage.h"
#include "ui/text/languages.h"
#include "ui/text/wording.h"
#include "ui/watchtext/itemwording.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

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
    void aTranslationNamesItsLanguage_data() { addLanguages(); }
    void aTranslationNamesItsLanguage();
    void theProgramSpeaksChineseWhenItIsLoaded();
    void mistakesInAnAddressAreTranslated_data();
    void mistakesInAnAddressAreTranslated();
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
            QStringLiteral("similartext"), QStringLiteral("ui"), QStringLiteral("app"),
            QStringLiteral("-ts"), copy});
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

void TranslationTest::mistakesInAnAddressAreTranslated_data()
{
    QTest::addColumn<QString>("address");
    for (const char *address : {"http://localhost", "redis://host:99999", "redis://host/x",
             "redis://", "redis://a b", "redis://[::1", "redis://[::1]x", "redis://::1",
             "redis://[x]", "unix:///s?x=1", "rediss://h?x=1", "rediss://h?key=k", "unix:relative",
             "unix://relative", "redis://host?x=1", "redis://host#1", "redis://host/p@ss"})
        QTest::newRow(address) << QString::fromLatin1(address);
}

void TranslationTest::mistakesInAnAddressAreTranslated()
{
    QFETCH(const QString, address);
    const auto endpoint = Endpoint::fromUri(address);
    QVERIFY(!endpoint);
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/lockstep_zh_CN.qm")));
    QVERIFY(QCoreApplication::installTranslator(&translator));
    const QString text = errorMessage(endpoint.error(), {});
    QCoreApplication::removeTranslator(&translator);
    QVERIFY2(!text.contains(endpoint.error().detail), qPrintable(text));
}

QTEST_GUILESS_MAIN(TranslationTest)
#include "tst_translation.moc"
