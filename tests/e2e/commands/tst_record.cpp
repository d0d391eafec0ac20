#include "tests/e2e/commands/programrun.h"
#include "tests/support/filecontents.h"
#include "tests/support/patience.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

#include <csignal>
#include <map>
#include <vector>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

// What ends a recording in a way that nobody has asked for.
enum class Fault : quint8 { Killed, FullDisk, SizeLimit, MovedAway };

// Runs the other words in a namespace where the folder $1 is a disk of so many kilobytes ($2) that
// is full soon, and copies what is on it then to the folder $3. Anybody may have such namespaces,
// or nobody but root, or nobody.
constexpr const char *smallDisk = R"(
    if [ -z "$inside" ]; then
        export inside=1
        if unshare -m true 2>/dev/null; then exec unshare -m sh -c "$0" "$0" "$@"; fi
        exec unshare -rm sh -c "$0" "$0" "$@"
    fi
    mount -t tmpfs -o size=$2k tmpfs "$1" || exit 77
    disk=$1 kept=$3
    shift 3
    "$@" &
    trap "kill $!" TERM
    wait $!
    status=$?
    if [ $status -gt 128 ]; then wait $!; status=$?; fi
    cp "$disk"/* "$kept"
    exit $status)";

bool mayMakeSmallDisk()
{
    static const bool may = [] {
        const QTemporaryDir disk;
        const QTemporaryDir kept;
        QProcess shell;
        shell.start(u"/bin/sh"_s,
            {u"-c"_s, QString::fromLatin1(smallDisk), QString::fromLatin1(smallDisk), disk.path(),
                u"64"_s, kept.path(), u"touch"_s, disk.filePath(u"file"_s)});
        return shell.waitForFinished(60'000) && shell.exitCode() == 0
            && QFile::exists(kept.filePath(u"file"_s));
    }();
    return may;
}

} // namespace

// `lockstep record` writes a file, and `lockstep history` answers from it; what goes wrong with
// that file is said, and the watch goes on.
class TestRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void whoHeldALockIsAnswered();
    void aSemaphoreWithoutATtlHasTheSameTimeLeftEverywhere();
    void whatIsNotRecordedIsNotToldAsNothing();
    void oldPartsAreThrownAwayAndSaidToBe();
    void aPolledLockIsUnknownWhereItWasNotLookedAt();
    void aServerThatFallsSilentEndsTheRecordingWhereItAnsweredLast();
    void whatHappensWhileTheRecorderStandsStillIsUnknown();
    void aCopyWithoutItsLogIsToldFromAnEmptyRecording();
    void aLogThatAnotherProgramHasMergedIsNotMissed();
    void aTimeThatIsThereTwiceIsRefused_data();
    void aTimeThatIsThereTwiceIsRefused();
    void aRecordingGoesOnAsAnotherSession();
    void whatIsKilledWasCutOffAndIsReadable();
    void theFileHasWhatHappenedAndNothingElse_data();
    void theFileHasWhatHappenedAndNothingElse();
    void aFileOfALaterVersionStaysAsItIs();
    void aFullDiskEndsTheRecordingAndNotTheWatch();
    void aDiskThatIsFullFromTheStartLeavesNoFile();
    void aServerThatIsNeverReachedLeavesNoFile();
    void aSignalBeforeTheServerIsReachedIsTheExitStatus();
    void aFileThatIsDeletedEndsTheRecordingAndNotTheWatch();
    void aFolderThatIsRemovedIsSaidInOneSentence();
    void aFileThatIsMovedAwayHasAllThatWasRecorded();
    void twoRecordersOfOneFileAreRefused();
    void anotherServerIsNotRecordedIntoTheSameFile();
    void whatCannotBeReadIsSaid_data();
    void whatCannotBeReadIsSaid();
    void wrongWordsAreRefused_data();
    void wrongWordsAreRefused();

private:
    static constexpr auto first = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";

    void record(const QStringList &more = {}, const QString &limit = {})
    {
        start(more, limit);
        waitForMessage("Recording " + uri(*m_server).toUtf8() + " into " + m_file.toUtf8());
    }
    [[nodiscard]] QStringList recordWords() const
    {
        return {u"record"_s, u"--uri"_s, uri(*m_server), u"--lang"_s, u"en"_s, m_file};
    }
    void start(const QStringList &more, const QString &limit)
    {
        m_err.clear();
        m_process.setProcessEnvironment(withoutDisplay());
        m_process.setStandardInputFile(QProcess::nullDevice());
        const QStringList words = recordWords() + more;
        if (limit.isEmpty())
            m_process.start(programPath(), words);
        else // in blocks of 512 bytes
            m_process.start(u"/bin/sh"_s,
                QStringList{
                    u"-c"_s, u"ulimit -f "_s + limit + u"; exec \"$0\" \"$@\""_s, programPath()}
                    + words);
        QVERIFY(m_process.waitForStarted());
    }
    void waitForMessage(const QByteArray &words)
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            (m_err += m_process.readAllStandardError(), m_err.contains(words)), 60'000);
    }
    // A lock is taken and seen; its line is on standard error by then.
    void acquire(const QByteArray &key, const QByteArray &token = first)
    {
        m_server->run({"SET", key, token, "PX", "600000"});
        waitForMessage(key);
    }
    int stop()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(60'000))
            return -1;
        m_err += m_process.readAllStandardError();
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }
    Outcome history(const QStringList &words) const
    {
        return lockstepRun(QStringList{u"history"_s, m_file, u"--lang"_s, u"en"_s} + words);
    }
    // On a disk that is full soon; what is there in the end is in the folder afterwards.
    void recordOnSmallDisk(const QString &folder)
    {
        m_err.clear();
        m_disk = std::make_unique<QTemporaryDir>();
        m_file = m_disk->filePath(u"night.lockstep"_s);
        m_process.setProcessEnvironment(withoutDisplay());
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.start(u"/bin/sh"_s,
            QStringList{u"-c"_s, QString::fromLatin1(smallDisk), QString::fromLatin1(smallDisk),
                m_disk->path(), u"400"_s, folder, programPath()}
                + recordWords());
        waitForMessage("Recording " + uri(*m_server).toUtf8() + " into " + m_file.toUtf8());
    }
    // Does that to a lock and waits until it is told. What has to be told is its holder now, and
    // after its release the last one.
    void drive(
        const QString &key, const Command &command, const QString &event, const QString &holder)
    {
        const auto before = m_err.count(key.toUtf8());
        m_server->run(command);
        QTRY_VERIFY_WITH_TIMEOUT(
            (m_err += m_process.readAllStandardError(), m_err.count(key.toUtf8()) > before),
            60'000);
        m_steps[key].push_back({event, holder, QDateTime::currentDateTimeUtc()});
    }
    void driveLives(int count)
    {
        for (int i = 0; i < count && !QTest::currentTestFailed(); ++i) {
            const QString key = u"lock:%1"_s.arg(++m_lives % 7);
            const QByteArray name = key.toUtf8();
            const QString holder = u"the-first-owner-of-%1"_s.arg(m_lives);
            const QString next = u"the-second-owner-of-%1"_s.arg(m_lives);
            drive(key, {"SET", name, holder.toUtf8(), "PX", "600000"}, u"acquired"_s, holder);
            drive(key, {"PEXPIRE", name, "900000"}, u"renewed"_s, holder);
            drive(key, {"SET", name, next.toUtf8(), "PX", "600000"}, u"handedOver"_s, next);
            drive(key, {"DEL", name}, u"released"_s, next);
        }
    }
    struct Step
    {
        QString event;
        QString holder;
        QDateTime seen; // when it had been told
    };
    using Steps = std::map<QString, std::vector<Step>>; // of each key, in order
    struct Recorded
    {
        Steps steps;
        int count = 0;
        QDateTime until; // what is later was not recorded, or was not asked for
    };
    [[nodiscard]] Recorded recorded() const
    {
        const QString to = now();
        const auto told = history({u"--to"_s, to, u"--json"_s});
        if (told.status != 0)
            qWarning("%s", told.err.constData());
        Recorded recorded{{}, 0, QDateTime::fromString(to, Qt::ISODateWithMs)};
        for (const QByteArray &text : told.out.trimmed().split('\n')) {
            const QJsonObject line = QJsonDocument::fromJson(text).object();
            if (line[u"cause"].toString() == u"notRecorded") {
                if (line[u"since"].isString()) // else it is what was before
                    recorded.until =
                        QDateTime::fromString(line[u"since"].toString(), Qt::ISODateWithMs);
                continue;
            }
            recorded.steps[line[u"key"].toString()].push_back(
                {line[u"event"].toString(), line[u"holder"].toString(), {}});
            ++recorded.count;
        }
        return recorded;
    }
    // The answer to who has the lock: its holder, "free", "unknown", "none", "not recorded".
    QByteArray told(const QByteArray &key, const QString &at) const
    {
        const auto outcome =
            history({u"--key"_s, QString::fromLatin1(key), u"--at"_s, at, u"--json"_s});
        if (outcome.status == 1 && outcome.err.contains("nothing was recorded"))
            return "not recorded";
        const QJsonObject moment = QJsonDocument::fromJson(outcome.out).object();
        const QJsonObject recording = moment[u"recording"].toObject();
        const QJsonObject lock = moment[u"locks"].toArray().first().toObject();
        const QJsonObject freed = recording[u"free"].toArray().first().toObject();
        if (!lock.isEmpty())
            return lock[u"state"].toString() == u"unknown" ? QByteArray("unknown")
                                                           : lock[u"holder"].toString().toLatin1();
        if (!freed.isEmpty())
            return freed[u"certain"].toBool() ? "free" : "unknown";
        return recording[u"complete"].toBool() && recording[u"known"].toString() == u"seen"
            ? "none"
            : "unknown";
    }
    // A moment that is neither that of what was seen nor that of what comes.
    static QString now()
    {
        const auto moment = QDateTime::currentDateTimeUtc().addMSecs(2);
        while (QDateTime::currentDateTimeUtc() < moment.addMSecs(2))
            QCoreApplication::processEvents();
        return moment.toString(Qt::ISODateWithMs);
    }

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    QProcess m_process;
    QByteArray m_err;
    std::unique_ptr<QTemporaryDir> m_disk;
    Steps m_steps;
    int m_lives = 0;
};

void TestRecord::init()
{
    m_server = std::make_unique<TestServer>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"night.lockstep"_s);
    m_steps.clear();
    m_lives = 0;
}

void TestRecord::cleanup()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate(); // a shell around it has to end it
    if (!m_process.waitForFinished())
        m_process.kill();
    m_process.waitForFinished();
}

void TestRecord::whoHeldALockIsAnswered()
{
    record();
    acquire("lock:other");
    const QString before = now();
    acquire("lock:order:7");
    const QString held = now();
    m_server->run({"DEL", "lock:order:7"});
    waitForMessage("released");
    const QString after = now();
    m_server->run({"SET", "lock:order:7", "another-owner-4711", "PX", "600000"});
    waitForMessage("another-owner");
    QCOMPARE(stop(), 0);

    const auto lock = [&](const QString &at) {
        const auto told = history({u"--key"_s, u"lock:order:7"_s, u"--at"_s, at, u"--json"_s});
        if (told.status != 0)
            qWarning("%s", told.err.constData());
        return QJsonDocument::fromJson(told.out).object();
    };
    QJsonObject moment = lock(held);
    QCOMPARE(moment[u"locks"].toArray().size(), 1);
    QCOMPARE(moment[u"locks"].toArray().first().toObject()[u"holder"].toString(),
        QString::fromLatin1(first));
    QCOMPARE(moment[u"recording"].toObject()[u"known"].toString(), u"seen"_s);
    QVERIFY(!moment.contains(u"cost"_s));
    moment = lock(before);
    QVERIFY(moment[u"locks"].toArray().isEmpty());
    QVERIFY(moment[u"recording"].toObject()[u"free"].toArray().isEmpty());
    moment = lock(after);
    QVERIFY(moment[u"locks"].toArray().isEmpty());
    const auto freed = moment[u"recording"].toObject()[u"free"].toArray().first().toObject();
    QCOMPARE(freed[u"holder"].toString(), QString::fromLatin1(first));
    QCOMPARE(freed[u"event"].toString(), u"released"_s);
    QVERIFY(freed[u"certain"].toBool());

    auto told = history({u"--key"_s, u"lock:order:7"_s, u"--at"_s, held});
    QVERIFY2(told.out.contains(QByteArray("lock:order:7: held by ") + first + " since "),
        told.out.constData());
    told = history({u"--key"_s, u"lock:order:7"_s, u"--at"_s, after});
    QVERIFY2(told.out.contains("lock:order:7: free since "), told.out.constData());
    told = history({u"--at"_s, held, u"--csv"_s});
    QVERIFY(told.out.startsWith("family,key,name"));
    QCOMPARE(told.out.count('\n'), 3);

    told = history({u"--glob"_s, u"lock:order:*"_s, u"--json"_s});
    QStringList events;
    for (const QByteArray &line : told.out.trimmed().split('\n'))
        events << QJsonDocument::fromJson(line)[u"event"].toString();
    QCOMPARE(events, QStringList({u"acquired"_s, u"released"_s, u"acquired"_s}));
    told = history({u"--from"_s, before, u"--to"_s, held, u"--csv"_s});
    QCOMPARE(told.out.count('\n'), 2);
    QVERIFY(told.out.contains(",acquired,lock,lock:order:7,"));
    told = history({});
    QCOMPARE(told.out.count("lock:order:7"), 3);
    QCOMPARE(told.err, QByteArray());

    told = history({u"--at"_s, u"-1d"_s});
    QCOMPARE(told.status, 1);
    QCOMPARE(told.out, QByteArray());
    QVERIFY(told.err.contains("nothing was recorded: only from"));
}

// Its key has no TTL, so what ends is its permits.
void TestRecord::aSemaphoreWithoutATtlHasTheSameTimeLeftEverywhere()
{
    record();
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    m_server->run({"ZADD", "asynq:sema:mail", QByteArray::number(now + 1800), "worker-1",
        QByteArray::number(now + 3600), "worker-2"});
    waitForMessage("worker-2");
    m_server->run({"ZADD", "asynq:sema:mail", QByteArray::number(now + 2400), "worker-1"});
    waitForMessage("renewed");
    const QString at = TestRecord::now();
    const auto watched =
        lockstepRun({u"watch"_s, u"--uri"_s, uri(*m_server), u"--once"_s, u"--json"_s});
    acquire("lock:last"); // the recording ends with what was seen last
    QCOMPARE(stop(), 0);
    const auto recorded = history({u"--at"_s, at, u"--json"_s});
    const QByteArray lines = history({u"--key"_s, u"asynq:sema:mail"_s}).out;
    for (const QByteArray &told : {m_err, lines}) { // whose permit it was
        const auto renewed = told.indexOf("renewed");
        QVERIFY2(renewed > 0
                && told.mid(renewed, told.indexOf('\n', renewed) - renewed).contains("worker-1"),
            told.constData());
    }
    for (const QByteArray &json : {watched.out, recorded.out}) {
        QVERIFY2(!json.isEmpty(), recorded.err.constData());
        const auto locks = QJsonDocument::fromJson(json).object()[u"locks"].toArray();
        QCOMPARE(locks.size(), 1);
        const QJsonObject lock = locks.first().toObject();
        QVERIFY(lock[u"ttlMs"].isNull()); // the key's
        QCOMPARE(lock[u"expires"], QJsonValue(false));
        const double left = lock[u"timeLeftMs"].toDouble();
        QVERIFY2(left > 1'800'000 && left <= 3'600'000, json.constData());
        QCOMPARE(lock[u"permits"].toArray().last().toObject()[u"ttlMs"].toDouble(), left);
    }
    const auto csv = history({u"--at"_s, at, u"--csv"_s}).out.trimmed().split('\n');
    const auto column = csv.first().split(',').indexOf("timeLeftMs");
    QVERIFY(column > 0);
    QCOMPARE(csv.last().split(',').value(column).toDouble(),
        QJsonDocument::fromJson(recorded.out)
            .object()[u"locks"]
            .toArray()
            .first()
            .toObject()[u"timeLeftMs"]
            .toDouble());
    const QByteArray table = history({u"--at"_s, at}).out;
    QVERIFY2(table.contains("asynq:sema:mail") && !table.contains("never"), table.constData());
}

void TestRecord::whatIsNotRecordedIsNotToldAsNothing()
{
    record();
    acquire("lock:a");
    QCOMPARE(stop(), 0);
    for (const QString &format : {u"--json"_s, u"--csv"_s}) {
        const auto before = history({format, u"--from"_s, u"-2d"_s, u"--to"_s, u"-1d"_s});
        QCOMPARE(before.status, 0);
        QVERIFY2(before.out.contains("notRecorded"), before.out.constData());
    }
    const QString end = now();
    const auto text = history({u"--from"_s, end, u"--to"_s, now()});
    QVERIFY2(text.out.contains("nothing was recorded since"), text.out.constData());
    QVERIFY2(text.out.contains(" UTC"), text.out.constData());
}

void TestRecord::oldPartsAreThrownAwayAndSaidToBe()
{
    record({u"--keep"_s, u"1MB"_s});
    acquire("lock:stays");
    acquire("lock:early");
    const QString early = now();
    m_server->run({"DEL", "lock:early"});
    // What is not recorded yet is not thrown away.
    const auto isThrownAway = [&] {
        return history({u"--at"_s, early}).err.contains("nothing was recorded: only from");
    };
    QString owner;
    const QDeadlineTimer limit(120'000);
    for (int round = 0; !limit.hasExpired(); ++round) {
        owner = u"owner-of-round-%1"_s.arg(round);
        std::vector<Command> commands;
        for (int n = 0; n < 1'000; ++n)
            commands.push_back(
                {"SET", "lock:" + QByteArray::number(n), owner.toLatin1(), "PX", "600000"});
        m_server->runAll(commands);
        m_process.waitForReadyRead(1'000);
        m_err += m_process.readAllStandardError();
        if (round % 5 == 4 && isThrownAway())
            break;
    }
    QVERIFY(isThrownAway());
    // What was recorded of a moment is thrown away, too, if much follows. So this waits for a
    // moment at which all that has happened is recorded.
    QString late;
    const auto isAllRecorded = [&] {
        late = now();
        if (!QTest::qWaitFor([&] { return told("lock:stays", late) != "not recorded"; }, 60'000))
            return false;
        const auto moment = history({u"--glob"_s, u"lock:*"_s, u"--at"_s, late, u"--json"_s});
        const QJsonArray locks = QJsonDocument::fromJson(moment.out)[u"locks"].toArray();
        return 1'000 == std::count_if(locks.begin(), locks.end(), [&](const QJsonValue &lock) {
            return lock[u"holder"].toString() == owner;
        });
    };
    QVERIFY(QTest::qWaitFor(isAllRecorded, 120'000));
    QCOMPARE(stop(), 0);
    QVERIFY2(QFileInfo(m_file).size() < 1'400'000,
        qPrintable(QString::number(QFileInfo(m_file).size())));
    QCOMPARE(told("lock:stays", late), QByteArray(first));
    QCOMPARE(told("lock:stays", early), QByteArray("not recorded"));
    const auto lines = history({u"--key"_s, u"lock:stays"_s});
    QVERIFY2(lines.out.contains("nothing was recorded since"), lines.out.constData());
}

void TestRecord::aPolledLockIsUnknownWhereItWasNotLookedAt()
{
    m_server->run({"SET", "lock:a", first});
    m_server->run({"ACL", "SETUSER", "default", "-client|tracking", "-subscribe", "-psubscribe",
        "-ssubscribe"});
    record();
    waitForMessage("lock:a");
    const QString held = now();
    m_server->run({"SET", "lock:a", "another-owner-4711"});
    const QString between = now();
    waitForMessage("another-owner");
    m_server->run({"SET", "lock:new", "one-more-owner-4711"});
    const QString hidden = now();
    waitForMessage("lock:new");
    acquire("lock:last");
    QTRY_COMPARE_WITH_TIMEOUT(told("lock:a", between), QByteArray("unknown"), 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(told("lock:new", hidden), QByteArray("unknown"), 60'000);
    QVERIFY(told("lock:a", held) == first || told("lock:a", held) == "unknown");
    QCOMPARE(stop(), 0);
    const auto text = history({u"--key"_s, u"lock:a"_s, u"--at"_s, between});
    QVERIFY2(text.out.contains("lock:a: unknown; a change was seen at"), text.out.constData());
    const auto found = history({u"--key"_s, u"lock:new"_s, u"--at"_s, hidden});
    QVERIFY2(found.out.contains("lock:new: unknown; it was found at"), found.out.constData());
}

void TestRecord::aServerThatFallsSilentEndsTheRecordingWhereItAnsweredLast()
{
    record();
    acquire("lock:a");
    QTRY_COMPARE_WITH_TIMEOUT(told("lock:a", now()), QByteArray("not recorded"), 60'000);
    m_server->suspend(); // as good as a network that is cut
    const QString silent = now();
    const QDateTime begin = QDateTime::currentDateTimeUtc();
    QTRY_VERIFY(begin.msecsTo(QDateTime::currentDateTimeUtc()) > 1'800);
    m_process.kill();
    QVERIFY(m_process.waitForFinished());
    QCOMPARE(told("lock:a", silent), QByteArray("not recorded"));
}

void TestRecord::whatHappensWhileTheRecorderStandsStillIsUnknown()
{
    record();
    acquire("lock:a");
    acquire("lock:idle");
    const auto recorder = pid_t(m_process.processId());
    QTest::qWait(3'000); // whatever was late while it began
    const QString before = now();
    QTest::qWait(500);
    ::kill(recorder, SIGSTOP);
    QTest::qWait(300);
    m_server->run({"DEL", "lock:a"});
    m_server->run({"SET", "lock:b", "another-owner-4711", "PX", "600000"});
    QTest::qWait(300);
    const QString within = now();
    QTest::qWait(400);
    ::kill(recorder, SIGCONT);
    waitForMessage("gone");
    waitForMessage("another-owner");
    QTest::qWait(500);
    const QString after = now();
    QTest::qWait(200);
    m_server->run({"DEL", "lock:idle"});
    acquire("lock:last");
    QCOMPARE(stop(), 0);
    QCOMPARE(told("lock:a", before), QByteArray(first));
    QCOMPARE(told("lock:b", before), QByteArray("none"));
    QCOMPARE(told("lock:a", within), QByteArray("unknown"));
    QCOMPARE(told("lock:b", within), QByteArray("unknown"));
    QCOMPARE(told("lock:idle", within), QByteArray(first));
    QCOMPARE(told("lock:a", after), QByteArray("free"));
    QCOMPARE(told("lock:b", after), QByteArray("another-owner-4711"));
    QCOMPARE(told("lock:idle", after), QByteArray(first)); // its change came later, and is not late
}

void TestRecord::aCopyWithoutItsLogIsToldFromAnEmptyRecording()
{
    record();
    acquire("lock:a");
    m_process.kill();
    QVERIFY(m_process.waitForFinished());
    const QString copy = m_folder->filePath(u"copy.lockstep"_s);
    QVERIFY(QFile::copy(m_file, copy));
    m_file = copy;
    for (int i = 0; i < 2; ++i) { // a reader leaves an empty log
        const auto lines = history({});
        QVERIFY2(lines.err.contains("copy.lockstep-wal is not there"), lines.err.constData());
        QVERIFY2(!lines.err.contains("is empty"), lines.err.constData());
        QVERIFY2(!lines.out.contains("lock:a"), lines.out.constData());
    }
}

// Another program that reads a recording whose recorder was killed moves the log into it.
void TestRecord::aLogThatAnotherProgramHasMergedIsNotMissed()
{
    record();
    acquire("lock:a");
    QTRY_VERIFY(history({}).out.contains("lock:a"));
    m_process.kill();
    QVERIFY(m_process.waitForFinished());
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_file);
        database.setDatabaseName(m_file);
        QVERIFY(database.open() && QSqlQuery(database).exec(u"SELECT * FROM events"_s));
    }
    QSqlDatabase::removeDatabase(m_file);
    QVERIFY(!QFile::exists(m_file + u"-wal"_s));
    const QString copy = m_folder->filePath(u"copy.lockstep"_s);
    QVERIFY(QFile::copy(m_file, copy));
    for (const QString &file : {m_file, copy}) {
        m_file = file;
        const auto lines = history({});
        QVERIFY2(lines.out.contains("lock:a"), lines.out.constData());
        QVERIFY2(!lines.err.contains("is not there"), lines.err.constData());
        QVERIFY2(lines.err.contains("was cut off at"), lines.err.constData());
        QCOMPARE(lines.status, 0);
    }
}

void TestRecord::aTimeThatIsThereTwiceIsRefused_data()
{
    QTest::addColumn<QString>("time");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const QString &time, const char *sentence) {
        QTest::newRow(qPrintable(time)) << time << QByteArray(sentence);
    };
    row(u"2026-10-25 02:30"_s, "was there twice");
    row(u"2026-10-25 02:59:59.999"_s, "was there twice");
    row(u"2026-10-25 03:00"_s, "At 2026-10-25 02:00:00.000 UTC nothing was recorded");
    row(u"2026-10-25 01:59"_s, "At 2026-10-24 23:59:00.000 UTC nothing was recorded");
    row(u"2026-10-25T02:30:00+02:00"_s, "At 2026-10-25 00:30:00.000 UTC nothing");
    row(u"2026-10-25T02:30:00+01:00"_s, "At 2026-10-25 01:30:00.000 UTC nothing");
    row(u"2026-03-29 02:30"_s, "there was no");
    row(u"2026-03-29 03:00"_s, "At 2026-03-29 01:00:00.000 UTC nothing was recorded");
    row(u"24:00"_s, "--at takes a time like");
    row(u"9999-12-31T23:59:59Z"_s, "--at takes a time like");
    row(u"2026-11-28T24:00:00"_s, "At 2026-11-28 23:00:00.000 UTC nothing was recorded");
}

void TestRecord::aTimeThatIsThereTwiceIsRefused()
{
    QFETCH(QString, time);
    QFETCH(QByteArray, sentence);
    record();
    acquire("lock:a");
    QCOMPARE(stop(), 0);
    auto environment = withoutDisplay();
    environment.insert(u"TZ"_s, u"Europe/Berlin"_s);
    const auto told =
        lockstepRun({u"history"_s, m_file, u"--lang"_s, u"en"_s, u"--at"_s, time}, environment);
    QVERIFY2(told.err.contains(sentence), told.err.constData());
    QCOMPARE(told.out, QByteArray());
}

void TestRecord::aRecordingGoesOnAsAnotherSession()
{
    record();
    acquire("lock:a");
    QCOMPARE(stop(), 0);
    const QString between = now();
    record();
    acquire("lock:b");
    QCOMPARE(stop(), 0);
    auto told = history({u"--at"_s, between});
    QCOMPARE(told.status, 1);
    QVERIFY2(told.err.contains("and again from"), told.err.constData());
    told = history({u"--json"_s});
    QVERIFY(told.out.contains("\"cause\":\"notRecorded\""));
    QVERIFY(told.out.contains("lock:b"));
}

void TestRecord::whatIsKilledWasCutOffAndIsReadable()
{
    record();
    acquire("lock:a");
    const QString early = now();
    QTRY_COMPARE_WITH_TIMEOUT(told("lock:a", early), QByteArray(first), 60'000);
    m_process.kill();
    QVERIFY(m_process.waitForFinished());
    auto told = history({u"--key"_s, u"lock:a"_s, u"--at"_s, early});
    QCOMPARE(told.status, 0);
    QVERIFY2(told.err.contains("was cut off at"), told.err.constData());
    QVERIFY2(told.out.contains(QByteArray("lock:a: held by ") + first), told.out.constData());
    record(); // and it goes on
    acquire("lock:b");
    QCOMPARE(stop(), 0);
    told = history({});
    QCOMPARE(told.status, 0);
    QCOMPARE(told.err.count("was cut off"), 1);
}

void TestRecord::theFileHasWhatHappenedAndNothingElse_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<QByteArray>("sentence"); // about the file, while it is recorded
    QTest::newRow("kill -9") << Fault::Killed << QByteArray();
    QTest::newRow("a full disk") << Fault::FullDisk
                                 << QByteArray("cannot be written: the disk is full.");
    QTest::newRow("a limit of the size of files")
        << Fault::SizeLimit << QByteArray("a limit of the size of files is reached");
    QTest::newRow("the file is moved away")
        << Fault::MovedAway << QByteArray("moved away or deleted");
}

// Each line that is there happened, in that order. What is not there happened, by the file's own
// account, in the last second of the recording or after it.
void TestRecord::theFileHasWhatHappenedAndNothingElse()
{
    QFETCH(const Fault, fault);
    QFETCH(const QByteArray, sentence);
    constexpr qint64 maybeMissing = 1'000; // ms, as the manual promises
    if (fault == Fault::FullDisk && !mayMakeSmallDisk())
        QSKIP("this system does not let us make a disk of our own in a namespace");
    if (fault == Fault::FullDisk)
        recordOnSmallDisk(m_folder->path());
    else
        record({}, fault == Fault::SizeLimit ? u"400"_s : QString());
    driveLives(5);
    if (fault == Fault::Killed || fault == Fault::MovedAway) {
        const QDateTime early = QDateTime::currentDateTimeUtc().addMSecs(maybeMissing);
        QTRY_VERIFY_WITH_TIMEOUT((driveLives(2), recorded().until > early), 120'000);
    }
    if (fault == Fault::Killed) {
        m_process.kill();
        QVERIFY(m_process.waitForFinished());
    } else {
        const QString old = m_file;
        if (fault == Fault::MovedAway) {
            m_file += u".elsewhere"_s;
            QVERIFY(QFile::rename(old, m_file));
        }
        const QDeadlineTimer limit(120'000);
        while (!m_err.contains("The recording has ended") && !limit.hasExpired()
            && !QTest::currentTestFailed())
            driveLives(1);
        QVERIFY2(m_err.contains(sentence), m_err.right(1'000).constData());
        driveLives(2); // the watch goes on
        QCOMPARE(m_err.count("The recording has ended"), 1);
        QCOMPARE(stop(), 1);
        if (fault == Fault::FullDisk)
            m_file = m_folder->filePath(u"night.lockstep"_s);
    }
    const Recorded told = recorded();
    QVERIFY2(told.count >= 20, QByteArray::number(told.count));
    QVERIFY(told.until.isValid());
    for (const auto &[key, lines] : told.steps)
        QVERIFY2(m_steps.count(key) == 1, qPrintable(key));
    for (const auto &[key, steps] : m_steps) {
        const auto found = told.steps.find(key);
        const auto lines = found == told.steps.end() ? std::vector<Step>() : found->second;
        QVERIFY2(lines.size() <= steps.size(), qPrintable(key));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(lines[i].event, steps[i].event);
            QCOMPARE(lines[i].holder, steps[i].holder);
        }
        if (lines.size() < steps.size())
            QVERIFY2(steps[lines.size()].seen.addMSecs(maybeMissing) >= told.until,
                qPrintable(key + u": until "_s + told.until.toString(Qt::ISODateWithMs)));
    }
}

void TestRecord::aFileOfALaterVersionStaysAsItIs()
{
    record();
    driveLives(2);
    QCOMPARE(stop(), 0);
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(60)); // user_version, https://www.sqlite.org/fileformat.html
    QCOMPARE(file.write(QByteArray::fromHex("00000fff")), qint64(4));
    QVERIFY(file.seek(0));
    const QByteArray bytes = file.readAll();
    for (const auto &outcome : {lockstepRun(recordWords()), history({})}) {
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("a later version of Lockstep"), outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray());
    }
    QVERIFY(file.seek(0));
    QCOMPARE(file.readAll(), bytes);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{u"night.lockstep"_s});
    // Beside it another one is recorded as ever.
    m_steps.clear();
    m_file += u".2"_s;
    record();
    driveLives(2);
    QCOMPARE(stop(), 0);
    const Recorded told = recorded();
    QCOMPARE(told.count, 8);
    for (const auto &[key, lines] : told.steps)
        QCOMPARE(lines.size(), m_steps[key].size());
    QVERIFY(file.seek(0));
    QCOMPARE(file.readAll(), bytes);
}

void TestRecord::aFullDiskEndsTheRecordingAndNotTheWatch()
{
    record({}, u"400"_s);
    acquire("lock:before");
    const QString early = now();
    for (int i = 0; i < 400 && !m_err.contains("The recording has ended"); ++i) {
        std::vector<Command> commands;
        for (int n = 0; n < 50; ++n)
            commands.push_back(
                {"SET", "lock:" + QByteArray::number(50 * i + n), first, "PX", "60000"});
        m_server->runAll(commands);
        m_process.waitForReadyRead(100);
        m_err += m_process.readAllStandardError();
    }
    waitForMessage("The recording has ended");
    QCOMPARE(m_err.count("The recording has ended"), 1);
    QVERIFY2(!m_err.contains("Cannot read"), m_err.right(1'000).constData());
    QVERIFY2(m_err.contains("cannot be") && m_err.contains("limit of the size"),
        m_err.right(1'000).constData());
    acquire("lock:afterwards");
    QCOMPARE(stop(), 1);
    const auto told = history({u"--key"_s, u"lock:before"_s, u"--at"_s, early});
    QVERIFY2(told.out.contains("lock:before: held by"), (told.out + told.err).constData());
}

// Whether no byte can be written, or some of a new file.
void TestRecord::aDiskThatIsFullFromTheStartLeavesNoFile()
{
    for (const QString &blocks : {u"0"_s, u"8"_s, u"64"_s}) {
        start({}, blocks);
        QVERIFY(m_process.waitForFinished(60'000));
        m_err += m_process.readAllStandardError();
        QCOMPARE(m_process.exitCode(), 1);
        QVERIFY2(m_err.contains("the disk is full"), m_err.constData());
        QVERIFY2(!m_err.contains("Recording "), m_err.constData());
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList());
    }
}

void TestRecord::aServerThatIsNeverReachedLeavesNoFile()
{
    m_server->terminate();
    record();
    QTRY_COMPARE_WITH_TIMEOUT(m_process.state(), QProcess::NotRunning, 60'000);
    m_err += m_process.readAllStandardError();
    QCOMPARE(m_process.exitCode(), 1);
    QVERIFY2(m_err.contains("Nothing was recorded."), m_err.constData());
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList());
    // A recording that was there is as it was.
    m_server->restart();
    record();
    acquire("lock:a");
    QCOMPARE(stop(), 0);
    const auto lines = history({u"--key"_s, u"lock:a"_s}).out;
    m_server->terminate();
    record();
    QTRY_COMPARE_WITH_TIMEOUT(m_process.state(), QProcess::NotRunning, 60'000);
    m_err += m_process.readAllStandardError();
    QVERIFY2(m_err.contains("Nothing was recorded."), m_err.constData());
    QCOMPARE(history({u"--key"_s, u"lock:a"_s}).out, lines);
}

void TestRecord::aSignalBeforeTheServerIsReachedIsTheExitStatus()
{
    m_server->suspend();
    record();
    QCOMPARE(stop(), 128 + SIGTERM);
    QVERIFY2(m_err.contains("Nothing was recorded."), m_err.constData());
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList());
}

void TestRecord::aFileThatIsDeletedEndsTheRecordingAndNotTheWatch()
{
    record();
    acquire("lock:a");
    QVERIFY(QFile::remove(m_file));
    waitForMessage("moved away or deleted");
    acquire("lock:b");
    QCOMPARE(stop(), 1);
    QCOMPARE(m_err.count("The recording has ended"), 1);
}

// Qt has lines of its own for a lock file that went with it.
void TestRecord::aFolderThatIsRemovedIsSaidInOneSentence()
{
    const QString folder = m_folder->filePath(u"recordings"_s);
    QVERIFY(QDir().mkdir(folder));
    m_file = folder + u"/night.lockstep"_s;
    record();
    acquire("lock:a");
    QVERIFY(QDir(folder).removeRecursively());
    waitForMessage("moved away or deleted");
    QCOMPARE(stop(), 1);
    QCOMPARE(m_err.count("moved away or deleted"), 1);
    QVERIFY2(!m_err.contains("QLockFile") && !m_err.contains("lock file"), m_err.constData());
}

void TestRecord::aFileThatIsMovedAwayHasAllThatWasRecorded()
{
    record();
    acquire("lock:a");
    const QString early = now();
    QTRY_COMPARE_WITH_TIMEOUT(told("lock:a", early), QByteArray(first), 60'000);
    const QString old = std::exchange(m_file, m_file + u".elsewhere"_s);
    QVERIFY(QFile::rename(old, m_file));
    waitForMessage("moved away or deleted");
    QCOMPARE(stop(), 1);
    QCOMPARE(told("lock:a", early), QByteArray(first));
    QVERIFY(!QFileInfo::exists(old + u"-wal"_s));
    QVERIFY(!QFileInfo::exists(old + u"-shm"_s));
}

void TestRecord::twoRecordersOfOneFileAreRefused()
{
    record();
    acquire("lock:a");
    const auto second =
        lockstepRun({u"record"_s, u"--uri"_s, uri(*m_server), u"--lang"_s, u"en"_s, m_file});
    QCOMPARE(second.status, 1);
    QVERIFY2(second.err.contains("is being recorded by another process"), second.err.constData());
    const auto told = history({u"--json"_s}); // reading is possible meanwhile
    QCOMPARE(told.status, 0);
    QCOMPARE(told.err, QByteArray());
    QCOMPARE(stop(), 0);
}

void TestRecord::anotherServerIsNotRecordedIntoTheSameFile()
{
    record();
    acquire("lock:a");
    QCOMPARE(stop(), 0);
    const QByteArray before = contentsOf(m_file);
    TestServer other;
    const auto refused = lockstepRun(
        {u"record"_s, u"--uri"_s, uri(other), u"--lang"_s, u"en"_s, m_file, u"--for"_s, u"1"_s});
    QCOMPARE(refused.status, 1);
    const QByteArray sentence = m_file.toUtf8() + " is a recording of " + uri(*m_server).toUtf8()
        + ". To record " + uri(other).toUtf8() + ", choose another file.";
    QVERIFY2(refused.err.contains(sentence), refused.err.constData());
    QVERIFY2(!refused.err.contains("Recording "), refused.err.constData());
    QCOMPARE(contentsOf(m_file), before);
    QVERIFY(!QFileInfo::exists(m_file + u"-wal"_s));
    m_server->kill9();
    m_server->restart();
    record();
    QCOMPARE(stop(), 0);
}

void TestRecord::whatCannotBeReadIsSaid_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("no file") << QByteArray() << QByteArray("There is no file");
    QTest::newRow("a text") << QByteArray("text") << QByteArray("is no recording");
}

void TestRecord::whatCannotBeReadIsSaid()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, sentence);
    if (!content.isEmpty()) {
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    const auto told = history({});
    QCOMPARE(told.status, 1);
    QVERIFY2(told.err.contains(sentence), told.err.constData());
    QCOMPARE(told.out, QByteArray());
}

void TestRecord::wrongWordsAreRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *name, const QStringList &words, const char *sentence) {
        QTest::newRow(name) << words << QByteArray(sentence);
    };
    row("record without a file", {u"record"_s}, "record takes the file to write");
    row("record without a server", {u"record"_s, u"a"_s}, "record needs --uri or --profile");
    row("history without a file", {u"history"_s}, "history takes the file");
    row("two files", {u"history"_s, u"a"_s, u"b"_s}, "Unexpected argument");
    row("both outputs", {u"history"_s, u"a"_s, u"--json"_s, u"--csv"_s}, "not both");
    row("a moment and a span", {u"history"_s, u"a"_s, u"--at"_s, u"03:12"_s, u"--from"_s, u"-1h"_s},
        "--at is one moment");
    row("a span that ends before it begins",
        {u"history"_s, u"a"_s, u"--from"_s, u"-1h"_s, u"--to"_s, u"-2h"_s},
        "--from has to be before --to");
    row("key and glob", {u"history"_s, u"a"_s, u"--key"_s, u"k"_s, u"--glob"_s, u"k*"_s},
        "one of them");
    row("an empty key", {u"history"_s, u"a"_s, u"--key"_s, u""_s}, "--key takes");
    row("no time", {u"history"_s, u"a"_s, u"--at"_s, u"yesterday"_s}, "--at takes a time like");
    row("a date alone", {u"history"_s, u"a"_s, u"--at"_s, u"2026-11-28"_s}, "--at takes a time");
    row("no limit", {u"record"_s, u"a"_s, u"--keep"_s, u"some"_s}, "--keep takes");
    row("a limit that is too small", {u"record"_s, u"a"_s, u"--keep"_s, u"10kB"_s}, "--keep takes");
    row("a limit that is too large", {u"record"_s, u"a"_s, u"--keep"_s, u"1001TB"_s}, "1000TB");
    row("a time that is too long", {u"record"_s, u"a"_s, u"--for"_s, u"3000000"_s},
        "from 0 to 2000000, not “3000000”");
    row("a set that is not closed", {u"history"_s, u"a"_s, u"--glob"_s, u"[a"_s},
        "has a [ without its ]");
    row("an option of watch", {u"record"_s, u"a"_s, u"--once"_s}, "belongs to");
}

void TestRecord::wrongWordsAreRefused()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, sentence);
    const auto outcome = lockstepRun(words + QStringList{u"--lang"_s, u"en"_s});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(sentence), outcome.err.constData());
    QVERIFY(!QFile::exists(u"a"_s));
}

QTEST_GUILESS_MAIN(TestRecord)
#include "tst_record.moc"
