// Writing in the listing of the Lab page, on files in a folder of the test's own.

#include "core/lab/exercise/grading.h"
#include "core/lab/loader/scenariocopy.h"
#include "core/lab/loader/scenariofile.h"
#include "tests/support/filecontents.h"
#include "tests/support/markedline.h"
#include "tests/support/patience.h"
#include "ui/lab/lesson/solutiongrading.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/program/draftfile.h"
#include "ui/lab/program/draftsaver.h"
#include "ui/lab/program/editrow.h"
#include "ui/lab/program/findrow.h"
#include "ui/lab/program/linechanges.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/scenarios/copysuffix.h"
#include "ui/lab/scenarios/ownfiles.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QThread>

#include <atomic>
#include <mutex>

using namespace lockstep;

namespace {

const QString lesson = QStringLiteral("stock-read-then-write");
const QByteArray longText = (QByteArray(1023, '-') + '\n').repeated(1100); // more than is read

// A text that one thread sets and another one reads.
class LastText
{
public:
    void set(const QByteArray &text)
    {
        const std::lock_guard lock(m_mutex);
        m_text = text;
    }

    [[nodiscard]] QByteArray get()
    {
        const std::lock_guard lock(m_mutex);
        return m_text;
    }

private:
    std::mutex m_mutex;
    QByteArray m_text;
};

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

} // namespace

class TestEditing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void differencesAreThoseOfTheLines_data();
    void differencesAreThoseOfTheLines();
    void aCopyIsMadeAndOpened();
    void anotherCopyHasAnotherName();
    void whatIsWrittenIsSavedAndItsMistakesAreMarked();
    void whatIsOnTheScreenIsExplored();
    void withAMistakeNothingIsExplored();
    void whatDiffersIsMarkedAndCanBeReverted();
    void anOwnFileIsEditedInItsPlace();
    void linesAreIndented();
    void aWordIsFoundInTheListing();
    void keysOfThePageAreWritten();
    void anotherEditorsChangeIsTakenWhereNothingWasWritten();
    void aSaveKnowsItsFile();
    void aResultThatWasWaitedForIsNotToldAgain();
    void aCheckThatWasGivenUpSaysSo();
    void eitherSideOfAConflictCanBeKept_data();
    void eitherSideOfAConflictCanBeKept();
    void whatCannotBeSavedIsSaidAndNotLost();
    void leavingTheScenarioSavesIt();
    void everyShippedScenarioCanBeCopied_data();
    void everyShippedScenarioCanBeCopied();
    void whatWouldNotComeBackIsNotEdited();
    void whatCannotBeSavedAnywhereStays();
    void whatCannotBeSavedAnywhereOutlivesTheProgram();
    void aFileThatIsShownInPartIsNotEdited();
    void aFileThatGrewBeyondWhatIsReadIsNotOverwritten();
    void linesEndAsInAFile();
    void aFileThatCannotBeShownAsItIsStays_data();
    void aFileThatCannotBeShownAsItIsStays();
    void whatIsWrittenRightAfterASaveIsNoticed();
    void copiesAreNeverOverwritten();
    void aFileIsEditedOnlyWhenItHasBeenRead();
    void aFileThatIsGoneIsNotMadeAgainUnasked_data();
    void aFileThatIsGoneIsNotMadeAgainUnasked();
    void aReadingOfTheTimeWhenItWasGoneIsNotBelieved();
    void whoLeavesAtOnceFindsTheFileThatWasSavedAgain();
    void whoLeavesAFileThatIsGoneGetsACopy_data();
    void whoLeavesAFileThatIsGoneGetsACopy();
    void aFileThatIsGoneLeavesNoCopyOfWhatNobodyWrote();
    void aFileThatComesBackIsEditedOn();

private:
    void openPage(); // with m_files
    void beginCopy();
    void beginOwnFile(); // ownPath(), the lesson's text
    void makeUnwritable() const; // the folder of ownPath(), and the one for copies
    void typeInto(const QString &before, const QString &words) const;
    void press(LabBar::Action verb) const { m_page->bar()->action(verb)->trigger(); }
    void replace(const QString &words, const QString &others) const;
    [[nodiscard]] ProgramView *program() const;
    [[nodiscard]] EditRow *row() const { return m_page->findChild<EditRow *>(); }
    [[nodiscard]] QString copyPath() const
    {
        return m_scenarios + QStringLiteral("/stock-read-then-write-mine.lua");
    }
    [[nodiscard]] QString ownPath() const
    {
        return m_folder->filePath(QStringLiteral("elsewhere/mine.lua"));
    }
    // The text of the scenario that would be run; empty if there is none.
    [[nodiscard]] QByteArray shownSource() const
    {
        const ScenarioPtr shown = m_page->scenario();
        return shown ? shown->source : QByteArray();
    }
    [[nodiscard]] QString banner() const { return m_page->findChild<Banner *>()->text(); }
    void choose(int button) const; // of the row

    Theme m_theme{qApp};
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_scenarios;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<OwnFiles> m_files;
    std::unique_ptr<LabPage> m_page;
};

void TestEditing::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_scenarios = m_folder->filePath(QStringLiteral("scenarios"));
    m_settings = std::make_unique<QSettings>(
        m_folder->filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    m_files = std::make_unique<OwnFiles>(m_settings.get(), scenarioFromFile);
    openPage();
}

void TestEditing::openPage()
{
    m_page = std::make_unique<LabPage>(&m_theme);
    m_page->setLanguage(QStringLiteral("en"));
    m_page->setOwnFiles(m_files.get(), m_scenarios);
    m_page->resize(1280, 720);
    m_page->setScenarios(shippedScenarios());
    QVERIFY(m_page->choose(lesson));
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void TestEditing::cleanup()
{
    m_page.reset();
    m_files.reset();
}

ProgramView *TestEditing::program() const
{
    const auto views = m_page->findChildren<ProgramView *>();
    for (ProgramView *each : views) {
        if (each->accessibleName() == QStringLiteral("Program"))
            return each;
    }
    return nullptr;
}

void TestEditing::beginCopy()
{
    press(LabBar::Action::Edit);
    QTRY_VERIFY(m_page->editing()->isEditing());
    QVERIFY(program()->hasFocus());
}

void TestEditing::beginOwnFile()
{
    QVERIFY(QDir().mkpath(QFileInfo(ownPath()).path()));
    write(ownPath(), m_page->scenario()->source);
    m_files->open(ownPath());
    QTRY_COMPARE(m_page->scenario() ? m_page->scenario()->path : QString(), ownPath());
    press(LabBar::Action::Edit);
    QVERIFY(m_page->editing()->isEditing());
}

void TestEditing::makeUnwritable() const
{
    const QString folder = QFileInfo(ownPath()).path();
    QVERIFY(QDir(folder).removeRecursively());
    write(folder, "a file where the folder was");
    write(m_scenarios, "another one");
}

// As keys, in front of the first such words.
void TestEditing::typeInto(const QString &before, const QString &words) const
{
    QTextCursor place = program()->document()->find(before);
    QVERIFY2(!place.isNull(), qPrintable(before));
    place.setPosition(place.selectionStart());
    program()->setTextCursor(place);
    QTest::keyClicks(program(), words);
}

void TestEditing::replace(const QString &words, const QString &others) const
{
    const QTextCursor place = program()->document()->find(words);
    QVERIFY2(!place.isNull(), qPrintable(words));
    program()->setTextCursor(place);
    QTest::keyClicks(program(), others);
}

void TestEditing::choose(int button) const
{
    const auto buttons = row()->findChildren<QPushButton *>();
    QVERIFY(buttons.at(button)->isVisible());
    buttons.at(button)->click();
}

void TestEditing::differencesAreThoseOfTheLines_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("now");
    QTest::addColumn<QList<int>>("changed");
    QTest::addColumn<QList<int>>("removedBefore");
    const auto row = [](const char *name, const char *before, const char *now,
                         const QList<int> &changed, const QList<int> &removed) {
        QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(now) << changed
                            << removed;
    };
    row("the same", "a\nb\nc", "a\nb\nc", {}, {});
    row("a line in place of another", "a\nb\nc", "a\nx\nc", {2}, {});
    row("a line more", "a\nb\nc", "a\nb\nx\nc", {3}, {});
    row("a line less", "a\nb\nc", "a\nc", {}, {2});
    row("the last one less", "a\nb\nc", "a\nb", {}, {3});
    row("two places", "a\nb\nc\nd\ne", "x\nb\nc\ne", {1}, {4});
    row("all", "a\nb", "x\ny\nz", {1, 2, 3}, {});
    row("repeated lines", "end\nend\nend", "end\nend\nend\nend", {4}, {});
}

void TestEditing::differencesAreThoseOfTheLines()
{
    QFETCH(QString, before);
    QFETCH(QString, now);
    QFETCH(QList<int>, changed);
    QFETCH(QList<int>, removedBefore);
    const LineChanges found = changesOf(before, now);
    QCOMPARE(QList<int>(found.changed.begin(), found.changed.end()), changed);
    QCOMPARE(QList<int>(found.removedBefore.begin(), found.removedBefore.end()), removedBefore);
}

void TestEditing::aCopyIsMadeAndOpened()
{
    const ScenarioPtr original = m_page->scenario();
    beginCopy();
    const ScenarioPtr copy = m_page->scenario();
    QVERIFY(copy && copy != original);
    QCOMPARE(copy->path, copyPath());
    QCOMPARE(copy->id, QByteArray("stock-read-then-write-mine"));
    QCOMPARE(copy->copyOf, original->id);
    QCOMPARE(copy->title.en, original->title.en + QStringLiteral(" (mine)"));
    QCOMPARE(copy->fix, original->fix);
    QCOMPARE(contentsOf(copyPath()), copy->source);
    QVERIFY(!program()->isReadOnly());
    QCOMPARE(program()->source(), copy->source);
    QVERIFY(program()->lineChanges().isEmpty());
    press(LabBar::Action::Edit);
    QVERIFY(!m_page->editing()->isEditing());
    QVERIFY(program()->isReadOnly());
    QVERIFY(row()->isHidden());
}

void TestEditing::anotherCopyHasAnotherName()
{
    beginCopy();
    QVERIFY(m_page->choose(lesson));
    beginCopy();
    QCOMPARE(m_page->scenario()->id, QByteArray("stock-read-then-write-mine-2"));
    QVERIFY(m_page->scenario()->title.en.endsWith(QStringLiteral(" (mine 2)")));
    QVERIFY(program()->lineChanges().isEmpty());
}

void TestEditing::whatIsWrittenIsSavedAndItsMistakesAreMarked()
{
    beginCopy();
    const QByteArray before = program()->source();
    const ScenarioPtr seen = m_page->scenario();
    typeInto(QStringLiteral("if stock > 0"), QStringLiteral("whatever "));
    const int line = program()->textCursor().blockNumber() + 1;
    QTRY_COMPARE(markedLine(program(), ProgramView::mistakeOf(m_theme.colours())), line);
    QVERIFY(row()->text().contains(QString::number(line)));
    QCOMPARE(contentsOf(copyPath()), program()->source());
    QCOMPARE(m_page->scenario(), seen); // what was seen stays until it is wanted
    for (int i = 0; i < 9; ++i)
        QTest::keyClick(program(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(program()->source(), before);
    QTRY_COMPARE(markedLine(program(), ProgramView::mistakeOf(m_theme.colours())), 0);
    QTRY_COMPARE(contentsOf(copyPath()), before);
}

void TestEditing::whatIsOnTheScreenIsExplored()
{
    QSignalSpy wanted(m_page->stepController(), &StepController::exploreRequested);
    m_page->setMode(LabMode::Explore);
    beginCopy();
    typeInto(
        QStringLiteral("redis.call(\"SET\", \"stock\", stock - 1)"), QStringLiteral("work() "));
    press(LabBar::Action::Run);
    QTRY_COMPARE(wanted.size(), 1);
    const auto explored = wanted.first().first().value<ScenarioPtr>();
    QCOMPARE(explored->source, program()->source());
    QVERIFY(explored->source.contains("work() redis.call"));
    QCOMPARE(contentsOf(copyPath()), explored->source);
    QVERIFY(m_page->editing()->isEditing());
}

void TestEditing::withAMistakeNothingIsExplored()
{
    QSignalSpy wanted(m_page->stepController(), &StepController::exploreRequested);
    m_page->setMode(LabMode::Explore);
    beginCopy();
    typeInto(QStringLiteral("if stock > 0"), QStringLiteral("if "));
    press(LabBar::Action::Run);
    QTRY_VERIFY(!m_page->scenario());
    QVERIFY(!m_page->findChild<Banner *>()->text().isEmpty());
    QCOMPARE(wanted.size(), 0);
    QVERIFY(!m_page->bar()->action(LabBar::Action::Run)->isEnabled());
    QVERIFY(m_page->editing()->isEditing());
    QCOMPARE(contentsOf(copyPath()), program()->source());
    for (int i = 0; i < 3; ++i)
        program()->undo();
    QTRY_VERIFY(m_page->scenario()); // once the mistake is mended, it can be run again
    QVERIFY(m_page->findChild<Banner *>()->text().isEmpty());
    QVERIFY(m_page->bar()->action(LabBar::Action::Run)->isEnabled());
    QVERIFY(m_page->editing()->isEditing());
}

void TestEditing::whatDiffersIsMarkedAndCanBeReverted()
{
    beginCopy();
    const QByteArray before = program()->source();
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const int line = program()->textCursor().blockNumber() + 1;
    QTRY_COMPARE(program()->lineChanges().changed, std::set<int>{line});
    press(LabBar::Action::Edit);
    press(LabBar::Action::Edit); // the difference to the original is marked in a copy of yesterday
                                 // too
    QTRY_COMPARE(program()->lineChanges().changed, std::set<int>{line});
    choose(0);
    QCOMPARE(program()->source(), before);
    QTRY_VERIFY(program()->lineChanges().isEmpty());
    QTRY_COMPARE(contentsOf(copyPath()), before);
    program()->undo();
    QVERIFY(program()->source().contains("work() count"));
}

void TestEditing::anOwnFileIsEditedInItsPlace()
{
    const QString path = m_folder->filePath(QStringLiteral("mine.lua"));
    write(path, "-- \xc2\xa0 no-break\n" + m_page->scenario()->source);
    m_files->open(path);
    QTRY_COMPARE(m_page->scenario() ? m_page->scenario()->path : QString(), path);
    press(LabBar::Action::Edit);
    QVERIFY(m_page->editing()->isEditing());
    QCOMPARE(m_page->editing()->path(), path);
    typeInto(QStringLiteral("no-break"), QStringLiteral("a "));
    QTRY_VERIFY(contentsOf(path).startsWith("-- \xc2\xa0 a no-break\n"));
    QTest::keyClick(program(), Qt::Key_Escape);
    QVERIFY(!m_page->editing()->isEditing());
    QCOMPARE(m_page->scenario()->source, contentsOf(path));
    QVERIFY(!QDir(m_scenarios).exists());
}

void TestEditing::linesAreIndented()
{
    beginCopy();
    typeInto(QStringLiteral("count(\"sold\")"), {});
    program()->moveCursor(QTextCursor::EndOfLine);
    QTest::keyClick(program(), Qt::Key_Return);
    QTest::keyClicks(program(), QStringLiteral("if true then"));
    QTest::keyClick(program(), Qt::Key_Return);
    QTest::keyClicks(program(), QStringLiteral("work()"));
    QTest::keyClick(program(), Qt::Key_Return);
    QTest::keyClicks(program(), QStringLiteral("end"));
    QVERIFY2(
        program()->source().contains("(\"sold\")\n      if true then\n        work()\n      end\n"),
        program()->source().constData());
    program()->selectAll();
    const QByteArray before = program()->source();
    QTest::keyClick(program(), Qt::Key_Tab);
    QVERIFY(program()->source().contains("\n        if true then\n"));
    QTest::keyClick(program(), Qt::Key_Backtab);
    QCOMPARE(program()->source(), before);
}

void TestEditing::aWordIsFoundInTheListing()
{
    program()->setFocus();
    m_page->focusSearch();
    auto *find = m_page->findChild<FindRow *>();
    QVERIFY(find->isVisible());
    auto *words = find->findChild<QLineEdit *>();
    QVERIFY(words->hasFocus());
    QTest::keyClicks(words, QStringLiteral("redis.call"));
    QCOMPARE(program()->textCursor().selectedText(), QStringLiteral("redis.call"));
    const int first = program()->textCursor().blockNumber();
    QTest::keyClick(words, Qt::Key_Return);
    QVERIFY(program()->textCursor().blockNumber() != first);
    QTest::keyClick(words, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(program()->textCursor().blockNumber(), first);
    QTest::keyClick(words, Qt::Key_Escape);
    QVERIFY(find->isHidden());
    QVERIFY(program()->hasFocus());
}

// Letters step clients, Ctrl+Z takes a step back, Home goes to the first step: but not here.
void TestEditing::keysOfThePageAreWritten()
{
    m_page->setMode(LabMode::Step);
    beginCopy();
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("-- A B TxP"));
    QVERIFY(program()->source().contains("-- A B TxPcount"));
    QTest::keyClick(program(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!program()->source().contains("TxP"));
}

void TestEditing::anotherEditorsChangeIsTakenWhereNothingWasWritten()
{
    beginCopy();
    const QByteArray other = program()->source() + "-- of another editor\n";
    write(copyPath(), other);
    QTRY_COMPARE(program()->source(), other);
    QVERIFY(m_page->editing()->isEditing());
    QTRY_COMPARE(m_page->scenario()->source, other);
}

void TestEditing::eitherSideOfAConflictCanBeKept_data()
{
    QTest::addColumn<bool>("isMineKept");
    QTest::newRow("mine") << true;
    QTest::newRow("the file's") << false;
}

void TestEditing::eitherSideOfAConflictCanBeKept()
{
    QFETCH(bool, isMineKept);
    beginCopy();
    const QByteArray theirs = program()->source() + "-- of another editor\n";
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const QByteArray mine = program()->source();
    write(copyPath(), theirs);
    QTRY_VERIFY(row()->text().contains(QStringLiteral("another program")));
    QCOMPARE(contentsOf(copyPath()), theirs); // not overwritten unasked
    QCOMPARE(program()->source(), mine);
    choose(isMineKept ? 0 : 1);
    QTRY_COMPARE(contentsOf(copyPath()), isMineKept ? mine : theirs);
    QCOMPARE(program()->source(), isMineKept ? mine : theirs);
    QTRY_VERIFY(!row()->text().contains(QStringLiteral("another program")));
    if (!isMineKept) {
        program()->undo();
        QCOMPARE(program()->source(), mine);
    }
}

void TestEditing::whatCannotBeSavedIsSaidAndNotLost()
{
    const QString folder = m_folder->filePath(QStringLiteral("elsewhere"));
    QVERIFY(QDir().mkpath(folder));
    const QString path = folder + QStringLiteral("/mine.lua");
    write(path, m_page->scenario()->source);
    m_files->open(path);
    QTRY_COMPARE(m_page->scenario() ? m_page->scenario()->path : QString(), path);
    press(LabBar::Action::Edit);
    QVERIFY(QDir(folder).removeRecursively());
    write(folder, "a file where the folder was");
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const QByteArray mine = program()->source();
    QTRY_VERIFY2(row()->text().contains(u"deleted or moved"), qPrintable(row()->text()));
    choose(0); // save it again
    QTRY_VERIFY(row()->text().startsWith(QStringLiteral("Not saved")));
    QVERIFY(row()->text().contains(path));
    choose(0); // again
    QTRY_VERIFY(row()->text().startsWith(QStringLiteral("Not saved")));
    choose(1); // a copy
    const QString copy = m_scenarios + QStringLiteral("/mine.lua");
    QTRY_COMPARE(contentsOf(copy), mine);
    QTRY_COMPARE(m_page->scenario() ? m_page->scenario()->path : QString(), copy);
    QCOMPARE(m_page->scenario()->source, mine);
    QVERIFY(m_page->findChild<Banner *>()->text().contains(copy));
}

void TestEditing::leavingTheScenarioSavesIt()
{
    beginCopy();
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const QByteArray mine = program()->source();
    QVERIFY(m_page->choose(lesson));
    QVERIFY(!m_page->editing()->isEditing());
    QCOMPARE(contentsOf(copyPath()), mine);
    QVERIFY(program()->source() != mine);
    QVERIFY(m_page->choose(copyPath()));
    QCOMPARE(program()->source(), mine);
    QCOMPARE(m_page->scenario()->source, mine);
}

void TestEditing::everyShippedScenarioCanBeCopied_data()
{
    QTest::addColumn<ScenarioPtr>("original");
    for (const ScenarioPtr &each : shippedScenarios())
        QTest::newRow(each->id.constData()) << each;
}

void TestEditing::everyShippedScenarioCanBeCopied()
{
    QFETCH(ScenarioPtr, original);
    for (const int number : {1, 12}) {
        const QByteArray text = copyOfScenario(*original, number, copySuffix(number));
        const auto copy = scenarioFromText(text, QStringLiteral("copy.lua"));
        QVERIFY2(copy, copy ? "" : qPrintable(copy.error().detail));
        QCOMPARE((*copy)->copyOf, original->id);
        QVERIFY((*copy)->id != original->id);
        QVERIFY((*copy)->title.en.startsWith(original->title.en + QStringLiteral(" (mine")));
        QVERIFY((*copy)->title.in(QStringLiteral("zh_CN")).contains(QStringLiteral("我的")));
        QVERIFY(!(*copy)->exercise);
        QCOMPARE((*copy)->fix, original->fix);
        QCOMPARE((*copy)->checks.size(), original->checks.size());
        const auto known = copyNumberOf(text);
        QVERIFY(known && *known == (CopyNumber{original->id, number}));
    }
    QVERIFY(!copyNumberOf(original->source));
}

void TestEditing::whatWouldNotComeBackIsNotEdited()
{
    const QString path = m_folder->filePath(QStringLiteral("windows.lua"));
    QByteArray text = m_page->scenario()->source;
    text.replace("\n", "\r\n");
    write(path, text);
    m_files->open(path);
    QTRY_COMPARE(m_page->scenario() ? m_page->scenario()->path : QString(), path);
    press(LabBar::Action::Edit);
    QVERIFY(!m_page->editing()->isEditing());
    QVERIFY(m_page->findChild<Banner *>()->text().contains(QStringLiteral("windows.lua")));
    QCOMPARE(contentsOf(path), text);
}

// A file stands where the folder of the file was, and where the folder for copies would be.
void TestEditing::whatCannotBeSavedAnywhereStays()
{
    beginOwnFile();
    makeUnwritable();
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const QByteArray mine = program()->source();
    QVERIFY(!m_page->choose(lesson));
    QVERIFY(m_page->editing()->isEditing());
    QCOMPARE(program()->source(), mine);
    QVERIFY2(banner().contains(ownPath()), qPrintable(banner()));
    QVERIFY2(banner().contains(m_scenarios), qPrintable(banner()));
    auto *const list = m_page->findChild<ScenarioList *>();
    const auto *const model = list->model();
    const QModelIndex other = model->indexOf(model->byId(lesson.toUtf8())->key);
    QVERIFY(other.isValid());
    list->findChild<QListView *>()->setCurrentIndex(other); // by mouse
    QCOMPARE(program()->source(), mine);
    QTRY_COMPARE(list->findChild<QListView *>()->currentIndex(), model->indexOf(ownPath()));
    QVERIFY2(banner().contains(ownPath()), qPrintable(banner()));
    QTest::keyClick(program(), Qt::Key_Escape);
    press(LabBar::Action::SwapFix);
    press(LabBar::Action::Edit);
    QVERIFY(m_page->editing()->isEditing());
    QCOMPARE(program()->source(), mine);
    QVERIFY(QFile::remove(m_scenarios));
    QVERIFY(m_page->choose(lesson));
    QTRY_COMPARE(contentsOf(m_scenarios + QStringLiteral("/mine.lua")), mine);
}

void TestEditing::whatCannotBeSavedAnywhereOutlivesTheProgram()
{
    const QString last = m_folder->filePath(QStringLiteral("last"));
    QVERIFY(QDir().mkpath(last));
    const QByteArray before = qgetenv("TMPDIR");
    const auto restore =
        qScopeGuard([&] { before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before); });
    qputenv("TMPDIR", last.toUtf8());
    beginOwnFile();
    makeUnwritable();
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const QByteArray mine = program()->source();
    const QString said = m_page->editing()->endForGood();
    const QStringList files = QDir(last).entryList(QDir::Files);
    QCOMPARE(files.size(), 1);
    QVERIFY2(said.contains(last + u'/' + files.first()), qPrintable(said));
    QCOMPARE(contentsOf(last + u'/' + files.first()), mine);
}

void TestEditing::aFileThatIsShownInPartIsNotEdited()
{
    const QString path = m_folder->filePath(QStringLiteral("long.lua"));
    const QByteArray text = m_page->scenario()->source + longText;
    write(path, text);
    m_files->open(path);
    QTRY_VERIFY(banner().contains(QStringLiteral("long.lua")));
    press(LabBar::Action::Edit);
    QVERIFY(!m_page->editing()->isEditing());
    QVERIFY(program()->isReadOnly());
    QVERIFY2(banner().contains(QStringLiteral("1 MiB")), qPrintable(banner()));
    QCOMPARE(contentsOf(path), text);
}

// Its beginning is what was saved last.
void TestEditing::aFileThatGrewBeyondWhatIsReadIsNotOverwritten()
{
    const QString path = m_folder->filePath(QStringLiteral("grown.lua"));
    const QByteArray saved(1 << 20, '-');
    write(path, saved + "and more");
    const auto result = saveAndRead({path, "mine", saved, saved}, scenarioFromText);
    QCOMPARE(result.saving, DraftResult::Saving::ChangedByOthers);
    QCOMPARE(contentsOf(path), saved + "and more");
}

void TestEditing::linesEndAsInAFile()
{
    beginCopy();
    QCOMPARE(program()->source().count("\xe2\x80\xa8"), 0);
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work()"));
    const int line = program()->textCursor().blockNumber();
    QTest::keyClick(program(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(program()->textCursor().blockNumber(), line + 1);
    QApplication::clipboard()->setText(QStringLiteral("work()\u2028work()\u2029"));
    program()->paste();
    QCOMPARE(program()->textCursor().blockNumber(), line + 3);
    QVERIFY(ProgramView::canShow(program()->source()));
    const QByteArray mine = program()->source();
    QVERIFY(mine.contains("work()\n      work()\nwork()\ncount(\"sold\")"));
    QTRY_COMPARE(contentsOf(copyPath()), mine);
}

void TestEditing::aFileThatCannotBeShownAsItIsStays_data()
{
    QTest::addColumn<QByteArray>("theirs");
    QTest::newRow("other ends of lines") << QByteArray("-- one\r\n-- two\r\n");
    QTest::newRow("Latin-1") << QByteArray("-- caf\xe9\n");
    QTest::newRow("too large") << longText;
}

void TestEditing::aFileThatCannotBeShownAsItIsStays()
{
    QFETCH(QByteArray, theirs);
    beginCopy();
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const QByteArray mine = program()->source();
    write(copyPath(), theirs);
    QTRY_VERIFY(row()->text().contains(QStringLiteral("another program")));
    choose(1);
    QVERIFY(!m_page->editing()->isEditing());
    QCOMPARE(contentsOf(copyPath()), theirs);
    const QString kept = m_scenarios + QStringLiteral("/stock-read-then-write-mine-2.lua");
    QCOMPARE(contentsOf(kept), mine);
    QVERIFY2(banner().contains(kept), qPrintable(banner()));
    QTRY_VERIFY(program()->source().startsWith(theirs.left(6)));
    QVERIFY(program()->isReadOnly());
    QTRY_VERIFY(m_page->choose(kept)); // when it is in the list
    QTRY_COMPARE(program()->source(), mine);
}

// Between the save, on its thread, and the moment when the page hears of it.
void TestEditing::whatIsWrittenRightAfterASaveIsNoticed()
{
    beginCopy();
    const QByteArray theirs = program()->source() + "-- of another editor\n";
    m_page->editing()->setFiles(
        m_files.get(), m_scenarios, [&](const QByteArray &text, const QString &path) {
            if (text.contains("work() count") && contentsOf(path) == text) {
                QFile file(path);
                if (file.open(QIODevice::WriteOnly))
                    file.write(theirs);
            }
            return scenarioFromText(text, path);
        });
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    QTRY_VERIFY(row()->text().contains(QStringLiteral("another program")));
    QVERIFY(program()->source().contains("work() count"));
    QCOMPARE(contentsOf(copyPath()), theirs);
}

void TestEditing::copiesAreNeverOverwritten()
{
    QVERIFY(QDir().mkpath(m_scenarios));
    for (int number = 1; number < 1000; ++number) {
        const QString id =
            QString::fromUtf8(CopyNumber{QByteArray("stock-read-then-write"), number}.id());
        write(QStringLiteral("%1/%2.lua").arg(m_scenarios, id), "-- somebody's");
        write(QStringLiteral("%1/mine%2.lua")
                  .arg(m_scenarios, number > 1 ? u'-' + QString::number(number) : QString()),
            "-- somebody's");
    }
    const QStringList before = QDir(m_scenarios).entryList(QDir::Files);
    press(LabBar::Action::Edit);
    QVERIFY2(banner().contains(QStringLiteral("999")), qPrintable(banner()));
    beginOwnFile();
    QVERIFY(QDir(m_folder->filePath(QStringLiteral("elsewhere"))).removeRecursively());
    write(m_folder->filePath(QStringLiteral("elsewhere")), "a file where the folder was");
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    QVERIFY(!m_page->choose(lesson));
    QVERIFY2(banner().contains(QStringLiteral("999")), qPrintable(banner()));
    QCOMPARE(QDir(m_scenarios).entryList(QDir::Files), before);
    for (const QString &each : before)
        QCOMPARE(contentsOf(m_scenarios + u'/' + each), QByteArray("-- somebody's"));
}

void TestEditing::aFileIsEditedOnlyWhenItHasBeenRead()
{
    m_page.reset();
    const QString path = m_folder->filePath(QStringLiteral("mine.lua"));
    const QByteArray text = shippedScenarios().front()->source;
    write(path, text);
    m_settings->setValue(QStringLiteral("labFiles"), QStringList{path});
    QSemaphore mayRead;
    OwnFiles slow(m_settings.get(), [&mayRead](const QString &name) {
        mayRead.acquire();
        return scenarioFromFile(name);
    });
    const auto release = qScopeGuard([&mayRead] { mayRead.release(100); }); // which it waits for
    {
        LabPage page(&m_theme);
        page.setOwnFiles(&slow, m_scenarios);
        page.setScenarios(shippedScenarios());
        QVERIFY(page.choose(path));
        QAction *const edit = page.bar()->action(LabBar::Action::Edit);
        QVERIFY(!edit->isEnabled());
        mayRead.release();
        QTRY_VERIFY(edit->isEnabled());
        edit->trigger();
        QVERIFY(page.editing()->isEditing());
        QVERIFY(page.editing()->end());
        QCOMPARE(contentsOf(path), text);
    }
}

void TestEditing::aFileThatIsGoneIsNotMadeAgainUnasked_data()
{
    QTest::addColumn<bool>("isMoreWritten");
    QTest::newRow("nothing more is written") << false;
    QTest::newRow("more is written") << true;
}

void TestEditing::aFileThatIsGoneIsNotMadeAgainUnasked()
{
    QFETCH(const bool, isMoreWritten);
    beginOwnFile();
    const auto lastRead = std::make_shared<LastText>(); // after an attempt to save it
    m_page->editing()->setFiles(
        m_files.get(), m_scenarios, [lastRead](const QByteArray &text, const QString &path) {
            lastRead->set(text);
            return scenarioFromText(text, path);
        });
    QVERIFY(QFile::remove(ownPath()));
    QTRY_VERIFY2(row()->text().contains(u"deleted or moved"), qPrintable(row()->text()));
    QVERIFY2(!row()->text().contains(u"was changed"), qPrintable(row()->text()));
    if (isMoreWritten) {
        typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
        m_page->editing()->apply();
        QTRY_COMPARE(lastRead->get(), program()->source());
    }
    const QByteArray mine = program()->source();
    QVERIFY(!QFile::exists(ownPath()));
    QTRY_VERIFY2(row()->text().contains(u"deleted or moved"), qPrintable(row()->text()));
    choose(0); // saves it again
    QTRY_COMPARE(contentsOf(ownPath()), mine);
    QTRY_VERIFY2(row()->text().startsWith(u"Saved as"), qPrintable(row()->text()));
    QTRY_COMPARE(shownSource(), mine);
    QVERIFY(QFile::remove(ownPath())); // the user's word counts for one time
    QTRY_VERIFY2(row()->text().contains(u"deleted or moved"), qPrintable(row()->text()));
}

// The page reads a file on a thread, which may have found nothing and say so only when the file has
// been created again.
void TestEditing::aReadingOfTheTimeWhenItWasGoneIsNotBelieved()
{
    const auto mayEnd = std::make_shared<QSemaphore>();
    const auto failures = std::make_shared<std::atomic<int>>(0);
    m_page.reset();
    m_files = std::make_unique<OwnFiles>(m_settings.get(), [=](const QString &path) {
        const auto read = scenarioFromFile(path);
        if (!read) {
            ++*failures;
            mayEnd->acquire();
        }
        return read;
    });
    const auto release = qScopeGuard([mayEnd] { mayEnd->release(100); }); // OwnFiles waits for it
    openPage();
    beginOwnFile();
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    QTRY_COMPARE(contentsOf(ownPath()), program()->source());
    QVERIFY(QFile::remove(ownPath()));
    QTRY_COMPARE(failures->load(), 1); // and what it found is not told yet
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const QByteArray mine = program()->source();
    QTRY_VERIFY2(row()->text().contains(u"deleted or moved"), qPrintable(row()->text()));
    choose(0); // saves it again
    QTRY_VERIFY2(row()->text().startsWith(u"Saved as"), qPrintable(row()->text()));
    QCOMPARE(contentsOf(ownPath()), mine);
    mayEnd->release(100);
    QTRY_VERIFY(m_files->findChildren<QThread *>().isEmpty()); // it has told what it found
    QVERIFY2(row()->text().startsWith(u"Saved as"), qPrintable(row()->text()));
    QCOMPARE(shownSource(), mine);
    QCOMPARE(program()->source(), mine);
}

void TestEditing::whoLeavesAtOnceFindsTheFileThatWasSavedAgain()
{
    beginOwnFile();
    const QByteArray mine = program()->source();
    QVERIFY(QFile::remove(ownPath()));
    QTRY_VERIFY(!m_page->scenario());
    QTRY_VERIFY2(row()->text().contains(u"deleted or moved"), qPrintable(row()->text()));
    choose(0);
    QVERIFY(m_page->editing()->end());
    QCOMPARE(contentsOf(ownPath()), mine);
    QTRY_COMPARE(shownSource(), mine);
}

void TestEditing::whoLeavesAFileThatIsGoneGetsACopy_data()
{
    QTest::addColumn<bool>("isSavedBefore");
    QTest::newRow("what was written was saved") << true;
    QTest::newRow("it was not") << false;
}

// Also of a text that had been saved: its file was the only place that had it.
void TestEditing::whoLeavesAFileThatIsGoneGetsACopy()
{
    QFETCH(const bool, isSavedBefore);
    beginCopy();
    if (!isSavedBefore)
        QVERIFY(QFile::remove(copyPath()));
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const QByteArray mine = program()->source();
    if (isSavedBefore) {
        QTRY_COMPARE(contentsOf(copyPath()), mine);
        m_page->editing()->apply();
        QTRY_VERIFY(m_page->scenario() && m_page->scenario()->source == mine);
        QVERIFY(QFile::remove(copyPath()));
    }
    QVERIFY(m_page->choose(lesson));
    const QString kept = m_scenarios + QStringLiteral("/stock-read-then-write-mine-2.lua");
    QTRY_COMPARE(contentsOf(kept), mine);
    QTRY_VERIFY2(banner().contains(kept), qPrintable(banner()));
    QVERIFY(!QFile::exists(copyPath()));
}

void TestEditing::aFileThatIsGoneLeavesNoCopyOfWhatNobodyWrote()
{
    beginOwnFile();
    QVERIFY(QFile::remove(ownPath()));
    QTRY_VERIFY2(row()->text().contains(u"deleted or moved"), qPrintable(row()->text()));
    QVERIFY(m_page->editing()->end());
    QVERIFY(!QFile::exists(ownPath()));
    QVERIFY(!QFile::exists(m_scenarios));
}

void TestEditing::aFileThatComesBackIsEditedOn()
{
    beginOwnFile();
    typeInto(QStringLiteral("count(\"sold\")"), QStringLiteral("work() "));
    const QByteArray mine = program()->source();
    QTRY_COMPARE(contentsOf(ownPath()), mine);
    QVERIFY(QFile::rename(ownPath(), ownPath() + QStringLiteral(".away")));
    QTRY_VERIFY2(row()->text().contains(u"deleted or moved"), qPrintable(row()->text()));
    QVERIFY(QFile::rename(ownPath() + QStringLiteral(".away"), ownPath()));
    QTRY_VERIFY2(row()->text().startsWith(u"Saved as"), qPrintable(row()->text()));
    QCOMPARE(program()->source(), mine);
}

// The thread of the first draft has said that it is done, but nobody has heard it yet.
void TestEditing::aResultThatWasWaitedForIsNotToldAgain()
{
    const auto mayEnd = std::make_shared<QSemaphore>();
    QList<QByteArray> told;
    DraftSaver saver;
    connect(&saver, &DraftSaver::done, &saver,
        [&told](const DraftResult &result) { told << result.text; });
    saver.start(
        {m_folder->filePath(QStringLiteral("a.lua")), "first", {}, {}, true}, scenarioFromText);
    const auto waitedFor = saver.wait();
    QVERIFY(waitedFor);
    QCOMPARE(waitedFor->text, QByteArray("first"));
    saver.start({m_folder->filePath(QStringLiteral("b.lua")), "second", {}, {}, true},
        [mayEnd](const QByteArray &text, const QString &path) {
            mayEnd->acquire();
            return scenarioFromText(text, path);
        });
    const auto release = qScopeGuard([mayEnd] { mayEnd->release(); });
    QCoreApplication::processEvents();
    QVERIFY(saver.isBusy());
    QVERIFY(told.isEmpty());
    mayEnd->release();
    QTRY_COMPARE(told, QList<QByteArray>{"second"});
}

void TestEditing::aSaveKnowsItsFile()
{
    const QString path = m_folder->filePath(QStringLiteral("saved.lua"));
    const auto result = saveAndRead({path, "mine", {}, {}, true}, scenarioFromText);
    QCOMPARE(result.saving, DraftResult::Saving::Saved);
    QVERIFY(result.stamp && result.stamp->changed.isValid());
    QVERIFY(*result.stamp == stampOf(path));
}

void TestEditing::aCheckThatWasGivenUpSaysSo()
{
    Grade grade;
    grade.outcome = Grade::Outcome::Undecided;
    grade.wasCancelled = true;
    m_page->grading()->setGrade(grade);
    QCOMPARE(banner(), QStringLiteral("The check was cancelled."));
}

QTEST_MAIN(TestEditing)
#include "tst_editing.moc"
