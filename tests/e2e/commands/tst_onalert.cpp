#include "tests/e2e/commands/programrun.h"
#include "tests/support/filecontents.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <sys/stat.h>

using namespace lockstep;
using namespace Qt::StringLiterals;

// The program that `watch --follow --on-alert` runs: what it is told, and that whatever it does the
// watch goes on.
class TestOnAlert : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theProgramIsToldAndNoShellSeesTheCommand();
    void theProgramGetsTheEnvironmentOfTheWatch();
    void anAlertDoesNotReplaceTheChangeOfItsCounter();
    void aProgramThatHangsIsKilledWithItsChildren();
    void aProgramThatFailsIsSaidOnce();
    void aProgramThatIsMissingIsSaidOnce();
    void aProgramThatFloodsIsKilledAndSaid();
    void whatAProgramLeavesBehindEndsWithIt();
    void nothingGoesOnAfterTheWatch();
    void ofAFloodTheNewestIsTold();
    void noAlertWaitsForAllOthers();
    void aKeyThatWasNeverSeenIsOfAnyFamily();
    void alertsOfOneLookAreInTheSnapshot();
    void whatWouldDoNothingIsRefused_data();
    void whatWouldDoNothingIsRefused();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }
    QString write(const QString &name, const QByteArray &text) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write a file of the test");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file.fileName();
    }
    QString rules() const
    {
        return write(u"rules.json"_s,
            R"({"alerts": [{"glob": "page_view", "when": "value > 10", "name": "Many views",
                "severity": "critical"}]})");
    }
    void follow(const QString &command)
    {
        followWith({u"--rules"_s, rules(), u"--on-alert"_s, command});
        readUntil([this] { return m_out.contains("page_view"); });
    }
    void followWith(const QStringList &arguments)
    {
        m_process.setProcessEnvironment(withoutDisplay());
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.start(programPath(),
            QStringList{u"watch"_s, u"--uri"_s, uri(*m_server), u"--follow"_s, u"--json"_s,
                u"--lang"_s, u"en"_s}
                + arguments);
    }
    template <typename Condition> void readUntil(Condition condition)
    {
        QTRY_VERIFY_WITH_TIMEOUT((read(), condition()), 60'000);
    }
    void read()
    {
        m_out += m_process.readAllStandardOutput();
        m_err += m_process.readAllStandardError();
    }
    // Sets the value, and waits until the line of that is printed.
    void setValue(int value, const QByteArray &event)
    {
        const auto before = m_out.count("\"event\":\"" + event + '"');
        m_server->run({"SET", "page_view", QByteArray::number(value)});
        readUntil([&] { return m_out.count("\"event\":\"" + event + '"') > before; });
        m_caused << event + " page_view " + QByteArray::number(value);
    }
    // Ends the watch. Whatever the program did, the alerts that were told are those that were
    // caused, in that order, and every other line is about the value of the counter.
    void compareLines()
    {
        m_process.terminate();
        QVERIFY(m_process.waitForFinished());
        read();
        QByteArrayList alerts;
        for (const QByteArray &text : m_out.trimmed().split('\n')) {
            const QJsonObject line = QJsonDocument::fromJson(text).object();
            const QString event = line[u"event"].toString();
            QVERIFY2(line[u"key"].toString() == u"page_view", text);
            if (line[u"alert"].isString())
                alerts << event.toLatin1() + " page_view "
                        + QByteArray::number(line[u"value"].toInt());
            else
                QVERIFY2(event == u"appeared" || event == u"changed", text);
        }
        QCOMPARE(alerts, m_caused);
    }

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    QProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
    QByteArrayList m_caused; // "firing page_view 20"
};

void TestOnAlert::init()
{
    m_server = std::make_unique<TestServer>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_out.clear();
    m_err.clear();
    m_caused.clear();
    m_server->run({"SET", "page_view", "1"});
}

void TestOnAlert::cleanup()
{
    m_process.terminate();
    m_process.waitForFinished();
}

// What this process sets for its own threads would keep the keychain from a Lockstep in a script.
void TestOnAlert::theProgramGetsTheEnvironmentOfTheWatch()
{
    const QString script = write(u"record"_s, "#!/bin/sh\nenv > \"$1.env\"\ncat > \"$1\"\n");
    follow(script + u' ' + path(u"told"_s));
    setValue(20, "firing");
    readUntil([this] { return contentsOf(path(u"told"_s)).contains("page_view"); });
    const QByteArray environment = contentsOf(path(u"told.env"_s));
    QVERIFY2(environment.contains("PATH="), environment.constData());
    QVERIFY2(!environment.contains("QT_NO_GLIB"), environment.constData());
}

void TestOnAlert::theProgramIsToldAndNoShellSeesTheCommand()
{
    const QString script = write(u"record"_s,
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$1.arguments\"\necho loud\ncat >> \"$1\"\n");
    follow(u"%1 %2 \"two words; $HOME *\" \"\"\"quoted\"\"\""_s.arg(script, path(u"told"_s)));
    setValue(20, "firing");
    readUntil([this] { return contentsOf(path(u"told"_s)).count('\n') == 1; });
    const QJsonObject alert = QJsonDocument::fromJson(contentsOf(path(u"told"_s))).object();
    QCOMPARE(alert[u"event"].toString(), u"firing"_s);
    QCOMPARE(alert[u"alert"].toString(), u"Many views"_s);
    QCOMPARE(alert[u"severity"].toString(), u"critical"_s);
    QCOMPARE(alert[u"when"].toString(), u"value > 10"_s);
    QCOMPARE(alert[u"key"].toString(), u"page_view"_s);
    QCOMPARE(alert[u"value"].toInt(), 20);
    QVERIFY(alert[u"since"].isString());
    QCOMPARE(contentsOf(path(u"told.arguments"_s)),
        path(u"told"_s).toUtf8() + "\ntwo words; $HOME *\n\"quoted\"\n");
    setValue(2, "resolved");
    readUntil([this] { return contentsOf(path(u"told"_s)).count('\n') == 2; });
    QVERIFY(contentsOf(path(u"told"_s)).contains("\"end\":\"over\""));
    QVERIFY(!m_out.contains("loud"));
}

// Both lines have the value, and counters are printed only where their value is another one than
// was printed last.
void TestOnAlert::anAlertDoesNotReplaceTheChangeOfItsCounter()
{
    follow(u"/bin/true"_s);
    for (const int value : {20, 2}) {
        setValue(value, value > 10 ? "firing" : "resolved");
        const QByteArray end = ",\"value\":" + QByteArray::number(value) + "}";
        readUntil([&] {
            const QList<QByteArray> lines = m_out.split('\n');
            return std::any_of(lines.begin(), lines.end(), [&](const QByteArray &line) {
                return line.contains("\"event\":\"changed\"") && line.endsWith(end);
            });
        });
    }
}

void TestOnAlert::aProgramThatHangsIsKilledWithItsChildren()
{
    const QString script = write(
        u"hang"_s, "#!/bin/sh\nsleep 1000 &\necho $! > \"$1.new\"\nmv \"$1.new\" \"$1\"\nwait\n");
    follow(u"%1 %2"_s.arg(script, path(u"child"_s)));
    setValue(20, "firing");
    readUntil([this] { return QFile::exists(path(u"child"_s)); });
    const qint64 child = contentsOf(path(u"child"_s)).trimmed().toLongLong();
    QVERIFY(processRuns(child));
    // The watch goes on meanwhile.
    setValue(2, "resolved");
    setValue(30, "firing");
    readUntil([this] { return m_err.contains("was killed after 10 s"); });
    QTRY_VERIFY(!processRuns(child));
    setValue(3, "resolved");
    compareLines();
}

void TestOnAlert::aProgramThatFailsIsSaidOnce()
{
    // Its last line comes in two pieces.
    const QString script = write(u"fail"_s,
        "#!/bin/sh\necho x >> \"$1\"\nprintf 'no route '\nsleep 0.2\necho to host\nexit 7\n");
    follow(u"%1 %2"_s.arg(script, path(u"runs"_s)));
    for (int i = 1; i <= 4; ++i) {
        setValue(i % 2 ? 20 : 2, i % 2 ? "firing" : "resolved");
        readUntil([&] { return contentsOf(path(u"runs"_s)).count('x') == i; });
    }
    readUntil([this] { return m_err.contains("its exit status was 7"); });
    QCOMPARE(m_err.count("its exit status was 7"), 1);
    QVERIFY(m_err.contains("it said: no route to host"));
    compareLines();
}

void TestOnAlert::aProgramThatIsMissingIsSaidOnce()
{
    const QString script = write(u"removed"_s, "#!/bin/sh\n");
    follow(script);
    QVERIFY(QFile::remove(script));
    for (int i = 1; i <= 4; ++i)
        setValue(i % 2 ? 20 : 2, i % 2 ? "firing" : "resolved");
    readUntil([this] { return m_err.contains("could not be started"); });
    QCOMPARE(m_err.count("could not be started"), 1);
    QVERIFY2(m_err.contains(script.toUtf8() + " of --on-alert failed"), m_err.constData());
    compareLines();
}

// It would print for ever; "yes" is its child.
void TestOnAlert::aProgramThatFloodsIsKilledAndSaid()
{
    const QString script = write(
        u"flood"_s, "#!/bin/sh\necho $$ > \"$1.new\"\nmv \"$1.new\" \"$1\"\nyes flooded >&2\n");
    follow(u"%1 %2"_s.arg(script, path(u"process"_s)));
    setValue(20, "firing");
    readUntil([this] { return m_err.contains("it printed more than 1 MiB"); });
    const qint64 process = contentsOf(path(u"process"_s)).trimmed().toLongLong();
    QVERIFY(process > 0);
    QTRY_VERIFY(!processRuns(process));
    QVERIFY(!m_err.contains("flooded"));
    QVERIFY(!m_out.contains("flooded"));
    setValue(2, "resolved"); // the watch goes on
    setValue(30, "firing");
    compareLines();
}

void TestOnAlert::whatAProgramLeavesBehindEndsWithIt()
{
    const QString script =
        write(u"leave"_s, "#!/bin/sh\nsleep 1000 &\necho $! > \"$1.new\"\nmv \"$1.new\" \"$1\"\n");
    follow(u"%1 %2"_s.arg(script, path(u"child"_s)));
    setValue(20, "firing");
    readUntil([this] { return QFile::exists(path(u"child"_s)); });
    const qint64 child = contentsOf(path(u"child"_s)).trimmed().toLongLong();
    QVERIFY(child > 0);
    QTRY_VERIFY(!processRuns(child));
}

void TestOnAlert::nothingGoesOnAfterTheWatch()
{
    const QString script = write(
        u"hang"_s, "#!/bin/sh\nsleep 1000 &\necho $! > \"$1.new\"\nmv \"$1.new\" \"$1\"\nwait\n");
    follow(u"%1 %2"_s.arg(script, path(u"child"_s)));
    setValue(20, "firing");
    readUntil([this] { return QFile::exists(path(u"child"_s)); });
    const qint64 child = contentsOf(path(u"child"_s)).trimmed().toLongLong();
    QVERIFY(processRuns(child));
    m_process.terminate();
    QVERIFY(m_process.waitForFinished());
    QTRY_VERIFY(!processRuns(child));
}

// The first run waits at a gate, so all that happens meanwhile has to wait.
void TestOnAlert::ofAFloodTheNewestIsTold()
{
    const QByteArray gate = path(u"gate"_s).toLocal8Bit();
    QCOMPARE(::mkfifo(gate.constData(), 0600), 0);
    const QString script = write(u"gated"_s, "#!/bin/sh\ncat >> \"$1\"\nread line < \"$2\"\n");
    follow(u"%1 %2 %3"_s.arg(script, path(u"told"_s), path(u"gate"_s)));
    setValue(20, "firing");
    readUntil([this] { return contentsOf(path(u"told"_s)).count('\n') == 1; });
    for (int i = 0; i < 5; ++i) {
        setValue(2, "resolved");
        setValue(30 + i, "firing");
    }
    setValue(3, "resolved");
    QCOMPARE(contentsOf(path(u"told"_s)).count('\n'), 1);
    QFile open(path(u"gate"_s));
    QVERIFY(open.open(QIODevice::ReadWrite));
    open.write("go\ngo\n");
    open.flush();
    readUntil([this] { return contentsOf(path(u"told"_s)).count('\n') == 2; });
    const QByteArray last = contentsOf(path(u"told"_s)).split('\n').at(1);
    QVERIFY2(last.contains("\"event\":\"resolved\""), last);
    compareLines();
}

// Eight rules have a hundred keys each to be told of, and eight programs run at a time.
void TestOnAlert::noAlertWaitsForAllOthers()
{
    QJsonArray alerts;
    for (int i = 0; i < 9; ++i) {
        alerts.append(QJsonObject{{u"glob"_s, u"views:%1:*"_s.arg(i)}, {u"when"_s, u"value > 10"_s},
            {u"family"_s, u"counter"_s}, {u"name"_s, u"rule %1"_s.arg(i)}});
        for (int key = 0; key < 100; ++key)
            m_server->run(
                {"SET", "views:" + QByteArray::number(i) + ':' + QByteArray::number(key), "20"});
    }
    const QJsonObject file{{u"alerts"_s, alerts},
        {u"rules"_s,
            QJsonArray{QJsonObject{{u"glob"_s, u"views:*"_s}, {u"family"_s, u"counter"_s}}}}};
    const QString told = path(u"told"_s);
    const QString script = write(u"record"_s, "#!/bin/sh\ncat >> \"$1\"\n");
    followWith({u"--rules"_s, write(u"nine.json"_s, QJsonDocument(file).toJson()), u"--on-alert"_s,
        u"%1 %2"_s.arg(script, told)});
    const auto has = [&](int rule) {
        return contentsOf(told).contains("\"alert\":\"rule " + QByteArray::number(rule) + '"');
    };
    readUntil([&] {
        for (int i = 0; i < 9; ++i) {
            if (!has(i))
                return false;
        }
        return true;
    });
    QVERIFY2(contentsOf(told).count('\n') < 400, QByteArray::number(contentsOf(told).count('\n')));
}

void TestOnAlert::aKeyThatWasNeverSeenIsOfAnyFamily()
{
    followWith({u"--family"_s, u"lock"_s, u"--rules"_s,
        write(u"gone.json"_s,
            R"({"alerts": [{"glob": "leader", "when": "gone", "name": "No leader"}]})")});
    readUntil([this] { return m_out.contains("\"alert\":\"No leader\""); });
}

void TestOnAlert::alertsOfOneLookAreInTheSnapshot()
{
    m_server->run({"SET", "page_view", "20"});
    const auto outcome = lockstepRun(
        {u"watch"_s, u"--uri"_s, uri(*m_server), u"--once"_s, u"--json"_s, u"--rules"_s, rules()});
    QCOMPARE(outcome.status, 0);
    const auto alerts = QJsonDocument::fromJson(outcome.out)[u"alerts"];
    QCOMPARE(alerts[0][u"alert"].toString(), u"Many views"_s);
    QCOMPARE(alerts[0][u"sinceIs"].toString(), u"atLeast"_s);
    QVERIFY(alerts[1].isUndefined());
}

void TestOnAlert::whatWouldDoNothingIsRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("json"); // of the rules; empty: there are none
    const QByteArray alerts = R"({"alerts": [{"glob": "a", "when": "gone", "name": "A"}]})";
    QTest::newRow("a snapshot") << QStringList{u"--once"_s} << alerts;
    QTest::newRow("no rules") << QStringList{u"--follow"_s} << QByteArray();
    QTest::newRow("rules without alerts")
        << QStringList{u"--follow"_s} << QByteArray(R"({"rules": []})");
}

void TestOnAlert::whatWouldDoNothingIsRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(const QByteArray, json);
    if (!json.isEmpty())
        arguments << u"--rules"_s << write(u"some.json"_s, json);
    const auto outcome =
        lockstepRun(QStringList{u"watch"_s, u"--uri"_s, uri(*m_server), u"--on-alert"_s, u"true"_s}
            + arguments);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains("--on-alert"), outcome.err);
}

QTEST_GUILESS_MAIN(TestOnAlert)
#include "tst_onalert.moc"
