// Writing in the listing while what is written there is being explored. Nothing here is timed:
// after one turn of the window's event loop a key is in the text, and the search, which would go on
// for hours, is still going on; so the key has not waited for it.

#include "core/lab/loader/scenariocopy.h"
#include "core/lab/loader/scenariofile.h"
#include "tests/support/filecontents.h"
#include "tests/support/ownfolders.h"
#include "tests/support/patience.h"
#include "tests/support/reallab.h"
#include "ui/lab/explore/exploreview.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/scenarios/ownfiles.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/verdict/verdictheader.h"

#include <QAction>
#include <QFile>
#include <QKeyEvent>
#include <QSettings>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

// More states than any machine goes through while this test lasts, all near the beginning: a
// program without end becomes slower with each step, and its search would have nothing to report.
const QByteArray vast = R"(return {
  id = "vast", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 3 }, keys = { "n" },
  client = function(p, me)
    for i = 1, 9 do
      redis.call("INCRBY", "n", random(90))
    end
  end,
  always = { value_at_least("n", 0) },
}
)";

} // namespace

class TestLabTyping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aKeyIsInTheTextWhileTheSearchGoesOn();
    void whatIsWrittenIsSavedWhileTheSearchGoesOn();

private:
    [[nodiscard]] ProgramView *listing() const
    {
        return m_lab->page->findChild<ProgramView *>(u"program"_s);
    }
    [[nodiscard]] StepController *stepping() const { return m_lab->page->stepController(); }
    [[nodiscard]] QString progress() const
    {
        return stepping()->view()->findChild<VerdictHeader *>()->details();
    }
    [[nodiscard]] bool isExploring() const
    {
        return stepping()->isBusy() && !stepping()->exploration();
    }
    void typeOn(const QString &text) const;
    [[nodiscard]] QString path() const { return m_folders->filePath(u"vast.lua"_s); }
    [[nodiscard]] QByteArray saved() const { return contentsOf(path()); }

    std::unique_ptr<OwnFolders> m_folders;
    std::unique_ptr<RealLab> m_lab;
};

// In the listing, with a search of its text that is under way.
void TestLabTyping::init()
{
    m_folders = std::make_unique<OwnFolders>();
    QFile file(path());
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(vast), vast.size());
    file.close();
    QSettings().setValue(u"labFiles"_s, QStringList{path()});
    m_lab = std::make_unique<RealLab>();
    QTRY_VERIFY(m_lab->page->choose(path()) && m_lab->page->scenario());
    m_lab->page->setMode(LabMode::Explore);
    m_lab->page->bar()->action(LabBar::Action::Edit)->trigger();
    QTRY_VERIFY(m_lab->page->editing()->isEditing());
    m_lab->page->bar()->action(LabBar::Action::Run)->trigger();
    QTRY_VERIFY(isExploring());
    const QString first = progress();
    QTRY_VERIFY(progress() != first); // it has found states
}

void TestLabTyping::cleanup()
{
    m_lab.reset();
}

// As keys that wait in the queue of the window, each for one turn of its loop.
void TestLabTyping::typeOn(const QString &text) const
{
    for (const QChar letter : text) {
        const QString before = listing()->toPlainText();
        const int key = letter.toUpper().unicode();
        QCoreApplication::postEvent(
            listing(), new QKeyEvent(QEvent::KeyPress, key, Qt::NoModifier, QString(letter)));
        QCoreApplication::processEvents();
        QCOMPARE(listing()->toPlainText().size(), before.size() + 1);
        QVERIFY(isExploring());
    }
}

void TestLabTyping::aKeyIsInTheTextWhileTheSearchGoesOn()
{
    const QString words = u"writing never waits for what is being explored "_s;
    listing()->moveCursor(QTextCursor::Start);
    typeOn(u"--"_s + words);
    QVERIFY(listing()->toPlainText().startsWith(u"--"_s + words));
    // The search has not stood still for the keys either.
    const QString now = progress();
    QTRY_VERIFY(progress() != now);
    QVERIFY(isExploring());
    m_lab->page->bar()->action(LabBar::Action::Stop)->trigger();
    QTRY_VERIFY(!stepping()->isBusy());
}

// By the thread that reads drafts, which is not that of the search.
void TestLabTyping::whatIsWrittenIsSavedWhileTheSearchGoesOn()
{
    listing()->moveCursor(QTextCursor::Start);
    typeOn(u"-- kept "_s);
    QTRY_VERIFY(saved().startsWith("-- kept "));
    QVERIFY(isExploring());
    typeOn(u"and more "_s);
    QTRY_VERIFY(saved().startsWith("-- kept and more "));
    QVERIFY(isExploring());
}

QTEST_MAIN(TestLabTyping)
#include "tst_labtyping.moc"
