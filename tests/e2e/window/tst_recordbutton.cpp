// The window's Record button, on a real server: what is in the file is compared with what the test
// did, and what ends a recording must not end the watch.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "core/watch/recorder/recordingreader.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/widgetpicture.h"
#include "ui/watch/page/watchpage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/barbutton.h"

#include <QApplication>
#include <QFileDialog>
#include <QSemaphore>
#include <QSettings>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <thread>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

const QByteArray recordedLock = "lock:order:7";
const QByteArray otherToken = "22222222-9a53-4f6f-8c80-0d1c1a8e9b22";
const QByteArray token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";

// A moment counts as seen when the server has answered after it, which it is asked to at each
// heartbeat; then it takes a second until that is written.
const qint64 untilSeen = WatchOptions().heartbeat.count() + 1'500;

// No file of this process grows beyond it.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(qint64 bytes)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = rlim_t(bytes);
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    Q_DISABLE_COPY_MOVE(FileSizeLimit)

private:
    rlimit m_before{};
    void (*m_handler)(int);
};

// Another program that writes into the file, for as long as this lives. The recorder waits for it,
// for some seconds at most.
class OtherWriter
{
public:
    explicit OtherWriter(const QString &path)
        : m_database(QSqlDatabase::addDatabase(u"QSQLITE"_s, u"other"_s))
    {
        m_database.setDatabaseName(path);
        if (!m_database.open() || QSqlQuery(m_database).exec(u"BEGIN IMMEDIATE"_s) == false)
            qFatal("%s", qPrintable(m_database.lastError().text()));
    }
    ~OtherWriter()
    {
        m_database.close();
        m_database = {};
        QSqlDatabase::removeDatabase(u"other"_s);
    }
    Q_DISABLE_COPY_MOVE(OtherWriter)

private:
    QSqlDatabase m_database;
};

class HideWatcher : public QObject
{
public:
    explicit HideWatcher(QWidget *window) { window->installEventFilter(this); }

    QSemaphore hidden; // one is released when the window is

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Hide)
            hidden.release();
        return false;
    }
};

} // namespace

class TestRecordButton : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void whatIsSeenIsInTheFile();
    void theWindowAnswersWhileTheEndIsWritten();
    void closingTheWindowEndsItInOrder();
    void noWindowIsShownThatWaitsForTheDisk();
    void aFileGoesOnWithItsServerOnly();
    void anotherServerEndsIt();
    void aFullDiskEndsTheRecordingOnly();
    void aFileThatIsMovedEndsTheRecordingOnly();
    void aFileThatCannotBeMadeIsSaid();
    void aFileThatIsNoRecordingIsLeftAlone();
    void thePictures_data();
    void thePictures();

private:
    void watch(TestServer &server)
    {
        Source source;
        source.endpoint = server.endpoint();
        QVERIFY(m_main->watch(std::move(source)));
        QTRY_VERIFY(status().firstInventoryDone && status().link == LinkState::Connected);
    }
    [[nodiscard]] const WatchStatus &status() const
    {
        return m_main->window().watchPage()->shownSnapshot().status;
    }
    [[nodiscard]] BarButton *button() const
    {
        return m_main->window().findChild<BarButton *>(u"record"_s);
    }
    void click() { QTest::mouseClick(button(), Qt::LeftButton); }
    void chooseFile(const QString &path)
    {
        click();
        QVERIFY(!button()->isChecked()); // not before a file was chosen
        auto *dialog = m_main->window().findChild<QFileDialog *>();
        QVERIFY(dialog);
        Q_EMIT dialog->fileSelected(path);
        delete dialog;
    }
    void record(const QString &path)
    {
        const std::size_t before = sessionsIn(path);
        chooseFile(path);
        // While the file is being opened, and has no log yet, a reader would be in the way.
        QTRY_VERIFY(button()->isChecked() && QFileInfo(path + u"-wal"_s).size() > 0
            && sessionsIn(path) > before);
    }
    static std::size_t sessionsIn(const QString &path)
    {
        const auto reader = RecordingReader::open(path);
        return reader ? (*reader)->sessions().size() : 0;
    }
    void stop()
    {
        click();
        QTRY_VERIFY(button()->isEnabled() && !button()->isChecked());
    }
    [[nodiscard]] QString trouble() const
    {
        return m_main->window().findChild<Banner *>(u"recordingTrouble"_s)->text();
    }
    [[nodiscard]] bool shows(const QByteArray &key, const QByteArray &holder = token) const
    {
        const auto &locks = *m_main->window().watchPage()->shownSnapshot().locks;
        return std::any_of(locks.begin(), locks.end(), [&](const ItemPtr &lock) {
            return lock->key == key && lock->reading.holder
                && lock->reading.holder->token == holder;
        });
    }
    void expectThatTheWatchGoesOn()
    {
        m_server->run({"SET", "lock:later", token, "PX", "600000"});
        QTRY_VERIFY(shows("lock:later"));
        QVERIFY(!button()->isChecked());
    }
    static std::unique_ptr<RecordingReader> recording(const QString &path)
    {
        auto opened = RecordingReader::open(path);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().detail));
        return std::move(*opened);
    }
    static QByteArray holderAt(RecordingReader &reader, qint64 at)
    {
        const auto moment =
            reader.at(at, [](const QByteArray &key) { return key == recordedLock; });
        if (!moment)
            return moment.error().detail.toUtf8();
        if (moment->knowledge == RecordedMoment::Knowledge::NotRecorded)
            return "not recorded";
        if (moment->knowledge == RecordedMoment::Knowledge::Gap)
            return "gap";
        const auto &locks = *moment->snapshot.locks;
        if (locks.empty())
            return "free";
        return locks.front()->reading.holder ? locks.front()->reading.holder->token
                                             : QByteArray("unknown");
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Language> m_language;
    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<WatchWindow> m_main;
    QString m_path;
};

void TestRecordButton::initTestCase()
{
    QCoreApplication::setOrganizationName(u"lockstep-test"_s);
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    m_theme = std::make_unique<Theme>(qApp);
    m_language = std::make_unique<Language>(u"en"_s);
}

void TestRecordButton::init()
{
    static int number = 0;
    m_path = m_folder.filePath(u"%1.lockstep"_s.arg(++number));
    m_server = std::make_unique<TestServer>();
    m_main = std::make_unique<WatchWindow>(m_theme.get(), m_language.get(), Arguments());
    m_main->window().resize(1280, 720);
    m_main->window().show();
    watch(*m_server);
}

void TestRecordButton::cleanup()
{
    m_main.reset();
}

void TestRecordButton::whatIsSeenIsInTheFile()
{
    // What was before the recording is not in it: neither a lock that went, nor a gap.
    m_server->run({"SET", recordedLock, token, "PX", "600000"});
    QTRY_VERIFY(shows(recordedLock));
    m_server->kill9();
    QTRY_VERIFY(status().link != LinkState::Connected);
    m_server->restart();
    QTRY_VERIFY(status().link == LinkState::Connected && !shows(recordedLock));
    const qint64 before = wallNow();
    record(m_path);
    QVERIFY2(button()->toolTip().contains(QFileInfo(m_path).fileName()),
        qPrintable(button()->toolTip()));
    const qint64 free = wallNow();
    QTRY_VERIFY(wallNow() > free + untilSeen);
    m_server->run({"SET", recordedLock, token, "PX", "600000"});
    QTRY_VERIFY(shows(recordedLock));
    const qint64 held = wallNow();
    // A gap begins with the last answer, which came at the heartbeat before it.
    QTRY_VERIFY(wallNow() > held + untilSeen);
    m_server->kill9();
    QTRY_VERIFY(status().link != LinkState::Connected);
    const qint64 away = wallNow();
    QTRY_VERIFY(wallNow() > away + 500);
    QVERIFY(button()->isChecked()); // through the loss
    m_server->restart();
    QTRY_VERIFY(status().link == LinkState::Connected);
    m_server->run({"SET", recordedLock, otherToken, "PX", "600000"});
    QTRY_VERIFY(shows(recordedLock, otherToken));
    const qint64 again = wallNow();
    QTRY_VERIFY(wallNow() > again + untilSeen);
    stop();
    QVERIFY(trouble().isEmpty());

    const auto reader = recording(m_path);
    QCOMPARE(reader->sessions().size(), 1u);
    QVERIFY(reader->sessions().front().endedAt);
    QVERIFY(reader->sessions().front().beganAt >= before - 100);
    QCOMPARE(holderAt(*reader, before - 1'000), "not recorded");
    QCOMPARE(holderAt(*reader, free), "free");
    QCOMPARE(holderAt(*reader, held), token);
    QCOMPARE(holderAt(*reader, away), "gap");
    QCOMPARE(holderAt(*reader, again), otherToken);
    QCOMPARE(reader->gaps().size(), 1u);
    QVERIFY(reader->gaps().front().since > held);
}

// Whoever holds the write lock of the file lets the recorder wait, as a slow disk does.
void TestRecordButton::theWindowAnswersWhileTheEndIsWritten()
{
    record(m_path);
    QString text = button()->text();
    {
        const OtherWriter other(m_path);
        click();
        QVERIFY(!button()->isChecked());
        QVERIFY(!button()->isEnabled());
        QVERIFY2(button()->text() != text && button()->toolTip().contains(m_path),
            qPrintable(button()->text()));
        text = button()->text();
        m_server->run({"SET", "lock:meanwhile", token, "PX", "600000"});
        QTRY_VERIFY(shows("lock:meanwhile")); // the watch goes on
        click(); // does nothing
        QCOMPARE(button()->text(), text);
    }
    QTRY_VERIFY(button()->isEnabled());
    QVERIFY(button()->text() != text);
    QVERIFY2(trouble().isEmpty(), qPrintable(trouble()));
    QVERIFY(!QFile::exists(m_path + u"-wal"_s));
    QVERIFY(recording(m_path)->sessions().front().endedAt);
    record(m_path); // and it can begin again
}

void TestRecordButton::closingTheWindowEndsItInOrder()
{
    record(m_path);
    m_main->window().close();
    m_main.reset();
    QVERIFY(!QFile::exists(m_path + u"-wal"_s));
    const auto reader = recording(m_path);
    QVERIFY(reader->sessions().front().endedAt);
    QVERIFY(!reader->isBeingRecorded());
}

// As a signal to the program ends it, without the window being closed before.
void TestRecordButton::noWindowIsShownThatWaitsForTheDisk()
{
    record(m_path);
    HideWatcher hiding(&m_main->window());
    QSemaphore isLocked;
    bool wasHidden = false;
    std::thread disk([&] {
        const OtherWriter other(m_path);
        isLocked.release();
        wasHidden = hiding.hidden.tryAcquire(1, 3'000);
    });
    isLocked.acquire();
    m_main.reset();
    disk.join();
    QVERIFY(wasHidden);
    QVERIFY(recording(m_path)->sessions().front().endedAt);
}

void TestRecordButton::aFileGoesOnWithItsServerOnly()
{
    record(m_path);
    stop();
    record(m_path);
    stop();
    QCOMPARE(recording(m_path)->sessions().size(), 2u);
    TestServer other;
    watch(other);
    chooseFile(m_path);
    QTRY_VERIFY(!trouble().isEmpty());
    QVERIFY2(trouble().contains(u"is a recording of"_s), qPrintable(trouble()));
    QVERIFY(trouble().contains(m_server->endpoint().display()));
    QVERIFY(!button()->isChecked());
    QCOMPARE(recording(m_path)->sessions().size(), 2u);
}

void TestRecordButton::anotherServerEndsIt()
{
    record(m_path);
    TestServer other;
    watch(other);
    QTRY_VERIFY(button()->isEnabled() && !button()->isChecked());
    const auto reader = recording(m_path);
    QCOMPARE(reader->sessions().size(), 1u);
    QVERIFY(reader->sessions().front().endedAt);
}

void TestRecordButton::aFullDiskEndsTheRecordingOnly()
{
    record(m_path);
    const qint64 recorded = wallNow();
    QTRY_VERIFY(wallNow() > recorded + untilSeen);
    {
        const FileSizeLimit limit(QFileInfo(m_path + u"-wal"_s).size() + 30'000);
        for (int i = 0; i < 3'000; ++i)
            m_server->run({"SET", "lock:item:" + QByteArray::number(i), token, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(!trouble().isEmpty(), 30'000);
        QVERIFY2(trouble().contains(m_path), qPrintable(trouble()));
        expectThatTheWatchGoesOn();
    }
    QCOMPARE(holderAt(*recording(m_path), recorded), "free"); // what was written before
}

void TestRecordButton::aFileThatIsMovedEndsTheRecordingOnly()
{
    record(m_path);
    QVERIFY(QFile::rename(m_path, m_path + u".moved"_s));
    QTRY_VERIFY_WITH_TIMEOUT(!trouble().isEmpty(), 30'000);
    QVERIFY2(trouble().contains(u"moved"_s), qPrintable(trouble()));
    expectThatTheWatchGoesOn();
    record(m_path + u"2"_s); // the next one hides the sentence
    QVERIFY(trouble().isEmpty());
}

void TestRecordButton::aFileThatCannotBeMadeIsSaid()
{
    chooseFile(m_folder.filePath(u"nowhere/x.lockstep"_s));
    QTRY_VERIFY(!trouble().isEmpty());
    const QString folder = m_folder.filePath(u"nowhere"_s);
    QVERIFY2(trouble().contains(u"there is no folder %1."_s.arg(folder)), qPrintable(trouble()));
    QVERIFY2(!trouble().contains(u"disk"_s), qPrintable(trouble()));
    expectThatTheWatchGoesOn();
}

void TestRecordButton::aFileThatIsNoRecordingIsLeftAlone()
{
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray text(3'000, 'x');
    file.write(text);
    file.flush();
    chooseFile(m_path);
    QTRY_VERIFY(!trouble().isEmpty());
    QVERIFY2(trouble().contains(u"no recording"_s), qPrintable(trouble()));
    QVERIFY(file.seek(0));
    QCOMPARE(file.readAll(), text);
    expectThatTheWatchGoesOn();
}

void TestRecordButton::thePictures_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("dark");
    QTest::newRow("english, light") << u"en"_s << false;
    QTest::newRow("chinese, dark") << u"zh_CN"_s << true;
}

// The button shows that it records, and the sentence of what ended it fits.
void TestRecordButton::thePictures()
{
    QFETCH(const QString, language);
    QFETCH(const bool, dark);
    m_language->choose(language);
    m_theme->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
    const auto keep = [&](const QString &what) {
        for (const int scale : {1, 2}) {
            const QString name = u"record-%1-%2-%3-%4"_s.arg(
                what, language, dark ? u"dark"_s : u"light"_s, QString::number(scale));
            QVERIFY(keptWhereWanted(pictureOf(m_main->window(), scale), name));
        }
    };
    record(m_path);
    QTRY_COMPARE(button()->width(), button()->sizeHint().width());
    keep(u"on"_s);
    {
        const OtherWriter other(m_path);
        click();
        QVERIFY(!button()->isEnabled());
        QTRY_COMPARE(button()->width(), button()->sizeHint().width());
        keep(u"finishing"_s);
    }
    QTRY_VERIFY(button()->isEnabled());
    record(m_path);
    QVERIFY(pixelsNear(pictureOf(*button(), 1), button()->rect(), QColor(217, 48, 37), 40) > 10);
    QVERIFY(QFile::remove(m_path));
    QTRY_VERIFY_WITH_TIMEOUT(!trouble().isEmpty(), 30'000);
    keep(u"off"_s);
    m_language->choose(u"en"_s);
    m_theme->setChoice(Theme::Choice::Light);
}

QTEST_MAIN(TestRecordButton)
#include "tst_recordbutton.moc"
