#include "tests/e2e/commands/programrun.h"
#include "tests/support/patience.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

// The event with its key, or whether it is known since when; of a gap also another cause than that
// nothing was recorded.
static QString eventWords(const QJsonObject &line)
{
    QStringList words{line[u"event"].toString()};
    if (line[u"key"].isString())
        words << line[u"key"].toString();
    else if (line[u"since"].isString())
        words << u"since"_s;
    if (const QString cause = line[u"cause"].toString();
        words.first() == u"unseen" && cause != u"notRecorded")
        words << cause;
    return words.join(u' ');
}

// What `lockstep history` says of times that were not recorded, and of locks with several holders.
class TestHistoryCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void timeAroundTheRecordingIsToldAsNotRecorded_data();
    void timeAroundTheRecordingIsToldAsNotRecorded();
    void withoutTimesOnlyWhatWasRecordedIsTold();
    void noColumnIsAlwaysEmpty();
    void allHoldersOfASemaphoreAreNamed_data();
    void allHoldersOfASemaphoreAreNamed();
    void aFreeSemaphoreSaysSinceWhen();
    void theAlertsThatFiredAreNamed();
    void nothingIsCountedWithinAGap();
    void aGapIsWrittenLikeAllOtherTimes();
    void aKeyThatIsNotInTheRecordingIsSaid();
    void aTimeOfDayMayBeUtc();

private:
    void record(const QStringList &more = {});
    Outcome history(const QStringList &words) const
    {
        return lockstepRun(QStringList{u"history"_s, m_file, u"--lang"_s, u"en"_s} + words);
    }
    std::vector<QJsonObject> lines(const QStringList &words) const
    {
        std::vector<QJsonObject> objects;
        const auto told = history(words + QStringList{u"--json"_s});
        for (const QByteArray &line : told.out.split('\n')) {
            if (!line.isEmpty())
                objects.push_back(QJsonDocument::fromJson(line).object());
        }
        return objects;
    }

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
};

void TestHistoryCommand::init()
{
    m_server = std::make_unique<TestServer>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"night.lockstep"_s);
}

void TestHistoryCommand::record(const QStringList &more)
{
    const auto recorded = lockstepRun(QStringList{u"record"_s, u"--uri"_s, uri(*m_server),
                                          u"--lang"_s, u"en"_s, u"--for"_s, u"4"_s, m_file}
        + more);
    QVERIFY2(recorded.status == 0, recorded.err.constData());
}

void TestHistoryCommand::timeAroundTheRecordingIsToldAsNotRecorded_data()
{
    QTest::addColumn<QStringList>("times");
    QTest::addColumn<QStringList>("events");
    QTest::addColumn<QByteArray>("sentence"); // in the last line
    QTest::newRow("from a moment before it on")
        << QStringList{u"--from"_s, u"-1d"_s}
        << QStringList{u"unseen since"_s, u"appeared lock:a"_s, u"unseen since"_s}
        << QByteArray("nothing was recorded since");
    QTest::newRow("from a moment after it on")
        << QStringList{u"--from"_s, u"-0.1s"_s} << QStringList{u"unseen since"_s}
        << QByteArray("nothing was recorded since");
    QTest::newRow("until a moment after it")
        << QStringList{u"--to"_s, u"-0.1s"_s}
        << QStringList{u"unseen"_s, u"appeared lock:a"_s, u"unseen since"_s}
        << QByteArray("nothing was recorded since");
    QTest::newRow("until a moment before it") << QStringList{u"--to"_s,
        u"-1d"_s} << QStringList{u"unseen"_s} << QByteArray("nothing was recorded before");
}

void TestHistoryCommand::timeAroundTheRecordingIsToldAsNotRecorded()
{
    QFETCH(const QStringList, times);
    QFETCH(const QStringList, events);
    QFETCH(const QByteArray, sentence);
    m_server->run({"SET", "lock:a", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11"});
    record();
    const auto told = [this, &times] {
        QStringList all;
        for (const QJsonObject &line : lines(times))
            all << eventWords(line);
        return all;
    };
    QTRY_COMPARE(told(), events); // until the moment after the recording is after it
    const auto text = history(times);
    QCOMPARE(text.status, 0);
    const QByteArray last = text.out.trimmed().split('\n').last();
    QVERIFY2(last.contains(sentence), last.constData());
}

void TestHistoryCommand::withoutTimesOnlyWhatWasRecordedIsTold()
{
    m_server->run({"SET", "lock:a", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11"});
    record();
    const auto told = lines({});
    QCOMPARE(told.size(), std::size_t(1));
    QCOMPARE(told.front()[u"event"].toString(), u"appeared"_s);
}

// How fast a counter changed is not recorded.
void TestHistoryCommand::noColumnIsAlwaysEmpty()
{
    m_server->run({"SET", "page_view", "5"});
    record();
    const auto told = lines({});
    QVERIFY(!told.empty());
    const auto moment = history({u"--at"_s, told.back()[u"at"].toString()});
    QVERIFY2(QRegularExpression(u"\nKey +Value\npage_view +5\n"_s)
                 .match(QString::fromUtf8(moment.out))
                 .hasMatch(),
        moment.out.constData());
}

void TestHistoryCommand::allHoldersOfASemaphoreAreNamed_data()
{
    QTest::addColumn<int>("holders");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](int holders, const char *names) {
        QTest::addRow("%d", holders)
            << holders << QByteArray("semaphore:gpu: held by ") + names + '\n';
    };
    const QByteArray uuid = "-9a53-4f6f-8c80-0d1c1a8e9b11";
    const auto name = [&](int number) { return QByteArray::number(70000000 + number) + uuid; };
    row(1, name(1));
    row(2, name(1) + " and " + name(2));
    row(3, name(1) + ", " + name(2) + " and " + name(3));
    row(4, name(1) + ", " + name(2) + ", " + name(3) + " and 1 other");
    row(5, name(1) + ", " + name(2) + ", " + name(3) + " and 2 others");
    row(64, name(1) + ", " + name(2) + ", " + name(3) + " and 61 others");
    row(70, name(7) + ", " + name(8) + ", " + name(9) + " and 67 others");
}

void TestHistoryCommand::allHoldersOfASemaphoreAreNamed()
{
    QFETCH(const int, holders);
    QFETCH(const QByteArray, sentence);
    const qint64 end = QDateTime::currentMSecsSinceEpoch() + 600'000;
    for (int i = 1; i <= holders; ++i)
        m_server->run({"ZADD", "semaphore:gpu", QByteArray::number(end + 1'000 * i),
            QByteArray::number(70000000 + i) + "-9a53-4f6f-8c80-0d1c1a8e9b11"});
    record();
    const auto told = lines({});
    QVERIFY(!told.empty());
    const auto seen = QDateTime::fromString(told.back()[u"at"].toString(), Qt::ISODateWithMs);
    const auto moment = history({u"--key"_s, u"semaphore:gpu"_s, u"--at"_s,
        seen.addMSecs(500).toString(Qt::ISODateWithMs)});
    QVERIFY2(moment.out.contains(sentence), (moment.out + moment.err).constData());
}

void TestHistoryCommand::aFreeSemaphoreSaysSinceWhen()
{
    const QByteArray holder = "70000001-9a53-4f6f-8c80-0d1c1a8e9b11";
    const qint64 end = QDateTime::currentMSecsSinceEpoch() + 600'000;
    // One whose permit has ended keeps the key.
    m_server->run({"ZADD", "semaphore:gpu", QByteArray::number(end), holder,
        QByteArray::number(end - 700'000), "70000002-9a53-4f6f-8c80-0d1c1a8e9b11"});
    QProcess recording;
    recording.setProcessEnvironment(withoutDisplay());
    recording.start(programPath(), {u"record"_s, u"--uri"_s, uri(*m_server), m_file});
    QTRY_VERIFY_WITH_TIMEOUT(!lines({}).empty(), 60'000);
    m_server->run({"ZREM", "semaphore:gpu", holder});
    QTRY_COMPARE_WITH_TIMEOUT(lines({}).back()[u"event"].toString(), u"released"_s, 60'000);
    recording.terminate();
    QVERIFY(recording.waitForFinished(60'000));
    const auto moment =
        history({u"--key"_s, u"semaphore:gpu"_s, u"--at"_s, lines({}).back()[u"at"].toString()});
    QVERIFY2(moment.out.contains("\nsemaphore:gpu: free since ")
            && moment.out.contains("(released, was held by " + holder.left(8)),
        (moment.out + moment.err).constData());
}

void TestHistoryCommand::theAlertsThatFiredAreNamed()
{
    QFile rules(m_folder->filePath(u"rules.json"_s));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write(R"({"alerts": [{"glob": "lock:*", "when": "held >= 1s", "name": "Held",
        "severity": "critical"}, {"glob": "seats", "when": "value > 9", "name": "Full"}]})");
    rules.close();
    m_server->run({"SET", "lock:a", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", "PX", "600000"});
    record({u"--rules"_s, rules.fileName()});
    const auto told = lines({});
    QVERIFY(!told.empty());
    QCOMPARE(told.back()[u"event"].toString(), u"firing"_s);
    const auto fired = QDateTime::fromString(told.back()[u"at"].toString(), Qt::ISODateWithMs);
    const auto moment = [&](int later, const QStringList &words = {}) {
        return history(
            QStringList{u"--at"_s, fired.addMSecs(later).toString(Qt::ISODateWithMs)} + words);
    };
    const QByteArray sentence = "\nlock:a: alert Held fires (critical): held >= 1s, now ";
    QVERIFY2(moment(100).out.contains(sentence), moment(100).out.constData());
    QVERIFY2(!moment(-100).out.contains("alert"), moment(-100).out.constData());
    const auto chosen = moment(100, {u"--key"_s, u"lock:a"_s}).out;
    QVERIFY2(chosen.contains(sentence), chosen.constData());
    QVERIFY(!moment(100, {u"--key"_s, u"lock:b"_s}).out.contains("alert"));
}

// What there was before the gap need not be there any more.
void TestHistoryCommand::nothingIsCountedWithinAGap()
{
    m_server->run({"SET", "lock:a", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11"});
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"SET", "LIMITS:LIMITER/u1/search/5/1/minute", "5", "EX", "600"});
    QProcess recording;
    recording.setProcessEnvironment(withoutDisplay());
    recording.start(programPath(), {u"record"_s, u"--uri"_s, uri(*m_server), m_file});
    const auto lineOf = [this](const QString &event) {
        const auto told = lines({});
        const auto line = std::find_if(told.begin(), told.end(),
            [&](const QJsonObject &each) { return each[u"event"].toString() == event; });
        return line == told.end() ? QJsonObject() : *line;
    };
    QTRY_VERIFY_WITH_TIMEOUT(!lineOf(u"appeared"_s).isEmpty(), 60'000);
    m_server->run({"SET", "lock:b", "70000001-9a53-4f6f-8c80-0d1c1a8e9b11"});
    QJsonObject acquired;
    QTRY_VERIFY_WITH_TIMEOUT(!(acquired = lineOf(u"acquired"_s)).isEmpty(), 60'000);
    m_server->kill9();
    m_server->restart();
    QJsonObject gap;
    QTRY_VERIFY_WITH_TIMEOUT(!(gap = lineOf(u"unseen"_s)).isEmpty(), 60'000);
    recording.terminate();
    QVERIFY(recording.waitForFinished(60'000));
    const auto timeOf = [](const QJsonObject &line, const QString &name) {
        return QDateTime::fromString(line[name].toString(), Qt::ISODateWithMs);
    };
    const auto summary = [this](const QDateTime &at) {
        const auto told = history({u"--at"_s, at.toString(Qt::ISODateWithMs)});
        for (const QByteArray &line : told.out.split('\n')) {
            if (line.contains("rate limit"))
                return line;
        }
        return told.out + told.err;
    };
    QCOMPARE(summary(timeOf(acquired, u"at"_s).addMSecs(-1)).replace("≥ ", ""), // not all keys yet
        QByteArray("1 lock held (1 possible) · 1 rate limit, 1 exhausted · 1 counter"));
    const QDateTime since = timeOf(gap, u"since"_s);
    QCOMPARE(summary(since.addMSecs(since.msecsTo(timeOf(gap, u"at"_s)) / 2)),
        QByteArray("– locks held · – rate limits · – counters"));
}

void TestHistoryCommand::aGapIsWrittenLikeAllOtherTimes()
{
    m_server->run({"SET", "lock:a", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11"});
    QProcess recording;
    recording.setProcessEnvironment(withoutDisplay());
    recording.start(programPath(), {u"record"_s, u"--uri"_s, uri(*m_server), m_file});
    QTRY_VERIFY_WITH_TIMEOUT(!lines({}).empty(), 60'000);
    m_server->kill9();
    m_server->restart();
    QTRY_VERIFY_WITH_TIMEOUT(history({}).out.contains("connection was lost"), 60'000);
    recording.terminate();
    QVERIFY(recording.waitForFinished(60'000));
    static const QRegularExpression gap(
        u"changes since [-0-9]{10} [:0-9]{8}[.][0-9]{3} UTC were not seen"_s);
    const QString told = QString::fromUtf8(history({}).out);
    QVERIFY2(gap.match(told).hasMatch(), qPrintable(told));
}

void TestHistoryCommand::aKeyThatIsNotInTheRecordingIsSaid()
{
    m_server->run({"SET", "lock:a", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11"});
    record();
    const auto known = history({u"--key"_s, u"lock:a"_s});
    QVERIFY2(known.status == 0 && !known.err.contains("has no key"), known.err.constData());
    const auto unknown = history({u"--key"_s, u"lock:b"_s});
    QCOMPARE(unknown.status, 0);
    QCOMPARE(unknown.out, QByteArray());
    QVERIFY2(unknown.err.contains("The recording has no key lock:b."), unknown.err.constData());
}

void TestHistoryCommand::aTimeOfDayMayBeUtc()
{
    m_server->run({"SET", "lock:a", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11"});
    QDateTime at;
    do { // once more if a day has ended meanwhile
        record();
        const auto told = lines({});
        QVERIFY(!told.empty());
        at = QDateTime::fromString(told.back()[u"at"].toString(), Qt::ISODateWithMs);
        QVERIFY(at.isValid());
    } while (at.date() != QDateTime::currentDateTimeUtc().date());
    auto environment = withoutDisplay();
    environment.insert(u"TZ"_s, u"Asia/Kolkata"_s);
    const QString time = at.addMSecs(200).toString(u"HH:mm:ss.zzz"_s);
    const auto inUtc = lockstepRun(
        {u"history"_s, m_file, u"--lang"_s, u"en"_s, u"--at"_s, time + u'Z'}, environment);
    QVERIFY2(inUtc.status == 0 && inUtc.out.contains("lock:a"), inUtc.err.constData());
    const auto local =
        lockstepRun({u"history"_s, m_file, u"--lang"_s, u"en"_s, u"--at"_s, time}, environment);
    QVERIFY2(local.err.contains("nothing was recorded"), local.err.constData());
}

QTEST_GUILESS_MAIN(TestHistoryCommand)
#include "tst_historycommand.moc"
