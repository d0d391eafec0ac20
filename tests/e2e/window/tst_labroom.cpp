// What is seen of the lab where there is little room: no button has its words cut, the picture has
// its lanes, and the table its cells.

#include "tests/support/ownfolders.h"
#include "tests/support/patience.h"
#include "tests/support/reallab.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/modeswitch.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/table/operationsmodel.h"
#include "ui/lab/table/operationstable.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/widgets/barbutton.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QScrollBar>
#include <QTest>

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

QTEST_MAIN(TestLabRoom)
#include "tst_labroom.moc"
