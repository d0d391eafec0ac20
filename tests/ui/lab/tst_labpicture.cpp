// What the lab page looks like, checked for content. With LOCKSTEP_PICTURES=folder the pictures are
// kept.

#include "core/lab/loader/scenariofile.h"
#include "labsample.h"
#include "tests/support/patience.h"
#include "tests/support/widgetpicture.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/scenarios/ownfiles.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/widgets/quiettabs.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTranslator>

#include <memory>

using namespace lockstep;

namespace {

void trigger(const LabPage &page, LabBar::Action verb)
{
    page.bar()->action(verb)->trigger();
}

} // namespace

class TestLabPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStateOfThePageIsDrawn_data();
    void everyStateOfThePageIsDrawn();

private:
    static void bring(LabPage &page, const QString &state);
};

void TestLabPicture::everyStateOfThePageIsDrawn_data()
{
    QTest::addColumn<QString>("state");
    QTest::addColumn<Theme::Choice>("choice");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    const QSize usual(1280, 720);
    const QStringList states{QStringLiteral("empty"), QStringLiteral("ready"),
        QStringLiteral("running"), QStringLiteral("violated"), QStringLiteral("held"),
        QStringLiteral("mistake"), QStringLiteral("compare"), QStringLiteral("lesson"),
        QStringLiteral("crowd"), QStringLiteral("presented"), QStringLiteral("scripts")};
    for (const QString &state : states) {
        QTest::addRow("%s", qPrintable(state)) << state << Theme::Choice::Light << usual << 1;
        QTest::addRow("%s-dark", qPrintable(state)) << state << Theme::Choice::Dark << usual << 1;
    }
    QTest::newRow("violated-2x") << QStringLiteral("violated") << Theme::Choice::Light << usual
                                 << 2;
    QTest::newRow("violated-2x-dark")
        << QStringLiteral("violated") << Theme::Choice::Dark << usual << 2;
    QTest::newRow("lesson-2x") << QStringLiteral("lesson") << Theme::Choice::Light << usual << 2;
    QTest::newRow("presented-2x-dark")
        << QStringLiteral("presented") << Theme::Choice::Dark << usual << 2;
    const QSize least(960, 600);
    QTest::newRow("violated-960") << QStringLiteral("violated") << Theme::Choice::Light << least
                                  << 1;
    QTest::newRow("compare-960") << QStringLiteral("compare") << Theme::Choice::Dark << least << 1;
    QTest::newRow("ready-960") << QStringLiteral("ready") << Theme::Choice::Light << least << 1;
    const QSize large(1440, 900);
    for (const QString &state : {QStringLiteral("exercise"), QStringLiteral("diagram")}) {
        QTest::addRow("%s-1440", qPrintable(state)) << state << Theme::Choice::Light << large << 1;
        QTest::addRow("%s-1440-dark", qPrintable(state))
            << state << Theme::Choice::Dark << large << 1;
        QTest::addRow("%s-2x", qPrintable(state)) << state << Theme::Choice::Light << usual << 2;
        QTest::addRow("%s-1440-zh", qPrintable(state))
            << state + QStringLiteral(" zh_CN") << Theme::Choice::Light << large << 1;
    }
    QTest::newRow("scripts-2x-dark-zh")
        << QStringLiteral("scripts zh_CN") << Theme::Choice::Dark << usual << 2;
    QTest::newRow("violated-1440-zh")
        << QStringLiteral("violated zh_CN") << Theme::Choice::Light << large << 1;
}

void TestLabPicture::bring(LabPage &page, const QString &state)
{
    if (state == u"empty")
        return page.setScenarios({});
    page.setScenarios(sample::scenarios());
    QVERIFY(page.choose(QStringLiteral("stock-read-then-write")));
    if (state == u"ready" || state == u"mistake")
        return;
    if (state == u"lesson") {
        const auto all = page.findChildren<QuietTabs *>();
        for (QuietTabs *tabs : all) {
            if (tabs->tabText(1) == u"Lesson")
                tabs->setCurrentIndex(1);
        }
        return;
    }
    if (state == u"exercise" || state == u"diagram") {
        page.setScenarios(shippedScenarios());
        QVERIFY(
            page.choose(state == u"exercise" ? QStringLiteral("lock-blind-delete")
                                             : QStringLiteral("lock-watchdog-check-then-extend")));
        page.findChild<QuietTabs *>(QStringLiteral("programTabs"))->setCurrentIndex(1);
        auto *lesson = page.findChild<QTextBrowser *>(QStringLiteral("lesson"));
        if (state == u"exercise")
            lesson->moveCursor(QTextCursor::End);
        return;
    }
    const sample::Size crowd{200, 5, 20, 1000};
    const sample::Size usual{6, 12, 2, 5};
    if (state == u"scripts") {
        page.setScenarios(shippedScenarios());
        QVERIFY(page.choose(QStringLiteral("fence-read-and-write")));
        page.findChild<QuietTabs *>(QStringLiteral("programTabs"))->setCurrentIndex(2);
        return;
    }
    if (state == u"held") {
        page.choose(QStringLiteral("stock-script"));
        trigger(page, LabBar::Action::Run);
        return page.freeRuns()->setRun(sample::heldRun(usual));
    }
    trigger(page, LabBar::Action::Run);
    if (state == u"running") {
        RunProgress progress;
        progress.round = 11;
        progress.operations = 1'234'567;
        progress.counts["sold"] = 6210;
        progress.waiting = 12;
        progress.crashed = 1;
        progress.violatedRounds = 9;
        return page.freeRuns()->setProgress(progress);
    }
    page.freeRuns()->setRun(sample::oversoldRun(state == u"crowd" ? crowd : usual));
    if (state == u"presented")
        trigger(page, LabBar::Action::Present);
    if (state != u"compare")
        return;
    trigger(page, LabBar::Action::Compare);
    trigger(page, LabBar::Action::SwapFix);
    page.freeRuns()->setRun(sample::heldRun(usual));
}

void TestLabPicture::everyStateOfThePageIsDrawn()
{
    QFETCH(QString, state); // "violated zh_CN": in Chinese
    const QString language = state.section(u' ', 1);
    state = state.section(u' ', 0, 0);
    QTranslator translator;
    if (!language.isEmpty()) {
        QVERIFY(translator.load(QStringLiteral(":/translations/lockstep_%1.qm").arg(language)));
        QVERIFY(QCoreApplication::installTranslator(&translator)); // until it is destroyed
    }
    QFETCH(Theme::Choice, choice);
    QFETCH(QSize, size);
    QFETCH(int, scale);
    Theme theme(qApp);
    theme.setChoice(choice);
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    OwnFiles files(&settings, [](const QString &path) -> Result<ScenarioPtr> {
        return failure(ErrorCode::BadInput,
            path + QStringLiteral(":3: “retrun” is no statement, expected “return { … }”"));
    });
    MainWindow window(&theme);
    window.setServerPage(new QWidget);
    window.setConnection(QStringLiteral("orders-cache"), Endpoint{});
    window.labPage()->setOwnFiles(&files, folder.path());
    window.resize(size);
    window.show();
    window.showPage(MainWindow::Page::Lab);
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.labPage()->setLanguage(language.isEmpty() ? QStringLiteral("en") : language);
    bring(*window.labPage(), state);
    if (state == u"mistake") {
        QFile own(folder.filePath(QStringLiteral("my-race.lua")));
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write("-- my own race\n\nretrun {\n  id = \"mine\",\n}\n");
        own.close();
        files.open(own.fileName());
        QTRY_VERIFY(!files.files().front().mistake.isEmpty());
    }
    QCoreApplication::processEvents();
    const QImage image = pictureOf(window, scale);
    QVERIFY(keptWhereWanted(image, QLatin1String("lab-") + QLatin1String(QTest::currentDataTag())));
    QCOMPARE(window.size(), size);
    const Colours &colours = theme.colours();
    QVERIFY(pixelsNear(image, image.rect(), colours.panel) > size.width() * size.height() / 4);
    if (state == u"violated" || state == u"compare" || state == u"presented")
        QVERIFY(pixelsNear(image, image.rect(), colours.violation) > 150 * scale);
    else if (state == u"ready" || state == u"running")
        QCOMPARE(pixelsNear(image, image.rect(), colours.violation), 0);
}

QTEST_MAIN(TestLabPicture)
#include "tst_labpicture.moc"
