// Sessions in the lab as nobody plans them: whatever is done next is drawn by chance, while runs,
// steps and explorations are under way on real servers and a screen reader looks at the window.
// Nothing may come of it but what the window says in its own words.
//
// LOCKSTEP_SEED gives the seed of a session that has failed, LOCKSTEP_SESSION_MINUTES lets it go on
// for so long instead of for some hundred deeds; what the deeds before a failure were is printed.
// Where LOCKSTEP_DEEDS is set each one is, for a crash.

#include "app/terminal/language.h"
#include "core/lab/loader/scenariofile.h"
#include "labplayer.h"
#include "screenreader.h"
#include "tests/support/ownfolders.h"
#include "tests/support/reallab.h"
#include "tests/support/sanitized.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steptabs.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

using namespace lockstep;

namespace {

constexpr int deeds = isSanitized() ? 1'500 : 300; // a minute, where faults of memory are seen
constexpr int mostRemembered = 40; // deeds

// Somebody at the lab who uses all of it in no order.
struct PlayedLab
{
    explicit PlayedLab(quint32 seed)
        : player(lab.window, lab.theme, language, seed)
    {
    }

    Language language{QStringLiteral("en")};
    RealLab lab;
    LabPlayer player;
};

bool isBusy(const RealLab &lab)
{
    return lab.page->freeRuns()->isBusy() || lab.page->stepController()->isBusy();
}

// What cannot be done is said; what only a broken server or a broken lab says is not to be heard.
bool isExpected(const Error &error)
{
    return error.code == ErrorCode::BadInput || error.code == ErrorCode::Cancelled;
}

} // namespace

class TestLabSessions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aSession_data();
    void aSession();

private:
    void watch(const RealLab &lab);
    void check(const RealLab &lab);
    void calmDown(const RealLab &lab);

    OwnFolders m_folders;
    QStringList m_deeds; // that came last
    QStringList m_errors; // that nobody may see
};

void TestLabSessions::initTestCase()
{
    if (qEnvironmentVariableIsSet("QT_LINUX_ACCESSIBILITY_ALWAYS_ON"))
        QTRY_VERIFY2(QAccessible::isActive(), "the platform has no bus for screen readers");
}

void TestLabSessions::aSession_data()
{
    QTest::addColumn<bool>("isRead");
    QTest::newRow("seen") << false;
    QTest::newRow("read to somebody") << true;
}

void TestLabSessions::aSession()
{
    QFETCH(bool, isRead);
    const bool hasSeed = qEnvironmentVariableIsSet("LOCKSTEP_SEED");
    const int minutes = qEnvironmentVariableIntValue("LOCKSTEP_SESSION_MINUTES");
    // A short session is the same each time; whoever looks for faults plays a long one.
    quint32 seed = isRead ? 2 : 1;
    if (hasSeed)
        seed = quint32(qEnvironmentVariable("LOCKSTEP_SEED").toUInt());
    else if (minutes > 0)
        seed = QRandomGenerator::global()->generate();
    qInfo("LOCKSTEP_SEED=%u", seed);
    const bool isTold = qEnvironmentVariableIsSet("LOCKSTEP_DEEDS");
    PlayedLab played(seed);
    const RealLab &lab = played.lab;
    std::optional<ScreenReader> reader;
    if (isRead)
        reader.emplace(&played.lab.window, seed + 1);
    watch(lab);
    QRandomGenerator pace(seed + 2);
    QElapsedTimer time;
    time.start();
    int done = 0;
    for (; minutes > 0 ? time.elapsed() < minutes * 60'000 : done < deeds; ++done) {
        played.player.act();
        m_deeds << played.player.lastDeed();
        if (isTold)
            qInfo("%s", qPrintable(m_deeds.last()));
        while (m_deeds.size() > mostRemembered)
            m_deeds.removeFirst();
        for (int turns = pace.bounded(4); turns > 0; --turns)
            QCoreApplication::processEvents();
        if (pace.bounded(100) < 7) // looks at what comes of it, but not for long
            (void)QTest::qWaitFor([&] { return !isBusy(lab); }, 2'000);
        if (reader && pace.bounded(100) < 25)
            reader->read();
        check(lab);
        if (QTest::currentTestFailed())
            return;
    }
    calmDown(lab);
    check(lab);
    if (reader)
        QVERIFY(reader->met() > done);
}

// The errors, and each model of ours against the rules of models.
void TestLabSessions::watch(const RealLab &lab)
{
    m_deeds.clear();
    m_errors.clear();
    connect(lab.page->stepController(), &StepController::failed, this, [this](const Error &error) {
        if (!isExpected(error))
            m_errors << QStringLiteral("%1: %2").arg(int(error.code)).arg(error.detail);
    });
    const auto models = lab.page->findChildren<QAbstractItemModel *>();
    for (QAbstractItemModel *model : models) {
        if (QByteArrayView(model->metaObject()->className()).startsWith("lockstep::"))
            new QAbstractItemModelTester(
                model, QAbstractItemModelTester::FailureReportingMode::QtTest, model);
    }
}

void TestLabSessions::check(const RealLab &lab)
{
    const QByteArray story = m_deeds.join(QStringLiteral(", ")).toUtf8();
    const LabPage *page = lab.page;
    QVERIFY2(m_errors.isEmpty(), (m_errors.join(u'\n').toUtf8() + " after " + story).constData());
    QVERIFY2(page->isVisible() && lab.window.isVisible(), story.constData());
    // Of a program that was edited into a mistake nothing can be run.
    const bool canRun = page->bar()->action(LabBar::Action::Run)->isEnabled();
    QVERIFY2(page->scenario() || !canRun, story.constData());
    QVERIFY2(page->findChild<RunForm *>()->scenario() == page->scenario(), story.constData());
    const SteppedRuns *runs = page->stepController()->runs();
    if (const SteppedRunPtr stepped = runs->shownRun()) {
        QVERIFY2(stepped->scenario == page->scenario(), story.constData());
        QVERIFY2(stepped->trace.size() == stepped->steps.size(), story.constData());
        QVERIFY2(runs->shownStep() >= 0 && runs->shownStep() <= int(stepped->steps.size()),
            story.constData());
    }
    if (const RunPtr run = page->shownRun())
        QVERIFY2(
            page->shownRound() < std::max(1, int(run->history.rounds.size())), story.constData());
}

// Whatever is under way can be stopped.
void TestLabSessions::calmDown(const RealLab &lab)
{
    LabPage *page = lab.page;
    for (const LabMode mode : {LabMode::Run, LabMode::Step, LabMode::Explore}) {
        page->setMode(mode);
        page->bar()->action(LabBar::Action::Stop)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!isBusy(lab), 60'000);
    }
}

QTEST_MAIN(TestLabSessions)
#include "tst_labsessions.moc"
