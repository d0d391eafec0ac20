// `lockstep shot recording:FILE`: what the picture shows of a moment is compared with what the test
// did to the server then.

#include "core/watch/recorder/recordingreader.h"
#include "tests/e2e/commands/programrun.h"

#include <QDateTime>
#include <QImage>
#include <QTest>
#include <QTimeZone>

using namespace lockstep;

namespace {

const QByteArray firstToken = "11111111-9a53-4f6f-8c80-0d1c1a8e9b11";
const QByteArray secondToken = "22222222-9a53-4f6f-8c80-0d1c1a8e9b22";

} // namespace

class TestRecordingShot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aMomentIsDrawnAsItWas_data();
    void aMomentIsDrawnAsItWas();
    void itIsOfTheSizeThatWasAskedFor();
    void whatCannotBeDrawnIsASentence_data();
    void whatCannotBeDrawnIsASentence();

private:
    static QString written(WallMilliseconds at)
    {
        return QDateTime::fromMSecsSinceEpoch(at, QTimeZone::utc()).toString(Qt::ISODateWithMs);
    }
    [[nodiscard]] QStringList line(const QString &picture, const QStringList &more) const
    {
        return QStringList{u"shot"_qs, u"recording:"_qs + m_path, u"-o"_qs,
                   m_folder.filePath(picture), u"--lang"_qs, u"en"_qs}
        + more;
    }

    QTemporaryDir m_folder;
    QString m_path;
    WallMilliseconds m_begin = 0;
    WallMilliseconds m_first = 0; // the end of the first session, when the first token had the lock
    WallMilliseconds m_between = 0; // the two sessions
};

void TestRecordingShot::initTestCase()
{
    m_path = m_folder.filePath(u"night.lockstep"_qs);
    TestServer server;
    for (const QByteArray &token : {firstToken, secondToken}) {
        server.run({"SET", "lock:order:7", token, "PX", "600000"});
        const auto recorded =
            lockstepRun({u"record"_qs, u"--uri"_qs, uri(server), m_path, u"--for"_qs, u"2"_qs});
        QVERIFY2(recorded.status == 0, recorded.err);
    }
    const auto reader = RecordingReader::open(m_path);
    QVERIFY(reader && (*reader)->sessions().size() == 2);
    const auto sessions = (*reader)->sessions();
    m_begin = sessions[0].beganAt;
    m_first = *sessions[0].endedAt;
    m_between = (m_first + sessions[1].beganAt) / 2;
}

void TestRecordingShot::aMomentIsDrawnAsItWas_data()
{
    QTest::addColumn<QStringList>("moment");
    QTest::addColumn<QByteArrayList>("shown");
    QTest::addColumn<QByteArrayList>("notShown");
    QTest::newRow("held by the first")
        << QStringList{u"--at"_qs, written(m_first)}
        << QByteArrayList{"lock:order:7", "11111111", "Seen at this moment"}
        << QByteArrayList{"22222222", "Select a row"};
    QTest::newRow("nothing was recorded")
        << QStringList{u"--at"_qs, written(m_between)} << QByteArrayList{"Not recorded"}
        << QByteArrayList{"22222222", "Seen at this moment"};
    QTest::newRow("its end") << QStringList()
                             << QByteArrayList{"lock:order:7", "22222222", "Seen at this moment"}
                             << QByteArrayList{"Select a row"};
}

void TestRecordingShot::aMomentIsDrawnAsItWas()
{
    QFETCH(const QStringList, moment);
    QFETCH(const QByteArrayList, shown);
    QFETCH(const QByteArrayList, notShown);
    const auto drawn = lockstepRun(line(u"moment.svg"_qs, moment));
    QVERIFY2(drawn.status == 0, drawn.err);
    QFile file(m_folder.filePath(u"moment.svg"_qs));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray picture = file.readAll();
    for (const QByteArray &words : shown)
        QVERIFY2(picture.contains(words), words);
    for (const QByteArray &words : notShown)
        QVERIFY2(!picture.contains(words), words);
}

void TestRecordingShot::itIsOfTheSizeThatWasAskedFor()
{
    const auto drawn =
        lockstepRun(line(u"moment.png"_qs, {u"--size"_qs, u"900x700"_qs, u"--scale"_qs, u"2"_qs}));
    QVERIFY2(drawn.status == 0, drawn.err);
    QCOMPARE(QImage(m_folder.filePath(u"moment.png"_qs)).size(), QSize(1800, 1400));
}

void TestRecordingShot::whatCannotBeDrawnIsASentence_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("says");
    const QStringList picture{u"-o"_qs, m_folder.filePath(u"x.png"_qs), u"--lang"_qs, u"en"_qs};
    const auto shot = [&](const QString &page) { return QStringList{u"shot"_qs, page} + picture; };
    QTest::newRow("before it began") << line(u"x.png"_qs, {u"--at"_qs, written(m_begin - 1000)})
                                     << 1 << QByteArray("Nothing was recorded at");
    QTest::newRow("no such file") << shot(u"recording:/nowhere/night"_qs) << 1
                                  << QByteArray("There is no file /nowhere/night");
    QTest::newRow("no recording") << shot(u"recording:"_qs + programPath()) << 1
                                  << QByteArray("is no recording");
    QTest::newRow("no file at all") << shot(u"recording:"_qs) << 2 << QByteArray("recording:FILE");
    QTest::newRow("a server") << line(u"x.png"_qs, {u"--uri"_qs, u"redis://a"_qs}) << 2
                              << QByteArray("--uri");
    QTest::newRow("a moment of a server")
        << shot(u"watch"_qs) + QStringList{u"--at"_qs, u"03:12"_qs} << 2 << QByteArray("--at");
    QTest::newRow("no time") << line(u"x.png"_qs, {u"--at"_qs, u"soon"_qs}) << 2
                             << QByteArray("--at takes a time");
    QTest::newRow("a folder that is not there")
        << QStringList{u"shot"_qs, u"recording:"_qs + m_path, u"-o"_qs, u"/nowhere/x.png"_qs} << 1
        << QByteArray("/nowhere/x.png");
}

void TestRecordingShot::whatCannotBeDrawnIsASentence()
{
    QFETCH(const QStringList, words);
    QFETCH(const QByteArray, says);
    const auto refused = lockstepRun(words);
    QTEST(refused.status, "status");
    QVERIFY2(refused.err.contains(says), refused.err);
    QVERIFY(!QFile::exists(m_folder.filePath(u"x.png"_qs)));
}

QTEST_GUILESS_MAIN(TestRecordingShot)
#include "tst_recordingshot.moc"
