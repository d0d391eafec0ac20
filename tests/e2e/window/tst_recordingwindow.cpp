// A recording in its window: a real server is watched and recorded, and what the window shows of a
// moment is compared with what the test did to the server then.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/support/filecontents.h"
#include "tests/support/openedrecordingwindow.h"
#include "tests/support/patience.h"
#include "tests/support/samples/recordedserver.h"
#include "tests/support/widgetpicture.h"
#include "ui/plot/curves/historycurve.h"
#include "ui/plot/historycanvas.h"
#include "ui/plot/historyplot.h"
#include "ui/replay/momentslider.h"
#include "ui/watch/details/detailsdialog.h"
#include "ui/watch/journal/journalmodel.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watch/summary/summarystrip.h"
#include "ui/watch/tables/itemtable.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const QByteArray lockKey = "lock:order:7";
const QByteArray otherKey = "lock:order:8";
const QByteArray first = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
const QByteArray second = "22222222-9a53-4f6f-8c80-0d1c1a8e9b22";

} // namespace

class TestRecordingWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aMomentIsShownAsItWas_data();
    void aMomentIsShownAsItWas();
    void goingBackLeavesNothingBehind();
    void theJournalEndsAtTheMoment();
    void nothingActsOnAServer();
    void theKeysMoveTheSlider();
    void jumpsGoFromLineToLine();
    void playingGoesOnAndEnds();
    void aGapIsStriped();
    void aFileThatIsNoneIsRefused_data();
    void aFileThatIsNoneIsRefused();
    void theMenuOpensOne();
    void pictures_data();
    void pictures();

private:
    bool showMoment(ReplayWindow &window, qint64 at)
    {
        window.bar()->goTo(at);
        return QTest::qWaitFor(
            [&] {
                return window.page()->shownSnapshot().takenAtUtc == utcInstant(at)
                    && !window.bar()->note().isEmpty();
            },
            60'000);
    }
    std::unique_ptr<OpenedRecording> opened() { return shownRecording(m_path, m_theme.get()); }
    // Whether the plot ends at that moment, and draws the holds that the lock had until then.
    static bool plots(const ReplayWindow &window, const QByteArray &key, qint64 at)
    {
        const auto *canvas = window.plot()->findChild<HistoryCanvas *>();
        return window.plot()->title().contains(QString::fromLatin1(key))
            && canvas->windowEnd() == utcInstant(at) && canvas->curves().size() == 1
            && !canvas->curves().front().holds.empty();
    }
    static QString cell(const ReplayWindow &window, const QByteArray &key, int column)
    {
        const ItemModel *model = window.page()->table(Family::Lock)->itemModel();
        const int row = model->rowOf(key);
        return row < 0 ? u"no row"_s : model->text(*model->item(row), column);
    }
    static QString stateOf(const ReplayWindow &window, const QByteArray &key)
    {
        return cell(window, key, LocksModel::StateColumn);
    }

    QTemporaryDir m_folder;
    QString m_path;
    std::unique_ptr<Theme> m_theme;
    // When the test had done, for certain, what their names say.
    qint64 m_heldByFirst = 0;
    qint64 m_free = 0;
    qint64 m_heldBySecond = 0;
    qint64 m_away = 0;
    qint64 m_back = 0;
    qint64 m_end = 0;
};

void TestRecordingWindow::initTestCase()
{
    QCoreApplication::setOrganizationName(u"lockstep-test"_s);
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    m_theme = std::make_unique<Theme>(qApp);
    m_path = m_folder.filePath(u"night.lockstep"_s);
    RecordedServer server(m_path);
    server.beginSession();
    server.hold(otherKey, second);
    m_heldByFirst = server.hold(lockKey, first).to;
    m_free = server.release(lockKey).to;
    m_heldBySecond = server.hold(lockKey, second).to;
    m_away = server.goAway().to;
    server.comeBack();
    m_back = server.hold(lockKey, first).to;
    m_end = server.endSession();
}

void TestRecordingWindow::aMomentIsShownAsItWas_data()
{
    QTest::addColumn<qint64>("at");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<QString>("note");
    QTest::newRow("held by the first") << m_heldByFirst << u"held"_s << first << u"Seen"_s;
    QTest::newRow("free") << m_free << u"no row"_s << QByteArray() << u"Seen"_s;
    QTest::newRow("held by the second") << m_heldBySecond << u"held"_s << second << u"Seen"_s;
    QTest::newRow("the server is away") << m_away << u"unknown"_s << QByteArray() << u"Unknown"_s;
    QTest::newRow("held again") << m_back << u"held"_s << first << u"Seen"_s;
}

void TestRecordingWindow::aMomentIsShownAsItWas()
{
    QFETCH(const qint64, at);
    QFETCH(const QByteArray, token);
    QFETCH(const QString, note);
    const auto window = opened();
    // Each is reached from both sides.
    for (const qint64 before : {m_heldByFirst, m_away, m_end}) {
        QVERIFY(showMoment(*window, before));
        QVERIFY(showMoment(*window, at));
        QTEST(stateOf(*window, lockKey), "state");
        QVERIFY2(window->bar()->note().startsWith(note), qPrintable(window->bar()->note()));
        const QString holder = cell(*window, lockKey, LocksModel::HolderColumn);
        const QString begin = QString::fromLatin1(token.left(8));
        QVERIFY2(token.isEmpty() || holder.startsWith(begin), qPrintable(holder));
    }
}

void TestRecordingWindow::goingBackLeavesNothingBehind()
{
    const auto window = opened();
    ItemTable *locks = window->page()->table(Family::Lock);
    QVERIFY(showMoment(*window, m_heldByFirst));
    locks->selectKey(lockKey); // a row that is selected would linger on a watch that goes on
    QVERIFY(showMoment(*window, m_free));
    QCOMPARE(stateOf(*window, lockKey), u"no row"_s);
    QVERIFY(locks->itemModel()->rowOf(otherKey) >= 0);
    QVERIFY(showMoment(*window, m_heldBySecond));
    QVERIFY(showMoment(*window, m_heldByFirst));
    const QString age = cell(*window, lockKey, LocksModel::AgeColumn);
    QVERIFY2(age.startsWith(u'0'), qPrintable(age)); // it was just taken, whatever was shown before
}

void TestRecordingWindow::theJournalEndsAtTheMoment()
{
    const auto window = opened();
    const auto kinds = [&] {
        QList<JournalEntry::Kind> all;
        const JournalStore &lines = window->journal()->model()->store();
        for (quint64 i = lines.first(); i < lines.end(); ++i) {
            if (lines.at(i).key == lockKey)
                all << lines.at(i).kind;
        }
        return all;
    };
    using enum JournalEntry::Kind;
    QVERIFY(showMoment(*window, m_free));
    QCOMPARE(kinds(), (QList{Acquired, Released}));
    QVERIFY(showMoment(*window, m_heldBySecond)); // goes on
    QCOMPARE(kinds(), (QList{Acquired, Released, Acquired}));
    QVERIFY(showMoment(*window, m_heldByFirst)); // goes back
    QCOMPARE(kinds(), (QList{Acquired}));
}

void TestRecordingWindow::nothingActsOnAServer()
{
    const auto window = opened();
    QVERIFY(showMoment(*window, m_heldByFirst));
    ItemTable *locks = window->page()->table(Family::Lock);
    locks->selectKey(lockKey);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
    QApplication::sendEvent(locks, &event);
    const auto *menu = locks->findChild<QMenu *>();
    QVERIFY(menu);
    QStringList texts;
    for (const QAction *action : menu->actions())
        texts << action->text();
    QVERIFY(texts.contains(u"Details…"_s));
    for (const QString &word : {u"Release"_s, u"Name…"_s, u"Ignore"_s, u"Alert"_s, u"limit"_s})
        QVERIFY2(texts.filter(word).isEmpty(), qPrintable(texts.join(u'\n')));
    delete menu;
    QTest::keyClick(locks, Qt::Key_Return);
    const auto *details = window->findChild<DetailsDialog *>();
    QVERIFY(details);
    QStringList buttons;
    for (const QPushButton *button : details->findChildren<QPushButton *>()) {
        if (!button->isHidden())
            buttons << button->text();
    }
    buttons.sort();
    QCOMPARE(buttons, (QStringList{u"Close"_s, u"Copy all"_s}));
}

void TestRecordingWindow::theKeysMoveTheSlider()
{
    const auto window = opened();
    MomentSlider *slider = window->bar()->slider();
    QVERIFY(showMoment(*window, m_heldBySecond));
    QTest::keyClick(slider, Qt::Key_Left);
    QCOMPARE(slider->moment(), m_heldBySecond - 1000);
    QTest::keyClick(slider, Qt::Key_Right);
    QCOMPARE(slider->moment(), m_heldBySecond);
    QTest::keyClick(slider, Qt::Key_End);
    QCOMPARE(slider->moment(), m_end);
    QTRY_COMPARE(window->page()->shownSnapshot().takenAtUtc, utcInstant(m_end));
    QTest::keyClick(slider, Qt::Key_Right); // not beyond the end
    QCOMPARE(slider->moment(), m_end);
    QTest::keyClick(slider, Qt::Key_Home);
    QTest::keyClick(slider, Qt::Key_Right);
    const qint64 early = slider->moment();
    QTest::keyClick(slider, Qt::Key_PageDown);
    QCOMPARE(slider->moment(), early - 1000);
    QTest::mouseClick(
        slider, Qt::LeftButton, {}, QPoint(qRound(slider->xOf(m_free)), slider->height() / 2));
    QVERIFY(qAbs(slider->moment() - m_free) < 100);
}

void TestRecordingWindow::jumpsGoFromLineToLine()
{
    const auto window = opened();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get())); // shortcuts want it
    QVERIFY(showMoment(*window, m_heldByFirst));
    QCOMPARE(stateOf(*window, lockKey), u"held"_s);
    QTest::keyClick(window.get(), Qt::Key_Right, Qt::AltModifier);
    QTRY_COMPARE(stateOf(*window, lockKey), u"no row"_s); // the next line is its release
    QVERIFY(window->bar()->moment() > m_heldByFirst);
    QVERIFY(window->bar()->moment() <= m_free);
    const qint64 released = window->bar()->moment();
    QTest::keyClick(window.get(), Qt::Key_Right, Qt::AltModifier);
    QTRY_COMPARE(stateOf(*window, lockKey), u"held"_s);
    QVERIFY(window->bar()->moment() <= m_heldBySecond);
    QTest::keyClick(window.get(), Qt::Key_Left, Qt::AltModifier);
    QTRY_COMPARE(stateOf(*window, lockKey), u"no row"_s);
    QCOMPARE(window->bar()->moment(), released);
}

void TestRecordingWindow::playingGoesOnAndEnds()
{
    const auto window = opened();
    QVERIFY(showMoment(*window, m_heldByFirst));
    auto *speed = window->bar()->findChild<QComboBox *>();
    speed->setCurrentText(u"2 ×"_s);
    auto *play = window->bar()->findChild<QAbstractButton *>(u"play"_s);
    QElapsedTimer timer;
    timer.start();
    QTest::mouseClick(play, Qt::LeftButton);
    QVERIFY(window->bar()->isPlaying());
    QTRY_COMPARE(stateOf(*window, lockKey), u"no row"_s);
    QTRY_COMPARE(stateOf(*window, lockKey), u"held"_s);
    QTRY_VERIFY(window->bar()->moment() > m_heldBySecond);
    const qint64 passed = timer.elapsed();
    const qint64 played = window->bar()->moment() - m_heldByFirst;
    QVERIFY2(played <= 2 * passed + 1 && played > passed / 2,
        qPrintable(u"%1 ms in %2"_s.arg(played).arg(passed)));
    speed->setCurrentText(u"100 ×"_s);
    QTRY_VERIFY(!window->bar()->isPlaying());
    QCOMPARE(window->bar()->moment(), m_end);
}

void TestRecordingWindow::aGapIsStriped()
{
    const auto window = opened();
    MomentSlider *slider = window->bar()->slider();
    QVERIFY(showMoment(*window, m_heldByFirst)); // the handle is elsewhere
    const QImage image = pictureOf(*slider, 1);
    const Colours &colours = m_theme->colours();
    // Only a gap has the ground's colour, and stripes on it; where they lie between two pixels they
    // are paler than the text.
    const auto areaAt = [&](qint64 at) {
        return QRect(qRound(slider->xOf(at)) - 8, slider->height() / 2 - 4, 16, 8);
    };
    const QRect gap = areaAt(m_away + 500);
    QVERIFY(pixelsNear(image, gap, colours.ground) > 5);
    QVERIFY(gap.width() * gap.height() - pixelsNear(image, gap, colours.ground, 100) > 5);
    QCOMPARE(pixelsNear(image, areaAt(m_back + 600), colours.ground), 0);
}

void TestRecordingWindow::aFileThatIsNoneIsRefused_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("said");
    QTest::newRow("no recording") << u"text"_s << u"no recording"_s;
    QTest::newRow("of a later version") << u"later"_s << u"later version"_s;
    QTest::newRow("damaged") << u"damaged"_s << u"damaged"_s;
    QTest::newRow("not there") << u"missing"_s << u"missing.lockstep"_s;
}

void TestRecordingWindow::aFileThatIsNoneIsRefused()
{
    QFETCH(const QString, what);
    QFETCH(const QString, said);
    const QString path = m_folder.filePath(what + u".lockstep"_s);
    if (what == u"text"_s) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(5000, 'x'));
    } else if (what != u"missing"_s) {
        QFile::remove(path);
        QVERIFY(QFile::copy(m_path, path));
    }
    if (what == u"later"_s) {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, what);
        database.setDatabaseName(path);
        QVERIFY(database.open());
        QVERIFY(QSqlQuery(database).exec(u"PRAGMA user_version = 99"_s));
        database.close();
    } else if (what == u"damaged"_s) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(file.size() / 2));
        file.write(QByteArray(3000, '\x5a'));
    }
    const QByteArray before = contentsOf(path);
    QWidget parent;
    QPointer<OpenedRecording> window = openRecording(path, m_theme.get(), &parent);
    QTRY_VERIFY(!window); // closed
    const auto *box = parent.findChild<QMessageBox *>();
    QVERIFY(box);
    QVERIFY2(box->text().contains(said), qPrintable(box->text()));
    QCOMPARE(contentsOf(path), before);
}

void TestRecordingWindow::theMenuOpensOne()
{
    TestServer server;
    Language language(u"en"_s);
    WatchWindow main(m_theme.get(), &language, {});
    Source source;
    source.endpoint = server.endpoint();
    QVERIFY(main.watch(std::move(source)));
    main.window().show();
    QVERIFY(QTest::qWaitForWindowActive(&main.window()));
    QTest::keyClick(&main.window(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    auto *dialog = main.window().findChild<QFileDialog *>();
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(m_path);
    delete dialog;
    const auto *window = main.window().findChild<OpenedRecording *>();
    QVERIFY(window);
    QTRY_VERIFY(!window->bar()->note().isEmpty());
    QCOMPARE(stateOf(*window, lockKey), u"held"_s);
}

void TestRecordingWindow::pictures_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("dark");
    QTest::newRow("english, light") << u"en"_s << false;
    QTest::newRow("english, dark") << u"en"_s << true;
    QTest::newRow("chinese, light") << u"zh_CN"_s << false;
    QTest::newRow("chinese, dark") << u"zh_CN"_s << true;
}

// No part is cut off, at the smallest size that the window is usually seen in.
void TestRecordingWindow::pictures()
{
    QFETCH(const QString, language);
    QFETCH(const bool, dark);
    const Language spoken(language);
    m_theme->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
    const auto window = opened();
    window->resize(1280, 720);
    for (const auto &[name, at] :
        {std::pair(u"held"_s, m_heldBySecond), std::pair(u"away"_s, m_away)}) {
        QSignalSpy figures(
            window->page()->findChild<SummaryStrip *>(), &SummaryStrip::problemsFound);
        QVERIFY(showMoment(*window, at));
        QVERIFY(window->page()->selectItem(Family::Lock, lockKey));
        QTRY_VERIFY(!figures.isEmpty()); // they rest between two refreshes
        QTRY_VERIFY(plots(*window, lockKey, at));
        for (const int scale : {1, 2}) {
            const QString file = u"recording-%1-%2-%3-%4"_s.arg(
                name, language, dark ? u"dark"_s : u"light"_s, QString::number(scale));
            QVERIFY(keptWhereWanted(pictureOf(*window, scale), file));
        }
    }
    for (const QWidget *part : window->bar()->findChildren<QWidget *>(Qt::FindDirectChildrenOnly))
        QVERIFY2(part->width() >= part->minimumSizeHint().width(), part->metaObject()->className());
    m_theme->setChoice(Theme::Choice::Light);
}

QTEST_MAIN(TestRecordingWindow)
#include "tst_recordingwindow.moc"
