// `lockstep record` beside a real server and a driver that notes what it did and when; the recorder
// is killed once and goes on. What the plot of the opened recording draws is compared with that.

#include "core/watch/recorder/recordingreader.h"
#include "tests/e2e/commands/programrun.h"
#include "tests/support/openedrecordingwindow.h"
#include "tests/support/patience.h"
#include "tests/support/samples/recordedserver.h"
#include "ui/plot/curves/historycurve.h"
#include "ui/plot/historycanvas.h"
#include "ui/plot/historyplot.h"
#include "ui/watch/page/watchpage.h"

#include <QApplication>
#include <QTest>

#include <csignal>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const QByteArray ann = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
const QByteArray ben = "22222222-9a53-4f6f-8c80-0d1c1a8e9b22";
const QByteArray lockKey = "lock:order:7";
const QByteArray briefKey = "lock:brief";
const QByteArray counterKey = "orders:count";
const QByteArray limitKey = "rlflx:ann:2";

// The driver did something between from and ran, and the recording said so of the moment to.
struct Did
{
    QByteArray state; // who holds the lock, "free", or the value
    qint64 from = 0;
    qint64 ran = 0;
    qint64 to = 0;
    qint64 lease = 0; // ms
};

} // namespace

class TestRecordedRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void thePlotDrawsWhatWasDone_data();
    void thePlotDrawsWhatWasDone();
    void nothingIsDrawnWhereNobodyRecorded();

private:
    void record()
    {
        m_process.setProcessEnvironment(withoutDisplay());
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.setStandardErrorFile(m_folder.filePath(u"said"_s), QIODevice::Append);
        m_process.start(
            programPath(), {u"record"_s, u"--uri"_s, uri(m_server), u"--lang"_s, u"en"_s, m_path});
        QVERIFY(m_process.waitForStarted());
    }
    // What the recording says of its latest moment.
    QByteArray recorded(Family family, const QByteArray &key, std::size_t sessions)
    {
        const auto latest = latestRecordedState(m_path, family, key);
        m_seenUntil = latest.at;
        return latest.sessions == sessions ? latest.state : QByteArray("no such session");
    }
    void note(Family family, const QByteArray &key, Did did)
    {
        did.ran = wallNow();
        QVERIFY2(QTest::qWaitFor(
                     [&] { return recorded(family, key, m_sessions) == did.state; }, 120'000),
            recorded(family, key, m_sessions).constData());
        did.to = m_seenUntil;
        m_done[key].push_back(did);
        // It stays so for a while, and that is recorded.
        QVERIFY(QTest::qWaitFor(
            [&] {
                return recorded(family, key, m_sessions) == did.state
                    && m_seenUntil > did.to + 1'500;
            },
            120'000));
    }
    void run(Family family, const QByteArray &key, const Command &command, const QByteArray &state,
        qint64 lease = 0)
    {
        const Did did{state, wallNow(), 0, 0, lease};
        m_server.run(command);
        note(family, key, did);
    }
    void drive();
    std::unique_ptr<OpenedRecording> opened(Family family, const QByteArray &key, qint64 end)
    {
        auto window = shownRecording(m_path, m_theme.get());
        const auto shows = [&](qint64 at) {
            window->bar()->goTo(at);
            return QTest::qWaitFor(
                [&] { return window->page()->shownSnapshot().takenAtUtc == utcInstant(at); },
                60'000);
        };
        if (!shows(m_done.at(key).front().to))
            qFatal("the first moment is not shown");
        window->plot()->setSpan(10min);
        if (!window->page()->selectItem(family, key) || !shows(end))
            qFatal("%s has no row", key.constData());
        return window;
    }
    static HistoryCurve curveOf(const OpenedRecording &window, qint64 end)
    {
        const auto *canvas = window.plot()->findChild<HistoryCanvas *>();
        const bool isDrawn = QTest::qWaitFor(
            [&] { return canvas->windowEnd() == utcInstant(end) && canvas->curves().size() == 1; },
            60'000);
        if (!isDrawn)
            qFatal("nothing was drawn");
        return canvas->curves().front();
    }
    // What is drawn: as Did::state, or "unknown", "nothing", or what contradicts itself.
    static QByteArray drawn(const HistoryCurve &curve, Family family, double x)
    {
        const auto isIn = [x](const auto &stretches) {
            return std::any_of(stretches.begin(), stretches.end(),
                [x](const auto &each) { return each.from <= x && x < each.to; });
        };
        QByteArrayList said;
        if (isIn(curve.unseen))
            said << "unknown";
        if (isIn(curve.free))
            said << "free";
        for (const auto &hold : curve.holds) {
            if (hold.from <= x && x < hold.to)
                said << hold.holder->token;
        }
        if (const auto value = valueAt(curve, x); value && family != Family::Lock)
            said << QByteArray::number(*value);
        return said.isEmpty() ? QByteArray("nothing") : said.join(" and ");
    }

    TestServer m_server;
    QTemporaryDir m_folder;
    QString m_path;
    QProcess m_process;
    std::unique_ptr<Theme> m_theme;
    std::size_t m_sessions = 1;
    std::map<QByteArray, std::vector<Did>> m_done;
    qint64 m_seenUntil = 0; // by the recording, when it was looked at last
    qint64 m_killed = 0;
    std::vector<RecordedSession> m_recorded;
};

void TestRecordedRun::drive()
{
    run(Family::Counter, counterKey, {"SET", counterKey, "5"}, "5");
    run(Family::Lock, lockKey, {"SET", lockKey, ann, "PX", "60000"}, ann, 60'000);
    run(Family::Bucket, limitKey, {"SET", limitKey, "1", "EX", "600"}, "1");
    const qint64 taken = wallNow();
    run(Family::Lock, briefKey, {"SET", briefKey, ben, "PX", "9000"}, ben, 9'000);
    run(Family::Counter, counterKey, {"INCRBY", counterKey, "7"}, "12");
    run(Family::Bucket, limitKey, {"INCR", limitKey}, "2");
    run(Family::Lock, lockKey, {"DEL", lockKey}, "free");
    note(Family::Lock, briefKey, {"free", taken + 9'000, 0, 0, 0}); // it expires by itself
    run(Family::Lock, lockKey, {"SET", lockKey, ben, "PX", "90000"}, ben, 90'000);
}

void TestRecordedRun::initTestCase()
{
    QCoreApplication::setOrganizationName(u"lockstep-test"_s);
    m_theme = std::make_unique<Theme>(qApp);
    m_path = m_folder.filePath(u"night.lockstep"_s);
    record();
    drive();
    QCOMPARE(::kill(pid_t(m_process.processId()), SIGKILL), 0);
    QVERIFY(m_process.waitForFinished(60'000));
    m_killed = wallNow();
    m_server.run({"SET", counterKey, "500"}); // nobody sees this
    m_server.run({"DEL", lockKey});
    QVERIFY(QTest::qWaitFor([&] { return wallNow() > m_killed + 1'500; }, 60'000));
    m_server.run({"SET", counterKey, "77"});
    m_server.run({"SET", lockKey, ann, "PX", "600000"});
    m_sessions = 2;
    record();
    note(Family::Counter, counterKey, {"77", wallNow(), 0, 0, 0});
    note(Family::Lock, lockKey, {ann, wallNow(), 0, 0, 0});
    run(Family::Lock, lockKey, {"DEL", lockKey}, "free");
    run(Family::Counter, counterKey, {"DECR", counterKey}, "76");
    m_process.terminate();
    QVERIFY(m_process.waitForFinished(60'000));
    QCOMPARE(m_process.exitCode(), 0);
    const auto reader = RecordingReader::open(m_path);
    QVERIFY(reader);
    m_recorded = (*reader)->sessions();
    QCOMPARE(m_recorded.size(), 2U);
    QVERIFY(!m_recorded[0].endedAt);
}

void TestRecordedRun::thePlotDrawsWhatWasDone_data()
{
    QTest::addColumn<Family>("family");
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("a lock that changes hands") << Family::Lock << lockKey;
    QTest::newRow("a lock that expires") << Family::Lock << briefKey;
    QTest::newRow("a counter") << Family::Counter << counterKey;
    QTest::newRow("a limit") << Family::Bucket << limitKey;
}

// Just before a change that was seen late it may be unknown what was so, but nothing else is drawn
// than what was.
void TestRecordedRun::thePlotDrawsWhatWasDone()
{
    QFETCH(const Family, family);
    QFETCH(const QByteArray, key);
    const qint64 end = *m_recorded[1].endedAt;
    const auto window = opened(family, key, end);
    const HistoryCurve curve = curveOf(*window, end);
    const auto &done = m_done.at(key);
    for (std::size_t i = 0; i < done.size(); ++i) {
        const bool isBeforeKill = done[i].to < m_killed;
        const qint64 last = isBeforeKill ? m_recorded[0].seenUntil : end;
        const qint64 until = i + 1 < done.size() ? std::min(done[i + 1].from, last) : last;
        QVERIFY(until > done[i].to);
        int right = 0;
        for (qint64 at = done[i].to; at < until; at += 50) {
            const double x = double(at - end) / 1'000;
            const QByteArray shown = drawn(curve, family, x);
            QVERIFY2(shown == done[i].state || shown == "unknown",
                qPrintable(
                    u"%1 of %2 to %3: %4 and not %5"_s.arg(at - end)
                        .arg(done[i].to - end)
                        .arg(until - end)
                        .arg(QString::fromLatin1(shown), QString::fromLatin1(done[i].state))));
            if (shown == "unknown")
                continue;
            ++right;
            if (!done[i].lease)
                continue;
            const auto left = valueAt(curve, x);
            QVERIFY(left);
            QVERIFY2(*left * 1'000 >= double(done[i].lease - (at - done[i].from)) - 250
                    && *left * 1'000 <= double(done[i].lease - (at - done[i].ran)) + 250,
                qPrintable(QString::number(*left)));
        }
        QVERIFY2(right > 0, "it was never drawn");
    }
}

void TestRecordedRun::nothingIsDrawnWhereNobodyRecorded()
{
    const qint64 end = *m_recorded[1].endedAt;
    for (const auto &[family, key] : {std::pair(Family::Lock, lockKey),
             std::pair(Family::Counter, counterKey), std::pair(Family::Bucket, limitKey)}) {
        const auto window = opened(family, key, end);
        const HistoryCurve curve = curveOf(*window, end);
        QVERIFY(m_recorded[0].seenUntil < m_killed && m_killed < m_recorded[1].beganAt);
        for (qint64 at = m_recorded[0].seenUntil + 1; at < m_recorded[1].beganAt; at += 50)
            QCOMPARE(drawn(curve, family, double(at - end) / 1'000), QByteArray("unknown"));
    }
}

QTEST_MAIN(TestRecordedRun)
#include "tst_recordedrun.moc"
