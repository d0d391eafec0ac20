// What is seen of the lab where there is little room: no button has its words cut, the picture has
// its lanes, and the table its cells.

#include "tests/support/ownfolders.h"
#include "tests/support/patience.h"
#include "tests/support/reallab.h"
#include "tests/support/widgetpicture.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/modeswitch.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/table/operationsmodel.h"
#include "ui/lab/table/operationstable.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/text/languages.h"
#include "ui/widgets/barbutton.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QTranslator>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

const QSize smallScreen(960, 600);

// Until what exploring finds is shown as steps.
void explore(const RealLab &lab, const QString &lesson)
{
    QVERIFY(lab.page->choose(lesson));
    lab.page->bar()->action(LabBar::Action::ExploreMode)->trigger();
    lab.page->bar()->action(LabBar::Action::Run)->trigger();
    const StepController *stepping = lab.page->stepController();
    QTRY_VERIFY(!stepping->isBusy() && stepping->runs()->shownRun()
        && !stepping->runs()->shownRun()->steps.empty());
    QCoreApplication::processEvents();
}

// The parts of the window that another one covers in part, or that have less room than their words
// need. What can be scrolled is left out.
QStringList cutParts(const QWidget &window)
{
    QStringList cut;
    for (const QWidget *part : window.findChildren<QWidget *>()) {
        const QWidget *parent = part->parentWidget();
        if (!part->isVisible() || part->isWindow() || !parent || parent->isWindow())
            continue;
        const auto *scrolled = qobject_cast<const QAbstractScrollArea *>(parent->parentWidget());
        if (qobject_cast<const QTabBar *>(parent) || (scrolled && scrolled->viewport() == parent))
            continue;
        const auto *label = qobject_cast<const QLabel *>(part);
        const bool isSentence = label && label->wordWrap() && !label->text().isEmpty();
        const int needed = isSentence ? label->heightForWidth(label->width()) : 0;
        const bool isCutBox =
            qobject_cast<const QCheckBox *>(part) && part->width() < part->sizeHint().width();
        if (!parent->rect().contains(part->geometry()) || part->height() < needed || isCutBox)
            cut << u"%1 “%2”: %3 of %4, %5 × %6 in %7 × %8"_s
                       .arg(QLatin1String(part->metaObject()->className()),
                           label ? label->text() : part->objectName())
                       .arg(part->height())
                       .arg(needed)
                       .arg(part->geometry().right())
                       .arg(part->geometry().bottom())
                       .arg(parent->width())
                       .arg(parent->height());
    }
    return cut;
}

template <typename Part> Part *partOfSteps(const RealLab &lab)
{
    return lab.page->findChild<SteppedPane *>(u"presentSteps"_s)->findChild<Part *>();
}

} // namespace

class TestLabRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatHasNoRoomIsInAMenu_data();
    void whatHasNoRoomIsInAMenu();
    void onASmallScreenAllLanesOfTwoClientsAreSeen();
    void theTableCutsNothingThatHasRoom();
    void nothingIsCut_data();
    void nothingIsCut();

private:
    std::unique_ptr<OwnFolders> m_folders;
};

void TestLabRoom::init()
{
    m_folders = std::make_unique<OwnFolders>();
}

void TestLabRoom::whatHasNoRoomIsInAMenu_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<LabBar::Action>("mode");
    QTest::addColumn<bool>("isAllSeen");
    const QSize large(1440, 900);
    QTest::newRow("run, small") << smallScreen << LabBar::Action::RunMode << false;
    QTest::newRow("step, small") << smallScreen << LabBar::Action::StepMode << false;
    QTest::newRow("explore, small") << smallScreen << LabBar::Action::ExploreMode << false;
    QTest::newRow("explore, large") << large << LabBar::Action::ExploreMode << true;
}

void TestLabRoom::whatHasNoRoomIsInAMenu()
{
    QFETCH(QSize, size);
    QFETCH(LabBar::Action, mode);
    QFETCH(bool, isAllSeen);
    RealLab lab(size);
    LabBar *bar = lab.page->bar();
    bar->action(mode)->trigger();
    QCoreApplication::processEvents();
    const auto *modes = bar->findChild<ModeSwitch *>();
    QVERIFY(modes->width() >= modes->sizeHint().width());
    QStringList reachable;
    const BarButton *more = nullptr;
    for (const BarButton *each : bar->findChildren<BarButton *>()) {
        if (each->isHidden())
            continue;
        QTRY_VERIFY2(each->width() >= each->sizeHint().width(), qPrintable(each->text()));
        reachable << each->text();
        more = each->text() == u"More"_s ? each : more;
    }
    QCOMPARE(more == nullptr, isAllSeen);
    for (const QMenu *menu : bar->findChildren<QMenu *>()) {
        for (const QAction *each : menu->actions())
            reachable << each->iconText();
    }
    for (const LabBar::Action verb :
        {LabBar::Action::Run, LabBar::Action::Stop, LabBar::Action::SwapFix, LabBar::Action::Edit,
            LabBar::Action::Compare, LabBar::Action::ShowList, LabBar::Action::ShowProgram})
        QCOMPARE(reachable.count(bar->action(verb)->iconText()), 1);
}

void TestLabRoom::onASmallScreenAllLanesOfTwoClientsAreSeen()
{
    const RealLab lab(smallScreen);
    explore(lab, u"lock-lease-expires"_s);
    const auto *timeline = partOfSteps<Timeline>(lab);
    QTRY_VERIFY(!timeline->findChild<QScrollBar *>()->isVisible());
    QCOMPARE(timeline->visibleRegion().boundingRect(), timeline->rect());
}

void TestLabRoom::theTableCutsNothingThatHasRoom()
{
    const RealLab lab(QSize(1280, 720));
    explore(lab, u"lock-reentrant-separate"_s);
    lab.page->bar()->action(LabBar::Action::StepMode)->trigger();
    const auto *table = partOfSteps<OperationsTable>(lab);
    QTRY_VERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 6);
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        for (const int column :
            {OperationsModel::Command, OperationsModel::Reply, OperationsModel::Effect}) {
            const QModelIndex cell = table->model()->index(row, column);
            QVERIFY2(table->columnWidth(column) >= table->sizeHintForIndex(cell).width(),
                qPrintable(cell.data().toString()));
        }
    }
}

void TestLabRoom::nothingIsCut_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("hasList"); // of the scenarios
    for (const QString &language : languageCodes()) {
        for (const QSize &size : {QSize(900, 600), QSize(1280, 720)})
            QTest::addRow("%s, %d × %d", qPrintable(language), size.width(), size.height())
                << language << size << (size.width() > 1200);
        QTest::addRow("%s, with the list", qPrintable(language))
            << language << QSize(960, 600) << true;
    }
}

// The steps of a mode are looked at before another one takes some of their room.
void TestLabRoom::nothingIsCut()
{
    QFETCH(const QString, language);
    QFETCH(const QSize, size);
    QFETCH(const bool, hasList);
    QTranslator translator;
    QVERIFY(translator.load(u":/translations/lockstep_%1.qm"_s.arg(language)));
    QCoreApplication::installTranslator(&translator);
    RealLab lab(size);
    lab.page->setLanguage(language);
    lab.page->bar()->action(LabBar::Action::ShowList)->setChecked(hasList);
    QStringList cut;
    const auto isWhole = [&] {
        QCoreApplication::processEvents();
        return (cut = cutParts(lab.window)).isEmpty();
    };
    SteppedRuns *runs = lab.page->stepController()->runs();
    const auto checkSteps = [&](const QString &mode) {
        for (int step = 0; step <= int(runs->shownRun()->steps.size()); ++step) {
            runs->moveTo(step);
            QTRY_VERIFY2(isWhole(), qPrintable(cut.join(u'\n')));
            QVERIFY(keptWhereWanted(pictureOf(lab.window, 1),
                u"%1-%2-%3-%4"_s.arg(language).arg(size.width()).arg(mode).arg(step)));
        }
    };
    explore(lab, u"lock-lease-expires"_s);
    lab.page->bar()->action(LabBar::Action::StepMode)->trigger();
    checkSteps(u"step"_s);
    lab.page->bar()->action(LabBar::Action::ExploreMode)->trigger();
    checkSteps(u"explore"_s);
    lab.page->bar()->action(LabBar::Action::RunMode)->trigger();
    QTRY_VERIFY2(isWhole(), qPrintable(cut.join(u'\n')));
    RunOptions options = RunOptions::of(*lab.page->scenario());
    options.settings["clients"] = 3;
    options.repeats = 1;
    lab.page->setOptions(options);
    lab.page->bar()->action(LabBar::Action::Run)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!lab.page->freeRuns()->isBusy(), 60'000);
    QTRY_VERIFY2(isWhole(), qPrintable(cut.join(u'\n')));
    QVERIFY(
        keptWhereWanted(pictureOf(lab.window, 1), u"%1-%2-run"_s.arg(language).arg(size.width())));
}

QTEST_MAIN(TestLabRoom)
#include "tst_labroom.moc"
