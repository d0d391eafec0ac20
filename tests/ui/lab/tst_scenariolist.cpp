#include "labsample.h"
#include "tests/support/patience.h"
#include "ui/lab/scenarios/ownfiles.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QScrollBar>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

// A file that says "wrong" has a mistake; else its text is its title.
Result<ScenarioPtr> loadTitle(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(ErrorCode::FileUnreadable, path);
    const QByteArray text = file.readAll();
    if (text == "wrong")
        return failure(ErrorCode::BadInput, path + QStringLiteral(":1: this is wrong"));
    auto scenario = std::make_shared<Scenario>();
    scenario->id = "mine";
    scenario->title.en = QString::fromUtf8(text);
    scenario->path = path;
    scenario->source = text;
    return scenario;
}

} // namespace

class TestScenarioList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isAModel();
    void familiesAreHeadingsInTheOrderOfTheLessons();
    void searchMatchesTitleIdAndFamily_data();
    void searchMatchesTitleIdAndFamily();
    void keyboardGoesFromTheSearchToTheListAndSkipsHeadings();
    void theFixOfTheChosenOneIsSaid();
    void aVerdictIsAWordToo();
    void onlyAMarkTakesRoomFromATitle();
    void whatIsChosenFromOutsideIsSeen();
    void whoScrollsAwayFromWhatIsChosenStaysThere();
    void titlesFollowTheLanguage();
    void aFileIsReadAgainWhenItChanges();
    void aFileThatIsReplacedIsReadAgain();
    void aReadingThatTookLongerIsNotTheNewest();
    void aMistakeIsKeptInTheListAndMended();
    void ownFilesAreRemembered();
    void aTitleIsNoMarkup();
    void theToolTipTellsFixVerdictAndMistake();
    void anOwnFileIsFoundByItsName();
    void choosingWhatIsNotFoundEndsTheSearch();
    void howManyAreFoundIsSaid();
    void onlyOwnFilesCanBeForgotten();
    void whatIsChosenChangesTheMarksOfAll();
    void aFileThatWasChangedHasNoVerdict();
    void rowsAreAsHighAsTheirTitles();

private:
    [[nodiscard]] QStringList titles() const;
    Theme m_theme{qApp};
    std::unique_ptr<ScenarioList> m_list;
};

void TestScenarioList::init()
{
    m_list = std::make_unique<ScenarioList>(&m_theme);
    m_list->model()->setShipped(sample::scenarios());
}

QStringList TestScenarioList::titles() const
{
    QStringList all;
    const ScenarioListModel *model = m_list->model();
    for (int row = 0; row < model->rowCount(); ++row)
        all << model->index(row).data().toString();
    return all;
}

void TestScenarioList::isAModel()
{
    ScenarioListModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setShipped(sample::scenarios());
    model.setFilter(u"lock"_qs);
    model.setVerdict(u":/lockstep/scenarios/lock-setnx.lua"_qs, CheckOutcome::Violated);
    model.setChosen(u":/lockstep/scenarios/lock-setnx.lua"_qs);
    model.setOwn({{u"/a/lock.lua"_qs, nullptr, {}, u"wrong"_qs}});
    model.setFilter({});
    model.setShipped({});
    QCOMPARE(model.rowCount(), 2); // the own file under its heading
}

void TestScenarioList::familiesAreHeadingsInTheOrderOfTheLessons()
{
    const ScenarioListModel *model = m_list->model();
    QStringList headings;
    for (int row = 0; row < model->rowCount(); ++row) {
        if (model->index(row).data(ScenarioListModel::IsHeadingRole).toBool())
            headings << model->index(row).data().toString();
    }
    QCOMPARE(headings,
        (QStringList{u"Counters"_qs, u"Stock"_qs, u"Locks"_qs, u"Fencing, Redlock"_qs,
            u"Limiters"_qs, u"Bounded counters"_qs}));
}

void TestScenarioList::searchMatchesTitleIdAndFamily_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("found");
    QTest::newRow("title") << u"oversell"_qs << 1;
    QTest::newRow("id") << u"stock-check"_qs << 1;
    QTest::newRow("family") << u"limiters"_qs << 3;
    QTest::newRow("two words in any order") << u"delete blind"_qs << 1;
    QTest::newRow("the other language") << u"超卖"_qs << 1;
    QTest::newRow("nothing") << u"zebra"_qs << 0;
    QTest::newRow("all") << u"  "_qs << 21;
}

void TestScenarioList::searchMatchesTitleIdAndFamily()
{
    QFETCH(QString, words);
    QFETCH(int, found);
    m_list->findChild<QLineEdit *>()->setText(words);
    QCOMPARE(m_list->model()->scenarioCount(), found);
}

void TestScenarioList::keyboardGoesFromTheSearchToTheListAndSkipsHeadings()
{
    m_list->show();
    m_list->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_list.get()));
    QSignalSpy chosen(m_list.get(), &ScenarioList::scenarioChosen);
    auto *search = m_list->findChild<QLineEdit *>();
    auto *list = m_list->findChild<QListView *>();
    m_list->focusSearch();
    QTest::keyClicks(search, u"stock"_qs);
    QTest::keyClick(search, Qt::Key_Down);
    QVERIFY(list->hasFocus());
    QCOMPARE(chosen.size(), 1);
    QVERIFY(chosen.at(0).at(0).toString().contains(u"stock-read-then-write"));
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(search->text().isEmpty());
    QVERIFY(m_list->chosen().contains(u"stock-read-then-write")); // and it is still chosen
    QTest::keyClick(list, Qt::Key_Up);
    QVERIFY(m_list->chosen().contains(u"counter-try-lock"));
}

void TestScenarioList::theFixOfTheChosenOneIsSaid()
{
    const ScenarioListModel *model = m_list->model();
    const auto relation = [&](const char *id) {
        const ScenarioEntry *entry = model->byId(id);
        return ScenarioListModel::Relation(
            model->indexOf(entry->key).data(ScenarioListModel::RelationRole).toInt());
    };
    m_list->choose(model->byId("stock-read-then-write")->key);
    QCOMPARE(relation("stock-script"), ScenarioListModel::Relation::Fixes);
    QCOMPARE(relation("stock-watch"), ScenarioListModel::Relation::None);
    m_list->choose(model->byId("stock-script")->key);
    QCOMPARE(relation("stock-read-then-write"), ScenarioListModel::Relation::IsFixedBy);
}

void TestScenarioList::aVerdictIsAWordToo()
{
    ScenarioListModel *model = m_list->model();
    const QString key = model->byId("stock-script")->key;
    model->setVerdict(key, CheckOutcome::Holds);
    QCOMPARE(
        model->indexOf(key).data(Qt::AccessibleTextRole).toString(), u"Server script, held"_qs);
    model->setShipped(sample::scenarios()); // read again, e.g. in another language
    QCOMPARE(
        model->indexOf(key).data(ScenarioListModel::VerdictRole).toInt(), int(CheckOutcome::Holds));
}

void TestScenarioList::onlyAMarkTakesRoomFromATitle()
{
    ScenarioListModel *model = m_list->model();
    const ScenarioEntry *entry = model->byId("stock-watch");
    QVERIFY(entry);
    const QString key = entry->key;
    const auto *list = m_list->findChild<QListView *>();
    const auto heightOf = [&] { return list->visualRect(model->indexOf(key)).height(); };
    const QString title = model->indexOf(key).data().toString();
    m_list->show(); // its parts take their places
    QVERIFY(QTest::qWaitForWindowExposed(&*m_list));
    // Just enough for the title alone, with the margins.
    const int beside = m_list->width() - list->viewport()->width();
    m_list->resize(
        list->fontMetrics().horizontalAdvance(title) + 3 * list->fontMetrics().height() + beside,
        m_list->height());
    QTRY_VERIFY(heightOf() < 2 * list->fontMetrics().height());
    model->setVerdict(key, CheckOutcome::Violated);
    QTRY_VERIFY(heightOf() > 2 * list->fontMetrics().height());
}

void TestScenarioList::whatIsChosenFromOutsideIsSeen()
{
    ScenarioList list(&m_theme);
    std::vector<ScenarioPtr> many;
    for (int i = 0; i < 100; ++i) {
        auto it = std::make_shared<Scenario>();
        it->id = "scenario-" + QByteArray::number(i);
        it->family = "lock";
        it->title.en = u"One of very many scenarios, with number %1"_qs.arg(i);
        many.push_back(it);
    }
    list.model()->setShipped(many);
    list.choose(list.model()->byId("scenario-70")->key); // before it is seen
    list.resize(260, 400);
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list));
    const auto *view = list.findChild<QListView *>();
    const auto isSeen = [&] {
        return view->viewport()->rect().contains(view->visualRect(view->currentIndex()));
    };
    QTRY_VERIFY(isSeen());
    list.resize(180, 300); // titles take more lines
    QTRY_VERIFY(isSeen());
    list.choose(list.model()->byId("scenario-3")->key);
    QTRY_VERIFY(isSeen());
}

// A mark that comes meanwhile may give titles further lines.
void TestScenarioList::whoScrollsAwayFromWhatIsChosenStaysThere()
{
    ScenarioListModel *model = m_list->model();
    m_list->resize(200, 300);
    m_list->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_list.get()));
    const auto *view = m_list->findChild<QListView *>();
    m_list->choose(model->byId("fence-write-only")->key);
    const auto isSeen = [&] {
        return view->viewport()->rect().intersects(view->visualRect(view->currentIndex()));
    };
    QTRY_VERIFY(isSeen());
    view->verticalScrollBar()->setValue(0);
    QVERIFY(!isSeen());
    model->setVerdict(model->byId("counter-try-lock")->key, CheckOutcome::Violated);
    QCOMPARE(view->verticalScrollBar()->value(), 0);
    QVERIFY(!isSeen());
}

void TestScenarioList::titlesFollowTheLanguage()
{
    m_list->model()->setLanguage(u"zh_CN"_qs);
    QVERIFY(titles().contains(u"超卖：先读后写"_qs));
    QVERIFY(titles().contains(u"Server script"_qs)); // has no other words
}

void TestScenarioList::aFileIsReadAgainWhenItChanges()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"s.ini"_qs), QSettings::IniFormat);
    const QString path = folder.filePath(u"mine.lua"_qs);
    write(path, "first");
    OwnFiles files(&settings, loadTitle);
    QSignalSpy opened(&files, &OwnFiles::opened);
    connect(&files, &OwnFiles::changed, this, [&] { m_list->model()->setOwn(files.files()); });
    files.open(path);
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(titles().mid(titles().size() - 2), (QStringList{u"Own files"_qs, u"first"_qs}));
    write(path, "second one");
    QTRY_COMPARE(titles().last(), u"second one"_qs);
    QCOMPARE(opened.size(), 1);
    files.forget(path);
    QVERIFY(!titles().contains(u"Own files"_qs));
}

void TestScenarioList::aFileThatIsReplacedIsReadAgain()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"s.ini"_qs), QSettings::IniFormat);
    const QString path = folder.filePath(u"mine.lua"_qs);
    write(path, "first");
    OwnFiles files(&settings, loadTitle);
    files.open(path);
    const auto title = [&] {
        const ScenarioPtr scenario = files.files().front().scenario;
        return scenario ? scenario->title.en : QString();
    };
    QTRY_COMPARE(title(), u"first"_qs);
    for (const char *text : {"the second", "the third one"}) {
        write(path + u".new"_qs, text);
        QFile::remove(path);
        QVERIFY(QFile::rename(path + u".new"_qs, path));
        QTRY_COMPARE(title(), QString::fromUtf8(text));
    }
}

void TestScenarioList::aReadingThatTookLongerIsNotTheNewest()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"s.ini"_qs), QSettings::IniFormat);
    const QString path = folder.filePath(u"mine.lua"_qs);
    write(path, "first");
    QSemaphore hasRead;
    QSemaphore mayReturn;
    const auto load = [&](const QString &file) {
        auto scenario = loadTitle(file);
        if (scenario && (*scenario)->title.en == u"first"_qs) {
            hasRead.release();
            mayReturn.acquire();
        }
        return scenario;
    };
    OwnFiles files(&settings, load);
    QSignalSpy opened(&files, &OwnFiles::opened);
    files.open(path);
    QTRY_COMPARE(hasRead.available(), 1);
    write(path, "second one");
    const auto title = [&] {
        const ScenarioPtr scenario = files.files().front().scenario;
        return scenario ? scenario->title.en : QString();
    };
    QTRY_COMPARE(title(), u"second one"_qs);
    mayReturn.release();
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(title(), u"second one"_qs);
}

void TestScenarioList::aMistakeIsKeptInTheListAndMended()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"s.ini"_qs), QSettings::IniFormat);
    const QString path = folder.filePath(u"mine.lua"_qs);
    write(path, "wrong");
    OwnFiles files(&settings, loadTitle);
    connect(&files, &OwnFiles::changed, this, [&] { m_list->model()->setOwn(files.files()); });
    files.open(path);
    QTRY_COMPARE(files.files().front().mistake, path + u":1: this is wrong"_qs);
    QCOMPARE(files.files().front().source, QByteArray("wrong"));
    QCOMPARE(m_list->model()->indexOf(path).data(Qt::AccessibleTextRole).toString(),
        u"mine.lua, mistake"_qs);
    write(path, "mended");
    QTRY_COMPARE(titles().last(), u"mended"_qs);
    QVERIFY(files.files().front().mistake.isEmpty());
}

void TestScenarioList::ownFilesAreRemembered()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"s.ini"_qs), QSettings::IniFormat);
    for (int i = 0; i < OwnFiles::most + 3; ++i)
        write(folder.filePath(u"%1.lua"_qs.arg(i)), "title");
    {
        OwnFiles files(&settings, loadTitle);
        for (int i = 0; i < OwnFiles::most + 3; ++i)
            files.open(folder.filePath(u"%1.lua"_qs.arg(i)));
        files.open(folder.filePath(u"5.lua"_qs)); // not twice
    }
    const OwnFiles again(&settings, loadTitle);
    QCOMPARE(again.files().size(), std::size_t(OwnFiles::most));
    QCOMPARE(again.files().front().path, folder.filePath(u"5.lua"_qs));
    QTRY_VERIFY(again.files().back().scenario);
}

void TestScenarioList::aTitleIsNoMarkup()
{
    auto scenario = std::make_shared<Scenario>(*sample::stockScript());
    scenario->title.en = u"<b>bold</b>\u202E"_qs;
    scenario->id = "<i>x";
    m_list->model()->setShipped({scenario});
    const QModelIndex index = m_list->model()->index(1);
    QVERIFY(!index.data().toString().contains(QChar(0x202E)));
    QVERIFY(index.data(Qt::ToolTipRole).toString().contains(u"&lt;i&gt;x"));
}

void TestScenarioList::theToolTipTellsFixVerdictAndMistake()
{
    ScenarioListModel *model = m_list->model();
    const QString key = model->byId("stock-read-then-write")->key;
    const auto toolTip = [&](const QString &of) {
        return model->indexOf(of).data(Qt::ToolTipRole).toString();
    };
    QVERIFY(toolTip(key).contains(u"Fixed by: Server script"));
    QVERIFY(!toolTip(key).contains(u"Last run"));
    model->setVerdict(key, CheckOutcome::Violated);
    QVERIFY(toolTip(key).contains(u"Last run: violated"));
    model->setOwn({{u"/a/lock.lua"_qs, nullptr, {}, u"lock.lua:3: wrong"_qs}});
    QVERIFY(toolTip(u"/a/lock.lua"_qs).contains(u"/a/lock.lua<br>lock.lua:3: wrong"));
}

void TestScenarioList::anOwnFileIsFoundByItsName()
{
    ScenarioListModel *model = m_list->model();
    auto own = std::make_shared<Scenario>();
    own->id = "tickets";
    own->title.en = u"Two queues"_qs;
    model->setOwn({{u"/a/seats.lua"_qs, own, {}, {}}, {u"/a/broken.lua"_qs, nullptr, {}, u"x"_qs}});
    for (const QString &words : {u"seats"_qs, u"tickets"_qs, u"queues"_qs, u"broken"_qs}) {
        model->setFilter(words);
        QCOMPARE(model->scenarioCount(), 1);
    }
    model->setFilter(u"/a/"_qs); // the folder says nothing about a file that was read
    QCOMPARE(model->scenarioCount(), 1);
}

void TestScenarioList::choosingWhatIsNotFoundEndsTheSearch()
{
    auto *search = m_list->findChild<QLineEdit *>();
    search->setText(u"limiter"_qs);
    m_list->choose(m_list->model()->byId("limit-fixed-window")->key);
    QCOMPARE(search->text(), u"limiter"_qs); // it is among them
    m_list->choose(m_list->model()->byId("stock-script")->key);
    QVERIFY(search->text().isEmpty());
    QCOMPARE(
        m_list->findChild<QListView *>()->currentIndex().data().toString(), u"Server script"_qs);
}

void TestScenarioList::howManyAreFoundIsSaid()
{
    m_list->findChild<QLineEdit *>()->setText(u"limiters"_qs);
    QVERIFY(m_list->findChild<QListView *>()->accessibleDescription().startsWith(u"3 scenario"));
}

void TestScenarioList::onlyOwnFilesCanBeForgotten()
{
    m_list->model()->setOwn({{u"/a/lock.lua"_qs, nullptr, {}, u"wrong"_qs}});
    m_list->resize(300, 400);
    m_list->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_list.get()));
    auto *list = m_list->findChild<QListView *>();
    QSignalSpy forgotten(m_list.get(), &ScenarioList::forgetRequested);
    const auto ask = [&](const QString &key) {
        const QModelIndex index = m_list->model()->indexOf(key);
        list->scrollTo(index);
        Q_EMIT list->customContextMenuRequested(list->visualRect(index).center());
    };
    ask(m_list->model()->byId("stock-script")->key);
    QVERIFY(!m_list->findChild<QMenu *>());
    ask(u"/a/lock.lua"_qs);
    auto *menu = m_list->findChild<QMenu *>();
    QVERIFY(menu);
    QCOMPARE(menu->actions().size(), 1);
    menu->actions().first()->trigger();
    QCOMPARE(forgotten.size(), 1);
    QCOMPARE(forgotten.at(0).at(0).toString(), u"/a/lock.lua"_qs);
}

void TestScenarioList::whatIsChosenChangesTheMarksOfAll()
{
    const ScenarioListModel *model = m_list->model();
    QSignalSpy changed(model, &QAbstractItemModel::dataChanged);
    m_list->choose(model->byId("stock-read-then-write")->key);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.at(0).at(0).toModelIndex().row(), 0);
    QCOMPARE(changed.at(0).at(1).toModelIndex().row(), model->rowCount() - 1);
    m_list->choose(model->byId("stock-read-then-write")->key);
    QCOMPARE(changed.size(), 1); // it is already
    m_list->model()->setVerdict(model->byId("stock-watch")->key, CheckOutcome::Holds);
    QCOMPARE(changed.size(), 2);
}

void TestScenarioList::aFileThatWasChangedHasNoVerdict()
{
    const QString path = u"/a/lock.lua"_qs;
    ScenarioListModel *model = m_list->model();
    const ScenarioPtr scenario = sample::stockScript();
    model->setOwn({{path, scenario, "return 1", {}}});
    model->setVerdict(path, CheckOutcome::Violated);
    model->setOwn({{path, scenario, "return 1", {}}}); // read again
    QVERIFY(model->entry(path)->verdict == CheckOutcome::Violated);
    model->setOwn({{path, scenario, "return 2", {}}});
    QVERIFY(!model->entry(path)->verdict);
}

// A mark beside a title, or a narrower list, may push the title's end to a further line.
void TestScenarioList::rowsAreAsHighAsTheirTitles()
{
    auto *view = m_list->findChild<QListView *>();
    ScenarioListModel *model = m_list->model();
    m_list->resize(400, 700);
    m_list->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_list.get()));
    const auto areHighEnough = [&] {
        for (int row = 0; row < model->rowCount(); ++row) {
            QStyleOptionViewItem option;
            option.font = view->font();
            option.widget = view;
            const QModelIndex index = model->index(row);
            if (view->visualRect(index).height()
                != view->itemDelegate()->sizeHint(option, index).height())
                return false;
        }
        return true;
    };
    QVERIFY(areHighEnough());
    const auto height = [&] {
        return view->visualRect(model->index(model->rowCount() - 1)).bottom();
    };
    for (const int width : {300, 220, 160}) {
        m_list->resize(width, 700);
        QTRY_VERIFY2(areHighEnough(), qPrintable(QString::number(width)));
    }
    const int before = height();
    for (int row = 0; row < model->rowCount(); ++row) {
        if (const ScenarioEntry *each = model->entryOf(model->index(row)))
            model->setVerdict(each->key, CheckOutcome::Violated);
    }
    QTRY_VERIFY(areHighEnough());
    QVERIFY(height() > before);
}

QTEST_MAIN(TestScenarioList)
#include "tst_scenariolist.moc"
