// Grading of submissions to an exercise by the built program, as a teacher starts it.

#include "tests/e2e/commands/programrun.h"
#include "tests/support/filecontents.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <sys/stat.h>

using namespace lockstep;

namespace {

const QString exercise = QStringLiteral("stock-read-then-write");

QByteArray shipped(const QString &id)
{
    return contentsOf(QStringLiteral(LOCKSTEP_SCENARIOS "/%1.lua").arg(id));
}

} // namespace

class TestLabCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void eachFileOfAFolderIsGraded();
    void jsonHasALineForEachFile();
    void allSolvedIsStatusZero();
    void whatIsNoFileIsGradedAndTheOthersGoOn();
    void aLimitIsKept();
    void whoSleepsLongerThanItIsAssumedIsTold();
    void wrongUsageIsRefused_data();
    void wrongUsageIsRefused();
    void theHelpNamesIt();

private:
    void write(const QString &name, const QByteArray &text) const;
    [[nodiscard]] QString path(const QString &name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestLabCheck::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestLabCheck::write(const QString &name, const QByteArray &text) const
{
    QFile file(path(name));
    QVERIFY(!text.isEmpty());
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

void TestLabCheck::eachFileOfAFolderIsGraded()
{
    write(QStringLiteral("ann.lua"), shipped(QStringLiteral("stock-script")));
    write(QStringLiteral("bob.lua"), shipped(exercise));
    write(QStringLiteral("cid.lua"), "return {");
    write(QStringLiteral("notes.txt"), "not a submission");
    const Outcome outcome = lockstepRun({QStringLiteral("lab"), QStringLiteral("check"),
        m_folder->path(), QStringLiteral("--exercise"), exercise, QStringLiteral("--lang"),
        QStringLiteral("en")});
    QCOMPARE(outcome.status, 3);
    const auto lines = outcome.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY2(lines[0].contains("ann.lua: Solved"), outcome.out.constData());
    QVERIFY2(lines[1].contains("bob.lua: Not solved") && lines[1].contains("A1 A2 B1 C1 C2 B2"),
        outcome.out.constData());
    QVERIFY2(lines[2].contains("cid.lua: Not solved") && lines[2].contains(":1:"),
        outcome.out.constData());
    QCOMPARE(lines[3], QByteArray("1 of 3 solved."));
}

void TestLabCheck::jsonHasALineForEachFile()
{
    write(QStringLiteral("bob.lua"), shipped(exercise));
    write(QStringLiteral("ann.lua"), shipped(QStringLiteral("stock-script")));
    const Outcome outcome = lockstepRun({QStringLiteral("lab"), QStringLiteral("check"),
        path(QStringLiteral("bob.lua")), path(QStringLiteral("ann.lua")),
        QStringLiteral("--exercise"), exercise, QStringLiteral("--json")});
    QCOMPARE(outcome.status, 3);
    const auto lines = outcome.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    const QJsonObject bob = QJsonDocument::fromJson(lines[0]).object();
    QCOMPARE(bob[u"file"].toString(), path(QStringLiteral("bob.lua")));
    QCOMPARE(bob[u"exercise"].toString(), exercise);
    QCOMPARE(bob[u"solved"], QJsonValue(false));
    QCOMPARE(bob[u"outcome"].toString(), QStringLiteral("violated"));
    QCOMPARE(bob[u"trace"].toArray().size(), 6);
    const QJsonObject ann = QJsonDocument::fromJson(lines[1]).object();
    QCOMPARE(ann[u"solved"], QJsonValue(true));
    QVERIFY(ann[u"trace"].isNull() && ann[u"mistake"].isNull());
}

void TestLabCheck::allSolvedIsStatusZero()
{
    write(QStringLiteral("ann.lua"), shipped(QStringLiteral("stock-script")));
    const Outcome outcome = lockstepRun({QStringLiteral("lab"), QStringLiteral("check"),
        path(QStringLiteral("ann.lua")), QStringLiteral("--exercise"), exercise});
    QVERIFY2(outcome.status == 0, outcome.err.constData());
}

void TestLabCheck::whatIsNoFileIsGradedAndTheOthersGoOn()
{
    const QString pipe = path(QStringLiteral("pipe.lua"));
    QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    write(QStringLiteral("ann.lua"), shipped(QStringLiteral("stock-script")));
    const Outcome outcome = lockstepRun({QStringLiteral("lab"), QStringLiteral("check"), pipe,
        path(QStringLiteral("ann.lua")), QStringLiteral("--exercise"), exercise,
        QStringLiteral("--lang"), QStringLiteral("en")});
    QCOMPARE(outcome.status, 3);
    const auto lines = outcome.out.trimmed().split('\n');
    QVERIFY2(lines.value(0).contains("no regular file"), outcome.out.constData());
    QVERIFY2(lines.value(1).contains("Solved"), outcome.out.constData());
}

// Far more interleavings than can be executed in that time.
void TestLabCheck::aLimitIsKept()
{
    write(QStringLiteral("slow.lua"),
        "return { id = \"slow\", family = \"stock\", title = { en = \"t\" }, lesson = { en = \"l\" "
        "},\n keys = { \"stock\" }, client = function(p, me)\n for i = 1, 200 do\n"
        " redis.call(\"SET\", \"stock\", me.index * 1000 + i)\n end\n end }\n");
    const Outcome outcome = lockstepRun({QStringLiteral("lab"), QStringLiteral("check"),
        path(QStringLiteral("slow.lua")), QStringLiteral("--exercise"), exercise,
        QStringLiteral("--limit"), QStringLiteral("0.2"), QStringLiteral("--json")});
    QCOMPARE(outcome.status, 3);
    QCOMPARE(QJsonDocument::fromJson(outcome.out).object()[u"outcome"].toString(),
        QStringLiteral("undecided"));
}

void TestLabCheck::whoSleepsLongerThanItIsAssumedIsTold()
{
    QByteArray text = shipped(QStringLiteral("lock-compare-and-delete"));
    text.replace("leave(\"lock\")", "sleep(p.lease) leave(\"lock\")");
    write(QStringLiteral("sleeps.lua"), text);
    const Outcome outcome = lockstepRun({QStringLiteral("lab"), QStringLiteral("check"),
        path(QStringLiteral("sleeps.lua")), QStringLiteral("--exercise"),
        QStringLiteral("lock-blind-delete"), QStringLiteral("--lang"), QStringLiteral("en")});
    QCOMPARE(outcome.status, 3);
    QVERIFY2(
        outcome.out.contains(
            "sleeps.lua: Not solved: somebody sleeps or waits inside for as long as a lease, or "
            "longer, and it is assumed that work is shorter."),
        outcome.out + outcome.err);
}

void TestLabCheck::wrongUsageIsRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no file") << QStringList{QStringLiteral("--exercise"), exercise}
                             << QByteArray("files to grade");
    QTest::newRow("no exercise") << QStringList{QStringLiteral("/etc/passwd")}
                                 << QByteArray("--exercise");
    QTest::newRow("an unknown one") << QStringList{QStringLiteral("/etc/passwd"),
        QStringLiteral("--exercise"), QStringLiteral("stock-scrip")}
                                    << QByteArray("stock-script");
    QTest::newRow("a lesson without one") << QStringList{QStringLiteral("/etc/passwd"),
        QStringLiteral("--exercise"), QStringLiteral("stock-script")}
                                          << QByteArray("counter-get-set");
    QTest::newRow("a file that is not there") << QStringList{QStringLiteral("/nowhere/at/all.lua"),
        QStringLiteral("--exercise"), exercise}
                                              << QByteArray("/nowhere/at/all.lua");
}

void TestLabCheck::wrongUsageIsRefused()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, said);
    const Outcome outcome = lockstepRun(QStringList{QStringLiteral("lab"), QStringLiteral("check"),
                                            QStringLiteral("--lang"), QStringLiteral("en")}
        + words);
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.contains(said), outcome.err.constData());
}

void TestLabCheck::theHelpNamesIt()
{
    const Outcome outcome = lockstepRun({QStringLiteral("lab"), QStringLiteral("check"),
        QStringLiteral("--help"), QStringLiteral("--lang"), QStringLiteral("en")});
    QCOMPARE(outcome.status, 0);
    for (const char *word : {"--exercise ID", "--limit SECONDS", "--json"})
        QVERIFY2(outcome.out.contains(word), word);
}

QTEST_GUILESS_MAIN(TestLabCheck)
#include "tst_labcheck.moc"
