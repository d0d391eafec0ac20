// An exercise as a reader does it: the Lesson tab with its task and hints, a copy of the program
// that is changed, and what is said of it. Solutions are explored on real servers.

#include "core/lab/loader/scenariocopy.h"
#include "core/lab/loader/scenariofile.h"
#include "tests/support/markedline.h"
#include "tests/support/ownfolders.h"
#include "tests/support/patience.h"
#include "tests/support/reallab.h"
#include "ui/lab/lesson/solutiongrading.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/scenarios/copysuffix.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/quiettabs.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTest>
#include <QTextBrowser>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

const QString lesson = u"stock-read-then-write"_s;
const QByteArray body = "    local stock = tonumber(redis.call(\"GET\", \"stock\")) or 0\n"
                        "    if stock > 0 then\n"
                        "      redis.call(\"SET\", \"stock\", stock - 1)\n"
                        "      count(\"sold\")\n"
                        "    end\n";
const QByteArray rightBody =
    "    if redis.script(\"stock-take\", { \"stock\" }, {}) == 1 then count(\"sold\") end\n";

struct ExerciseLab : RealLab
{
    [[nodiscard]] QString lessonText() const
    {
        return page->findChild<QTextBrowser *>(u"lesson"_s)->toPlainText();
    }
    [[nodiscard]] QString titleInList() const // of the lesson
    {
        const ScenarioListModel *model = page->findChild<ScenarioList *>()->model();
        return model->indexOf(model->byId(lesson.toUtf8())->key).data().toString();
    }
};

ScenarioPtr shippedLesson()
{
    const auto &all = shippedScenarios();
    return *std::find_if(all.begin(), all.end(),
        [](const ScenarioPtr &each) { return each->id == lesson.toUtf8(); });
}

QByteArray copyWith(const QByteArray &newBody)
{
    QByteArray text = copyOfScenario(*shippedLesson(), 1, copySuffix(1));
    return text.replace(body, newBody);
}

} // namespace

class TestLabExercise : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void hintsOpenOneByOne();
    void aRightFixIsSolvedAndStaysSo();
    void whatIsNotSolvedSaysWhy_data();
    void whatIsNotSolvedSaysWhy();
    void theLineOfAMistakeIsMarked();
    void whoeverLooksElsewhereIsToldOfWhichExercise();
    void checkingCanBeGivenUp();
    void aFileOfOnesOwnIsNotSolvedForHavingAnId();

private:
    void follow(const QString &words) const; // a link of the lesson, by the mouse
    void openOwnFile(const QByteArray &text);
    [[nodiscard]] ProgramView *listing() const;

    std::unique_ptr<OwnFolders> m_folders;
    std::unique_ptr<ExerciseLab> m_lab;
};

void TestLabExercise::init()
{
    m_folders = std::make_unique<OwnFolders>();
    m_lab = std::make_unique<ExerciseLab>();
    QVERIFY(m_lab->page->choose(lesson));
    m_lab->page->findChild<QuietTabs *>(u"programTabs"_s)->setCurrentIndex(1);
}

void TestLabExercise::cleanup()
{
    m_lab.reset();
}

void TestLabExercise::follow(const QString &words) const
{
    auto *browser = m_lab->page->findChild<QTextBrowser *>(u"lesson"_s);
    m_lab->page->findChild<QuietTabs *>(u"programTabs"_s)->setCurrentIndex(1);
    QTextCursor place = browser->document()->find(words);
    QVERIFY2(!place.isNull(), qPrintable(words + u'\n' + browser->toPlainText()));
    place.setPosition(place.selectionStart() + 1);
    browser->setTextCursor(place);
    browser->ensureCursorVisible();
    const QPoint point = browser->cursorRect(place).center() + QPoint(2, 0);
    QVERIFY2(!browser->anchorAt(point).isEmpty(), qPrintable(words));
    QTest::mouseClick(browser->viewport(), Qt::LeftButton, {}, point);
}

ProgramView *TestLabExercise::listing() const
{
    const auto views = m_lab->page->findChildren<ProgramView *>();
    const auto found = std::find_if(views.begin(), views.end(),
        [](const ProgramView *each) { return each->accessibleName() == u"Program"_s; });
    return found == views.end() ? nullptr : *found;
}

// As after a restart.
void TestLabExercise::openOwnFile(const QByteArray &text)
{
    const QString path = m_folders->filePath(u"own.lua"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
    file.close();
    m_lab.reset();
    QSettings().setValue(u"labFiles"_s, QStringList{path});
    m_lab = std::make_unique<ExerciseLab>();
    QTRY_VERIFY(m_lab->page->choose(path) && m_lab->page->scenario());
}

void TestLabExercise::hintsOpenOneByOne()
{
    const Exercise &exercise = *shippedLesson()->exercise;
    QVERIFY(m_lab->lessonText().contains(exercise.task.en));
    for (int i = 0; i < Exercise::mostHints; ++i) {
        const QString hint = exercise.hints[std::size_t(i)].en.simplified();
        QVERIFY(!m_lab->lessonText().contains(hint));
        follow(u"Show hint %1 of 3"_s.arg(i + 1));
        QTRY_VERIFY2(m_lab->lessonText().contains(u"Hint %1: %2"_s.arg(i + 1).arg(hint)),
            qPrintable(m_lab->lessonText()));
    }
    QVERIFY(!m_lab->lessonText().contains(u"Show hint"_s));
}

void TestLabExercise::aRightFixIsSolvedAndStaysSo()
{
    const QString title = m_lab->titleInList();
    QVERIFY(m_lab->lessonText().contains(u"\nExercise\n"_s));
    QVERIFY(!m_lab->lessonText().contains(u"Check this solution"_s)); // there is nothing to check
    follow(u"Change a copy"_s);
    QTRY_VERIFY(m_lab->page->editing()->isEditing());

    QTextCursor place(listing()->document());
    place.setPosition(int(listing()->toPlainText().indexOf(QString::fromUtf8(body))));
    place.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor, int(body.size()));
    place.insertText(QString::fromUtf8(rightBody));

    follow(u"Check this solution"_s); // what is on the screen, saved or not
    QTRY_VERIFY2(m_lab->banner().startsWith(u"Solved: "_s), qPrintable(m_lab->banner()));
    QVERIFY(m_lab->lessonText().contains(u"\nExercise (solved ✓)\n"_s));
    QCOMPARE(m_lab->titleInList(), title + u" ✓"_s);
    QVERIFY(m_lab->page->choose(lesson));
    QVERIFY(m_lab->lessonText().contains(u"\nExercise (solved ✓)\n"_s));

    m_lab.reset();
    m_lab = std::make_unique<ExerciseLab>();
    QCOMPARE(m_lab->titleInList(), title + u" ✓"_s);
    QVERIFY(m_lab->page->choose(u"stock-lost-update"_s)); // another exercise
    QVERIFY(m_lab->lessonText().contains(u"\nExercise\n"_s));
}

void TestLabExercise::whatIsNotSolvedSaysWhy_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("as it was") << copyWith(body)
                               << u"Not solved: this does not hold: “sold” at most 2. The "
                                  "shortest way: A1 A2 B1 C1 C2 B2"_s;
    QTest::newRow("wrong") << copyWith(
        "    if redis.call(\"DECR\", \"stock\") >= -1 then count(\"sold\") end\n")
                           << u"Not solved: this does not hold: “sold” at most 2. The shortest "
                              "way: A1 B1 C1"_s;
    QTest::newRow("a mutex of one app server")
        << copyWith("    local m = mutex(\"m\") m.lock()\n" + QByteArray(body) + "    m.unlock()\n")
        << u"Not solved: this does not hold: “sold” at most 2. The clients are spread over 2 app "
           "servers, and each has its own mutexes. The shortest way: A1 B1 B2 A2 C1 C2"_s;
    QTest::newRow("sells nothing")
        << copyWith("    redis.call(\"GET\", \"stock\")\n")
        << u"Not solved: the clients no longer do their work. Even without faults this does not "
           "hold: whoever comes buys while there is stock. The shortest way: A1=2 B1=2 C1=1 C2 "
           "C2'"_s;
    QTest::newRow("a mistake that shows when it runs")
        << copyWith("    redis.call(\"GET\", \"stock\")\n    nothing()\n")
        << u"Not solved. own.lua:47: there is no function “nothing”"_s;
    QTest::newRow("a key that it does not name") << copyWith(
        "    if redis.call(\"SET\", \"sold-out\", 1, \"NX\") then count(\"sold\") end\n")
                                                 << u"Not solved. "_s;
    QByteArray checks = copyWith(body);
    checks.replace("always = { count_at_most(\"sold\", \"stock\") }", "always = {}");
    QTest::newRow("without the check")
        << checks << u"Not solved: this does not hold: “sold” at most 2. "_s;
    QByteArray stock = copyWith(body);
    stock.replace("stock = { 1, 0, 1000000 }", "stock = { 1000, 0, 1000000 }");
    QTest::newRow("with more stock")
        << stock << u"Not solved: this does not hold: “sold” at most 2. "_s;
    QByteArray clients = copyWith(rightBody);
    clients.replace("client = function(p, me)",
        "clients = { { role = \"buyer\", count = 1, run = function(p, me)");
    clients.replace("  end,\n\n  always", "  end } },\n\n  always");
    QTest::newRow("other clients") << clients << u"Not solved. "_s;
}

void TestLabExercise::whatIsNotSolvedSaysWhy()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    openOwnFile(text);
    follow(u"Check this solution"_s);
    QTRY_VERIFY2(m_lab->banner().startsWith(u"Not solved"_s), qPrintable(m_lab->banner()));
    QVERIFY2(m_lab->banner().startsWith(sentence), qPrintable(m_lab->banner()));
    QVERIFY(m_lab->lessonText().contains(u"\nExercise\n"_s));
    QVERIFY(!m_lab->titleInList().contains(u'✓'));
}

void TestLabExercise::theLineOfAMistakeIsMarked()
{
    openOwnFile(copyWith("    nothing()\n"));
    QCOMPARE(markedLine(listing(), ProgramView::mistakeOf(m_lab->theme.colours())), 0);
    follow(u"Check this solution"_s);
    QTRY_VERIFY2(
        m_lab->banner().startsWith(u"Not solved. own.lua:46: "_s), qPrintable(m_lab->banner()));
    QCOMPARE(markedLine(listing(), ProgramView::mistakeOf(m_lab->theme.colours())), 46);
}

void TestLabExercise::whoeverLooksElsewhereIsToldOfWhichExercise()
{
    openOwnFile(copyWith(rightBody));
    // At once: before the grade can have come.
    connect(m_lab->page->grading(), &SolutionGrading::gradeRequested, m_lab->page,
        [page = m_lab->page] { QVERIFY(page->choose(u"stock-lost-update"_s)); });
    follow(u"Check this solution"_s);
    QTRY_VERIFY2(m_lab->banner().contains(u"Solved: "_s), qPrintable(m_lab->banner()));
    QVERIFY2(m_lab->banner().startsWith(u"Oversell: read, then write (mine): Solved: "_s),
        qPrintable(m_lab->banner()));
}

void TestLabExercise::checkingCanBeGivenUp()
{
    openOwnFile(copyWith("    repeat\n      redis.call(\"INCRBY\", \"stock\", random(100))\n"
                         "    until false\n"));
    follow(u"Check this solution"_s);
    QTRY_COMPARE(m_lab->banner(), u"Checking the solution. Esc gives it up."_s);
    QTest::keyClick(m_lab->page, Qt::Key_Escape);
    QTRY_COMPARE(m_lab->banner(), u"The check was cancelled."_s);
}

// The text of the lesson itself in a file of one's own: its exercise may have been made easier.
void TestLabExercise::aFileOfOnesOwnIsNotSolvedForHavingAnId()
{
    QSettings().setValue(u"labSolved"_s, QStringList{lesson});
    openOwnFile(shippedLesson()->source);
    QVERIFY2(m_lab->lessonText().contains(u"\nExercise\n"_s), qPrintable(m_lab->lessonText()));
    QVERIFY(m_lab->page->choose(lesson));
    QVERIFY(m_lab->lessonText().contains(u"\nExercise (solved ✓)\n"_s));
}

QTEST_MAIN(TestLabExercise)
#include "tst_labexercise.moc"
