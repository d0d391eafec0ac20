#include "core/lab/loader/scenariofile.h"

#include <QDir>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

const QString scenarios = u":/lockstep/scenarios/"_s;
const QString scripts = u":/lockstep/scripts/"_s;

// All lessons there have to be.
const QList<QByteArray> lessons{"counter-get-set", "counter-incr", "counter-try-lock",
    "counter-script-in-script", "counter-errors", "online-drift", "online-presence",
    "submit-once-lock", "submit-once-set-nx", "submit-once-sadd", "stock-read-then-write",
    "stock-lost-update", "stock-local-mutex", "stock-check-then-decr", "stock-decr-compensate",
    "stock-watch", "stock-script", "stock-order", "lock-setnx", "lock-setnx-then-expire",
    "lock-set-nx-px", "lock-lease-expires", "lock-blind-delete", "lock-check-then-delete",
    "lock-compare-and-delete", "lock-shared-token", "lock-try-poll", "lock-timestamp-repair",
    "lock-watchdog", "lock-watchdog-check-then-extend", "lock-watchdog-set-xx",
    "lock-watchdog-script", "lock-reentrant-separate", "lock-reentrant", "wakeup-lost",
    "wakeup-recheck", "wakeup-ttl", "lock-redisson", "lock-failover", "lock-failover-fenced",
    "fence-none", "fence-separate-incr", "fence-before-lock", "fence-in-script", "fence-write-only",
    "fence-read-and-write", "redlock", "redlock-split-vote", "limit-per-second-key",
    "limit-incr-then-expire", "limit-get-then-incr", "limit-script", "limit-multi", "limit-list",
    "limit-visits", "limit-check-then-incr", "limit-compensate", "limit-fixed-window",
    "limit-window-from-first", "limit-sliding-log-separate", "limit-sliding-log",
    "limit-token-bucket", "bounded-check-then-incr", "bounded-decr-below-zero", "bounded-script",
    "bounded-ambiguous-reply", "bounded-expiry", "bounded-late-result", "bounded-permits",
    "semaphore-incr-decr"};

QStringList namesOf(const QString &folder)
{
    QStringList names;
    for (const QString &file : QDir(folder).entryList({u"*.lua"_s}, QDir::Files, QDir::Name))
        names.append(file.chopped(4));
    return names;
}

bool isChinese(const QString &text)
{
    static const QRegularExpression han(u"\\p{Han}"_s);
    return text.contains(han);
}

QStringList paragraphs(const QString &text)
{
    static const QRegularExpression emptyLines(u"\\n[ \\t]*\\n"_s);
    return text.split(emptyLines, Qt::SkipEmptyParts);
}

// Whether the lesson says at its end, and nowhere else, what exploring finds.
bool endsWithItsSpoiler(const QString &lesson)
{
    QStringList all = paragraphs(lesson);
    return all.takeLast().startsWith(spoilerMark) && !all.join(u'\n').contains(spoilerMark);
}

// The place in the teaching order, as the file has it; 0: none.
int orderOf(const Scenario &scenario)
{
    static const QRegularExpression line(
        u"^\\s*order\\s*=\\s*(\\d+)\\s*,"_s, QRegularExpression::MultilineOption);
    return line.match(QString::fromUtf8(scenario.source)).captured(1).toInt();
}

} // namespace

class TestShippedScenarios : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyLessonOfTheTableIsThere();
    void everyFamilyIsTaughtInItsOwnOrder();
    void eachFileIsReadable_data();
    void eachFileIsReadable();
    void eachFileTeachesInBothLanguages_data();
    void eachFileTeachesInBothLanguages();
    void eachFileIsCompleteInItself_data();
    void eachFileIsCompleteInItself();

private:
    static void addRows();
    // Of the row; nothing, and a failed test, if it cannot be read.
    static ScenarioPtr scenarioOfRow();
};

void TestShippedScenarios::addRows()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : namesOf(scenarios))
        QTest::addRow("%s", qPrintable(name)) << name;
}

ScenarioPtr TestShippedScenarios::scenarioOfRow()
{
    QFETCH(QString, name);
    auto scenario = scenarioFromFile(scenarios + name + u".lua"_s);
    if (scenario)
        return *scenario;
    QTest::qFail(qPrintable(scenario.error().detail), __FILE__, __LINE__);
    return nullptr;
}

void TestShippedScenarios::everyLessonOfTheTableIsThere()
{
    const QStringList files = namesOf(scenarios);
    for (const QByteArray &id : lessons)
        QVERIFY2(files.contains(QString::fromLatin1(id)), id.constData());
    for (const QString &file : files)
        QVERIFY2(lessons.contains(file.toLatin1()), qPrintable(file));
}

void TestShippedScenarios::everyFamilyIsTaughtInItsOwnOrder()
{
    QMap<QByteArray, QList<int>> orders;
    for (const ScenarioPtr &scenario : shippedScenarios()) {
        const int order = orderOf(*scenario);
        QVERIFY2(order > 0, scenario->id.constData());
        QList<int> &before = orders[scenario->family];
        QVERIFY2(before.isEmpty() || before.last() < order, scenario->id.constData());
        before.append(order);
    }
    for (const char *const family : scenarioFamilies)
        QVERIFY2(orders.contains(family), family);
    QCOMPARE(size_t(orders.size()), scenarioFamilies.size());
    QCOMPARE(qsizetype(shippedScenarios().size()), namesOf(scenarios).size());
}

void TestShippedScenarios::eachFileIsReadable_data()
{
    addRows();
}

void TestShippedScenarios::eachFileIsReadable()
{
    QFETCH(QString, name);
    const ScenarioPtr scenario = scenarioOfRow();
    QVERIFY(scenario);
    QCOMPARE(QString::fromUtf8(scenario->id), name);
    QVERIFY(placeOfFamily(scenario->family));
    QVERIFY(!scenario->checks.empty());
    QVERIFY(!scenario->roles.empty());
    QVERIFY(!scenario->keys.isEmpty());
}

void TestShippedScenarios::eachFileTeachesInBothLanguages_data()
{
    addRows();
}

void TestShippedScenarios::eachFileTeachesInBothLanguages()
{
    const ScenarioPtr scenario = scenarioOfRow();
    QVERIFY(scenario);
    for (const QString &title : {scenario->title.en, scenario->title.others.value(u"zh_CN"_s)}) {
        QVERIFY(!title.isEmpty());
        QVERIFY2(title.size() <= 45, qPrintable(title));
    }
    QVERIFY(!isChinese(scenario->title.en));
    QVERIFY(isChinese(scenario->title.others.value(u"zh_CN"_s)));
    QVERIFY(!isChinese(scenario->lesson.en));
    QVERIFY(isChinese(scenario->lesson.others.value(u"zh_CN"_s)));
    QVERIFY2(paragraphs(scenario->lesson.en).size() >= 3, qPrintable(scenario->lesson.en));
    // Nothing was left out in translation.
    QCOMPARE(paragraphs(scenario->lesson.others.value(u"zh_CN"_s)).size(),
        paragraphs(scenario->lesson.en).size());
    QVERIFY(endsWithItsSpoiler(scenario->lesson.en));
    QVERIFY(endsWithItsSpoiler(scenario->lesson.others.value(u"zh_CN"_s)));
    for (const Check &check : scenario->checks) {
        if (check.kind != Check::Kind::Function)
            continue;
        QVERIFY2(!check.title.en.isEmpty() && !isChinese(check.title.en), check.words.constData());
        QVERIFY2(isChinese(check.title.others.value(u"zh_CN"_s)), check.words.constData());
    }
    for (const Parameter &parameter : scenario->parameters) {
        QCOMPARE(parameter.label.others.value(u"zh_CN"_s).isEmpty(), parameter.label.en.isEmpty());
        QVERIFY(
            parameter.label.en.isEmpty() || isChinese(parameter.label.others.value(u"zh_CN"_s)));
    }
}

void TestShippedScenarios::eachFileIsCompleteInItself_data()
{
    addRows();
}

void TestShippedScenarios::eachFileIsCompleteInItself()
{
    const ScenarioPtr scenario = scenarioOfRow();
    QVERIFY(scenario);
    if (!scenario->fix.isEmpty()) {
        QVERIFY(scenario->fix != scenario->id);
        QVERIFY2(namesOf(scenarios).contains(QString::fromUtf8(scenario->fix)),
            scenario->fix.constData());
    }
    static const QRegularExpression call(u"redis\\.script\\(\\s*\"([^\"]+)\""_s);
    for (const auto &match : call.globalMatch(QString::fromUtf8(scenario->source)))
        QVERIFY2(namesOf(scripts).contains(match.captured(1)), qPrintable(match.captured(1)));
    for (const Settings &settings : {scenario->defaults(), scenario->freeDefaults()}) {
        const auto possible = checkSettings(*scenario, settings);
        QVERIFY2(possible, possible ? "" : qPrintable(possible.error().detail));
    }
    QVERIFY2(scenario->clientCount(scenario->freeDefaults()) >= 2, "nobody to race with");
}

QTEST_GUILESS_MAIN(TestShippedScenarios)
#include "tst_shippedscenarios.moc"
