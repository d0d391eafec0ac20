#include "shopsnapshot.h"
#include "tests/support/patience.h"
#include "tests/support/samples/plainformat.h"
#include "tests/support/widgetpicture.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watch/tables/countersdelegate.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/watch/tables/locksdelegate.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QScreen>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include <memory>

using namespace lockstep;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

// Reads with a command that names the time.
class TimedReader : public Reader
{
public:
    [[nodiscard]] std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime now) const override
    {
        const auto second = std::chrono::duration_cast<seconds>(now.time_since_epoch()).count();
        return {Command{"ZCOUNT", key, QByteArray::number(qint64(second)), "+inf"}};
    }
    [[nodiscard]] std::optional<Reading> read(const ReadContext &) const override
    {
        return std::nullopt;
    }
};

ItemPtr lockWith(const QByteArray &key, Instant deadline)
{
    static const FormatPtr format = shop::format({Family::Lock, {}, u"lock"_qs, false, "GET"});
    auto item = makeItem();
    item->key = key;
    item->format = format;
    item->reading.holder.emplace().token = "me";
    item->reading.ttl = Ttl::until(deadline);
    item->longestLease = 30'000;
    return item;
}

struct PaintWatch : QObject
{
    QRegion painted;
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            painted += static_cast<QPaintEvent *>(event)->region();
        return false;
    }
};

} // namespace

class TestItemTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void selectionAndCurrentCellSurviveARefresh();
    void theRowAboveAChosenOneIsNotCut();
    void visibleRowsStayWhenRowsComeAbove();
    void atTheTopItStaysAtTheTop();
    void aCurrentRowThatGoesScrollsNothing();
    void theKeyboardBeginsAtARowInSight();
    void aPictureHasNoHalfRow();
    void enterAsksForDetailsOfTheCurrentRow();
    void copiesCellRowsAndCommand();
    void aCopiedCommandNamesTheTimeOfTheSnapshot();
    void barsTellTheirStateByColourAndPattern_data();
    void barsTellTheirStateByColourAndPattern();
    void theClockRepaintsOnlyColumnsThatTellTime();
    void aChangedRowRepaintsNoOther();
    void pinnedRowsStayOnTopWhateverTheOrder();
    void aFreedLockTellsForHowLongItIsFree();
    void aLockThatBecameFreeUnseenIsFreeForAtLeastSoLong();
    void aLockThatIsFreeAfterAGapMayHaveBeenHeldInIt();
    void aLockThatIsNoneAnyMoreIsNotFree();
    void aPinnedRowThatIsGoneStays();
    void aPinnedKeyThatWasNeverThereSaysSo();
    void rowsOfOneShapeAreOne();
    void membersStandBelowTheirGroupWhateverTheOrder();
    void aGroupOpensUnderThePointer();
    void aFilterCountsWithinGroups();
    void selectingAMemberUnfoldsItsGroup();
    void nothingIsDoneToAGroup();
    void theOrderIsLetGoAfterTheSelectedRowIsGone();
    void veryManyRowsAreGroupedAside();
    void columnsWithoutRoomAreLeftOut();
    void aTitleThatIsCutIsInTheToolTip();
    void aRecordingHasNoColumnThatIsAlwaysEmpty();

private:
    QByteArrayList keys() const;
    Snapshot::Items list(int first, int count) const;
    QByteArray topKey() const;
    void becomeFree(const Item &lock, seconds after, bool isSeen);

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<ItemTable> m_table;
    LocksModel *m_model = nullptr;
    Instant m_now = std::chrono::steady_clock::now();
};

Snapshot::Items TestItemTable::list(int first, int count) const
{
    std::vector<ItemPtr> items;
    for (int i = first; i < first + count; ++i)
        items.push_back(lockWith("lock:" + QByteArray::number(i), m_now + seconds(i)));
    return std::make_shared<const std::vector<ItemPtr>>(std::move(items));
}

QByteArray TestItemTable::topKey() const
{
    return m_model->item(m_table->rowAt(1))->key;
}

void TestItemTable::init()
{
    m_theme = std::make_unique<Theme>(qApp);
    m_theme->setChoice(Theme::Choice::Light);
    m_model = new LocksModel;
    m_table = std::make_unique<ItemTable>(
        m_model, new LocksDelegate(m_model, m_theme.get(), nullptr), m_theme.get());
    m_table->sortByColumn(LocksModel::TimeColumn, Qt::AscendingOrder);
    m_table->resize(700, 300);
    m_table->setSnapshot(list(2000, 500), m_now);
    m_table->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_table.get()));
}

void TestItemTable::cleanup()
{
    m_table.reset();
    m_theme.reset();
}

void TestItemTable::selectionAndCurrentCellSurviveARefresh()
{
    m_table->selectRow(7);
    m_table->selectionModel()->setCurrentIndex(m_model->index(7, 2), QItemSelectionModel::NoUpdate);
    const QByteArray key = m_model->item(7)->key;
    m_table->setSnapshot(list(1990, 505), m_now); // ten more before it, some gone at the end
    QCOMPARE(m_table->selectedKeys(), QList<QByteArray>{key});
    QCOMPARE(m_model->item(m_table->currentIndex().row())->key, key);
    QCOMPARE(m_table->currentIndex().column(), 2);
}

void TestItemTable::theRowAboveAChosenOneIsNotCut()
{
    const int row = m_table->verticalHeader()->defaultSectionSize();
    m_table->resize(m_table->width(), m_table->minimumSizeHint().height() + row * 3 / 2);
    QCoreApplication::processEvents();
    m_table->selectKey(m_model->item(7)->key);
    const int scrolled = m_table->verticalScrollBar()->value();
    QVERIFY(scrolled > 0);
    QCOMPARE(scrolled % row, 0);
    QVERIFY(m_table->viewport()->rect().contains(m_table->visualRect(m_model->index(7, 0))));
}

void TestItemTable::visibleRowsStayWhenRowsComeAbove()
{
    m_table->verticalScrollBar()->setValue(m_table->verticalScrollBar()->maximum() / 2);
    const QByteArray top = topKey();
    m_table->setSnapshot(list(1950, 550), m_now);
    QCOMPARE(topKey(), top);
    m_table->setSnapshot(list(2010, 490), m_now);
    QCOMPARE(topKey(), top);
    m_table->setSnapshot(list(2010, 520), m_now); // below the visible ones
    QCOMPARE(topKey(), top);
}

void TestItemTable::atTheTopItStaysAtTheTop()
{
    m_table->setSnapshot(list(1950, 550), m_now);
    QCOMPARE(topKey(), QByteArray("lock:1950"));
}

// The first row becomes the current one when the table gets the focus, without being selected. A
// lock that is free goes to the end after a while, and later it goes for good.
void TestItemTable::aCurrentRowThatGoesScrollsNothing()
{
    m_table->activateWindow();
    m_table->setFocus();
    QTRY_VERIFY(m_table->hasFocus());
    QCOMPARE(m_model->item(m_table->currentIndex().row())->key, "lock:2000");
    QVERIFY(m_table->selectedKeys().isEmpty());
    const Snapshot::Items others = list(2001, 499);
    for (const int after : {1, 3})
        m_table->setSnapshot(others, m_now + seconds(after));
    QCOMPARE(keys().last(), "lock:2000");
    m_table->setSnapshot(others, m_now + seconds(12));
    QVERIFY(!keys().contains("lock:2000"));
    QCOMPARE(m_table->verticalScrollBar()->value(), 0);
    QCOMPARE(topKey(), "lock:2001");
    QTest::keyClick(m_table.get(), Qt::Key_Down);
    QCOMPARE(m_table->verticalScrollBar()->value(), 0);
    QCOMPARE(m_table->selectedKeys(), QList<QByteArray>{"lock:2002"});
}

void TestItemTable::theKeyboardBeginsAtARowInSight()
{
    m_table->verticalScrollBar()->setValue(m_table->verticalScrollBar()->maximum() / 2);
    const QByteArray top = topKey();
    m_table->activateWindow();
    m_table->setFocus();
    QTRY_VERIFY(m_table->hasFocus());
    QCOMPARE(topKey(), top);
    QTest::keyClick(m_table.get(), Qt::Key_Down);
    QCOMPARE(topKey(), top);
    const auto [first, last] = std::pair(m_table->rowAt(0), m_table->rowAt(100));
    const int selected = m_table->selectionModel()->selectedRows().value(0).row();
    QVERIFY(selected > first && selected < last);

    m_table->clearSelection();
    m_table->verticalScrollBar()->setValue(m_table->verticalScrollBar()->maximum());
    const QByteArray end = topKey();
    m_table->clearFocus();
    m_table->setFocus();
    QCOMPARE(topKey(), end);
    QTest::keyClick(m_table.get(), Qt::Key_Up);
    QVERIFY(m_model->rowOf(m_table->selectedKeys().value(0)) > m_model->rowCount() / 2);
}

// On a screen it says that there is more below. The scroll bar is not part of the rows.
void TestItemTable::aPictureHasNoHalfRow()
{
    m_table->clearFocus(); // whose ring is around the rows
    const QWidget *rows = m_table->viewport();
    const int height = m_table->rowHeight(0);
    const int half = height / 2;
    m_table->resize(m_table->width(), m_table->height() - rows->height() % height + half);
    QCOMPARE(rows->height() % height, half);
    QCoreApplication::processEvents();
    const int wholeRows = rows->height() / height * height;
    const auto inked = [&](const QImage &image, int top, int bottom) {
        const QRect area(
            rows->mapTo(m_table.get(), QPoint(0, top)), QSize(rows->width(), bottom - top));
        return area.width() * area.height() - pixelsNear(image, area, m_theme->colours().panel);
    };
    const QImage picture = pictureOf(*m_table, 1);
    QVERIFY(inked(picture, wholeRows - height, wholeRows) > 100);
    QCOMPARE(inked(picture, wholeRows, rows->height()), 0);
    const QImage screen = m_table->screen()->grabWindow(m_table->winId()).toImage();
    QCOMPARE(screen.size(), picture.size());
    QVERIFY(inked(screen, wholeRows, rows->height()) > 20);
}

void TestItemTable::enterAsksForDetailsOfTheCurrentRow()
{
    QSignalSpy details(m_table.get(), &ItemTable::detailsRequested);
    m_table->setFocus();
    QTest::keyClick(m_table.get(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(m_table.get(), Qt::Key_Down);
    QTest::keyClick(m_table.get(), Qt::Key_Return);
    QCOMPARE(details.size(), 1);
    QCOMPARE(details.at(0).at(0).value<ItemPtr>()->key, QByteArray("lock:2001"));
}

void TestItemTable::copiesCellRowsAndCommand()
{
    m_table->selectRow(0);
    m_table->selectionModel()->setCurrentIndex(m_model->index(0, 2), QItemSelectionModel::NoUpdate);
    QTest::keyClick(m_table.get(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"2000000"_qs); // exact milliseconds
    QTest::keyClick(m_table.get(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(m_table.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines.at(1).split(u'\t').first(), u"lock:2001"_qs);
    QCOMPARE(lines.at(1).split(u'\t').size(), int(LocksModel::ColumnCount));
    QTest::keyClick(m_table.get(), Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"GET lock:2001\nPTTL lock:2001"_qs);
}

// A machine that slept: since then its wall clock is far ahead of what a steady one says.
void TestItemTable::aCopiedCommandNamesTheTimeOfTheSnapshot()
{
    const auto item = makeItem();
    item->key = "timed";
    FormatData data = plainData(Family::Lock);
    data.reader = std::make_shared<const TimedReader>();
    item->format = plainFormat(std::move(data));
    const auto items = std::make_shared<std::vector<ItemPtr>>(1, item);
    const Instant takenAt = Instant::clock::now();
    const std::chrono::system_clock::time_point wall(seconds(2'000'000'000));
    m_table->setTime({takenAt, wall});
    m_table->setSnapshot(items, takenAt + seconds(5));
    m_table->selectKey("timed");
    m_table->copyCommand();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"ZCOUNT timed 2000000005 +inf\nPTTL timed"_qs);
}

void TestItemTable::barsTellTheirStateByColourAndPattern_data()
{
    QTest::addColumn<Marks::Fill>("fill");
    QTest::addColumn<QColor>("colour");
    QTest::addColumn<int>("least"); // pixels of exactly that colour in a bar of 100 × 10, half full
    QTest::addColumn<int>("most");
    const Colours &c = Colours::light();
    QTest::newRow("solid") << Marks::Fill::Solid << c.holding << 480 << 520;
    QTest::newRow("hatched: stripes, not a block")
        << Marks::Fill::Hatched << c.expiring << 60 << 420;
    QTest::newRow("crossed: lines through a block")
        << Marks::Fill::Crossed << c.violation << 60 << 420;
    QTest::newRow("endless: edges only") << Marks::Fill::Endless << c.violation << 150 << 420;
}

void TestItemTable::barsTellTheirStateByColourAndPattern()
{
    QFETCH(Marks::Fill, fill);
    QFETCH(QColor, colour);
    QFETCH(int, least);
    QFETCH(int, most);
    QImage image(100, 10, QImage::Format_RGB32);
    image.fill(Colours::light().panel);
    QPainter painter(&image);
    Marks(Colours::light()).bar(painter, image.rect(), 0.5, fill);
    painter.end();
    const int count = pixelsNear(image, image.rect(), colour, 1);
    QVERIFY2(count >= least && count <= most, qPrintable(QString::number(count)));
}

void TestItemTable::theClockRepaintsOnlyColumnsThatTellTime()
{
    PaintWatch watch;
    QCoreApplication::processEvents();
    m_table->viewport()->installEventFilter(&watch);
    m_table->showTime(m_now + seconds(3));
    QTRY_VERIFY(!watch.painted.isEmpty());
    QCOMPARE(m_model->now(), m_now + seconds(3));
    const int timeLeft = m_table->columnViewportPosition(LocksModel::TimeColumn);
    QVERIFY(watch.painted.boundingRect().left() >= timeLeft);
}

void TestItemTable::aChangedRowRepaintsNoOther()
{
    QCoreApplication::processEvents();
    PaintWatch watch;
    m_table->viewport()->installEventFilter(&watch);
    std::vector<ItemPtr> items;
    for (int row = 0; row < m_model->rowCount(); ++row)
        items.push_back(m_model->item(row));
    for (const std::size_t changed : {1, 3, 400}) // the last one is out of sight
        items[changed] = lockWith(items[changed]->key, m_now + seconds(2000 + int(changed)));
    m_table->setSnapshot(std::make_shared<const std::vector<ItemPtr>>(items), m_now);
    QTRY_VERIFY(!watch.painted.isEmpty());
    const int rowHeight = m_table->rowHeight(0);
    // Unchanged rows between changed ones may be painted with them.
    QCOMPARE(watch.painted.boundingRect(),
        QRect(0, m_table->rowViewportPosition(1), m_table->viewport()->width(), 3 * rowHeight));
}

QByteArrayList TestItemTable::keys() const
{
    QByteArrayList keys;
    for (int row = 0; row < m_model->rowCount(); ++row)
        keys << m_model->item(row)->key;
    return keys;
}

void TestItemTable::pinnedRowsStayOnTopWhateverTheOrder()
{
    m_table->setArrangeable(true);
    const QAbstractItemModelTester tester(
        m_model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    m_table->selectKey("lock:2400");
    QSignalSpy pinned(m_table.get(), &ItemTable::pinnedChanged);
    QTest::keyClick(m_table.get(), Qt::Key_P, Qt::ControlModifier);
    QCOMPARE(pinned.size(), 1);
    QCOMPARE(m_table->selectedKeys(), QList<QByteArray>{"lock:2400"});
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        for (int column = 0; column < m_model->columnCount(); ++column) {
            m_table->sortByColumn(column, order);
            QCOMPARE(keys().first(), QByteArray("lock:2400"));
            m_table->setSnapshot(list(1990, 600), m_now); // rows come above all others
            QCOMPARE(keys().first(), QByteArray("lock:2400"));
            m_table->setSnapshot(list(2000, 500), m_now);
        }
    }
    QVERIFY(m_model->index(0, 0).data(Qt::ToolTipRole).toString().contains(u"Pinned"_qs));
    QVERIFY(m_model->index(0, 0).data(Qt::AccessibleTextRole).toString().contains(u"pinned"_qs));
    QTest::keyClick(m_table.get(), Qt::Key_P, Qt::ControlModifier);
    m_table->clearSelection();
    m_table->sortByColumn(LocksModel::KeyColumn, Qt::AscendingOrder);
    QCOMPARE(keys().first(), QByteArray("lock:1990")); // free, and pinned no more than others
}

// The key goes, as the store tells it. after: from m_now; isSeen: it was seen as it happened.
void TestItemTable::becomeFree(const Item &lock, seconds after, bool isSeen)
{
    auto free = makeItem(lock);
    free->reading = {};
    free->readAt = free->firstSeen = m_now + after;
    free->heldSince = {};
    free->beginIsSeen = isSeen;
    m_table->setFreed(std::make_shared<const std::vector<ItemPtr>>(1, free));
    m_table->setSnapshot(list(2000, 0), m_now + after);
}

void TestItemTable::aFreedLockTellsForHowLongItIsFree()
{
    const auto only = makeItem(*list(2000, 1)->front());
    only->firstSeen = m_now - seconds(5);
    only->heldSince = m_now - seconds(30); // as its token says
    only->heldSinceIsRequest = true;
    const auto age = [&] { return m_model->text(*m_model->item(0), LocksModel::AgeColumn); };
    m_table->setSnapshot(std::make_shared<const std::vector<ItemPtr>>(1, only), m_now);
    QCOMPARE(age(), u"≤ 30.0 s"_qs);
    becomeFree(*only, seconds(1), true);
    m_table->setSnapshot(list(2000, 0), m_now + seconds(4));
    QCOMPARE(m_model->text(*m_model->item(0), LocksModel::StateColumn), u"free"_qs);
    QCOMPARE(age(), u"3.0 s"_qs);
    for (const int column : {LocksModel::TimeColumn, LocksModel::AgeColumn})
        QCOMPARE(m_model->toolTip(*m_model->item(0), column), u"Free for 3000 ms"_qs);
}

void TestItemTable::aLockThatBecameFreeUnseenIsFreeForAtLeastSoLong()
{
    const auto only = makeItem(*list(2000, 1)->front());
    m_table->setSnapshot(std::make_shared<const std::vector<ItemPtr>>(1, only), m_now);
    becomeFree(*only, seconds(1), false);
    m_table->setSnapshot(list(2000, 0), m_now + seconds(4));
    const Item &item = *m_model->item(0);
    QCOMPARE(m_model->text(item, LocksModel::AgeColumn), u"≥ 3.0 s"_qs);
    QCOMPARE(m_model->toolTip(item, LocksModel::AgeColumn),
        u"Free for at least 3000 ms: it became free unseen."_qs);
}

void TestItemTable::aLockThatIsFreeAfterAGapMayHaveBeenHeldInIt()
{
    const auto only = makeItem(*list(2000, 1)->front());
    m_table->setSnapshot(std::make_shared<const std::vector<ItemPtr>>(1, only), m_now);
    becomeFree(*only, seconds(1), true);
    Snapshot snapshot;
    snapshot.unseen = std::make_shared<const std::vector<UnseenSpan>>(
        1, UnseenSpan{m_now + seconds(2), m_now + seconds(3)});
    m_table->setGaps(snapshot);
    m_table->setSnapshot(list(2000, 0), m_now + seconds(4));
    const ItemPtr item = m_model->item(0);
    QCOMPARE(m_model->text(*item, LocksModel::AgeColumn), u"? 3.0 s"_qs);
    QCOMPARE(m_model->toolTip(*item, LocksModel::AgeColumn),
        u"Free for 3000 ms, but perhaps not all the time: it may have been held unseen."_qs);
    // One gap is one doubt, and nothing is made anew for it.
    m_table->setSnapshot(list(2000, 0), m_now + seconds(5));
    QCOMPARE(m_model->item(0), item);
    QCOMPARE(m_model->text(*item, LocksModel::AgeColumn), u"? 4.0 s"_qs);
}

void TestItemTable::aLockThatIsNoneAnyMoreIsNotFree()
{
    m_table->setArrangeable(true);
    m_table->setPinned({"lock:2499"});
    auto left = std::make_shared<std::vector<ItemPtr>>();
    const auto last = list(2498, 2);
    for (const ItemPtr &item : *last) {
        auto unknown = makeItem(*item);
        unknown->reading = {};
        unknown->reading.isUnreadable = true;
        left->push_back(std::move(unknown));
    }
    m_table->setFreed(left);
    m_table->setSnapshot(list(2000, 498), m_now);
    QVERIFY(!keys().contains("lock:2498"));
    QCOMPARE(keys().first(), QByteArray("lock:2499"));
    QCOMPARE(m_model->text(*m_model->item(0), LocksModel::StateColumn), u"unknown"_qs);
    QVERIFY(m_model->text(*m_model->item(0), LocksModel::HolderColumn).startsWith(u'–'));
    QCOMPARE(m_model->text(*m_model->item(0), LocksModel::AgeColumn), u"–"_qs);
    for (const int column : {LocksModel::TimeColumn, LocksModel::AgeColumn})
        QCOMPARE(m_model->toolTip(*m_model->item(0), column),
            u"It is not watched any more: it is gone, no lock now, too large, elsewhere, or a rule "
            "leaves it out."_qs);
}

void TestItemTable::aPinnedRowThatIsGoneStays()
{
    m_table->setArrangeable(true);
    m_table->setPinned({"lock:2400"});
    m_table->setSnapshot(list(2000, 100), m_now);
    m_table->setSnapshot(list(2000, 100), m_now + std::chrono::minutes(10));
    QCOMPARE(keys().size(), 101);
    QCOMPARE(keys().first(), QByteArray("lock:2400"));
    QCOMPARE(m_model->text(*m_model->item(0), LocksModel::StateColumn), u"free"_qs);
    QCOMPARE(m_table->shown(), 100);
    m_table->setSnapshot(list(2000, 500), m_now);
    QCOMPARE(m_model->text(*m_model->item(0), LocksModel::StateColumn), u"held"_qs);
    QCOMPARE(keys().size(), 500);
}

void TestItemTable::aPinnedKeyThatWasNeverThereSaysSo()
{
    m_table->setArrangeable(true);
    m_table->setPinned({"lock:of-yesterday"});
    m_table->setSnapshot(list(2000, 100), m_now);
    QCOMPARE(keys().first(), QByteArray("lock:of-yesterday"));
    QCOMPARE(m_model->text(*m_model->item(0), LocksModel::StateColumn), u"not seen"_qs);
    for (const int column :
        {LocksModel::HolderColumn, LocksModel::TimeColumn, LocksModel::AgeColumn})
        QCOMPARE(m_model->text(*m_model->item(0), column), u"–"_qs);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_model->rawText(*m_model->item(0), column);
        m_model->toolTip(*m_model->item(0), column);
    }
    m_table->viewport()->grab(); // it is painted without a format
    m_table->setFilter(ItemFilter(u"2001"_qs));
    QCOMPARE(keys(), QByteArrayList{"lock:2001"});
}

void TestItemTable::rowsOfOneShapeAreOne()
{
    m_table->setArrangeable(true);
    const QAbstractItemModelTester tester(
        m_model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QTest::keyClick(m_table.get(), Qt::Key_G, Qt::ControlModifier);
    QCOMPARE(keys(), QByteArrayList{"lock:*"});
    const ItemGroup *group = asGroup(*m_model->item(0));
    QVERIFY(group);
    QCOMPARE(group->members, 500);
    QCOMPARE(m_table->shown(), 500);
    QCOMPARE(m_model->text(*group, LocksModel::HolderColumn), u"500 held"_qs);
    QCOMPARE(m_model->text(*group, LocksModel::TimeColumn), u"33 m 20 s"_qs);
    m_table->setSnapshot(list(1900, 200), m_now);
    QCOMPARE(asGroup(*m_model->item(0))->members, 600); // 400 of them free for a moment
    QCOMPARE(m_table->shown(), 200);
    QCOMPARE(m_model->text(*m_model->item(0), LocksModel::HolderColumn), u"200 held · 400 free"_qs);
    QTest::keyClick(m_table.get(), Qt::Key_G, Qt::ControlModifier);
    QCOMPARE(keys().size(), 600);
    const QByteArray state = m_table->layoutState();
    m_table->restoreLayout(state);
    QVERIFY(!m_table->isGrouped());
    m_table->setGrouped(true);
    m_table->restoreLayout(state);
    QVERIFY(!m_table->isGrouped());
}

void TestItemTable::membersStandBelowTheirGroupWhateverTheOrder()
{
    m_table->setArrangeable(true);
    const QAbstractItemModelTester tester(
        m_model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    std::vector<ItemPtr> items;
    for (const auto &[key, left] : {std::pair("lock:order:1", 50), std::pair("lock:order:2", 10),
             std::pair("seat:1", 30), std::pair("seat:2", 70), std::pair("word", 40)})
        items.push_back(lockWith(key, m_now + seconds(left)));
    m_table->startOver();
    m_table->setGrouped(true);
    m_table->setSnapshot(std::make_shared<const std::vector<ItemPtr>>(items), m_now);
    QCOMPARE(keys(), (QByteArrayList{"lock:order:*", "seat:*", "word"}));
    m_table->setFocus();
    m_table->selectRow(1);
    QTest::keyClick(m_table.get(), Qt::Key_Right);
    QCOMPARE(keys(), (QByteArrayList{"lock:order:*", "seat:*", "seat:1", "seat:2", "word"}));
    m_table->clearSelection();
    m_table->sortByColumn(LocksModel::TimeColumn, Qt::DescendingOrder);
    QCOMPARE(keys(), (QByteArrayList{"word", "seat:*", "seat:2", "seat:1", "lock:order:*"}));
    // While it is unfolded a group does not wander, and who comes joins it.
    items[0] = lockWith("lock:order:1", m_now + seconds(99));
    items[1] = lockWith("lock:order:2", m_now + seconds(98));
    items[2] = lockWith("seat:1", m_now + seconds(5));
    items.insert(items.begin() + 4, lockWith("seat:3", m_now + seconds(20)));
    m_table->setSnapshot(std::make_shared<const std::vector<ItemPtr>>(items), m_now);
    QCOMPARE(
        keys(), (QByteArrayList{"lock:order:*", "word", "seat:*", "seat:2", "seat:3", "seat:1"}));
    m_table->selectKey("seat:3");
    m_table->selectionModel()->setCurrentIndex(m_model->index(4, 0), QItemSelectionModel::NoUpdate);
    QTest::keyClick(m_table.get(), Qt::Key_Left);
    QCOMPARE(m_table->currentIndex().row(), 2);
    QTest::keyClick(m_table.get(), Qt::Key_Left);
    QCOMPARE(keys(), (QByteArrayList{"lock:order:*", "word", "seat:*"}));
}

void TestItemTable::aGroupOpensUnderThePointer()
{
    m_table->setArrangeable(true);
    std::vector<ItemPtr> items;
    for (const auto &[key, left] :
        {std::pair("lock:order:1", 50), std::pair("lock:order:2", 10), std::pair("word", 40)})
        items.push_back(lockWith(key, m_now + seconds(left)));
    m_table->startOver();
    m_table->setGrouped(true);
    m_table->setSnapshot(std::make_shared<const std::vector<ItemPtr>>(items), m_now);
    const QRect cell = m_table->visualRect(m_model->index(0, 0));
    const QPointF at(cell.left() + 12, cell.center().y());
    QEnterEvent enter(at, at, at);
    QCoreApplication::sendEvent(m_table->viewport(), &enter);
    QVERIFY(m_model->isOrderHeld());
    QTest::mouseClick(m_table->viewport(), Qt::LeftButton, Qt::NoModifier, at.toPoint());
    QCOMPARE(keys(), (QByteArrayList{"lock:order:*", "lock:order:2", "lock:order:1", "word"}));
    items.insert(items.begin() + 2, lockWith("lock:order:3", m_now + seconds(1)));
    m_table->setSnapshot(std::make_shared<const std::vector<ItemPtr>>(items), m_now);
    QCOMPARE(keys(),
        (QByteArrayList{"lock:order:*", "lock:order:2", "lock:order:1", "lock:order:3", "word"}));
    QTest::mouseClick(m_table->viewport(), Qt::LeftButton, Qt::NoModifier, at.toPoint());
    QCOMPARE(keys(), (QByteArrayList{"lock:order:*", "word"}));
}

void TestItemTable::aFilterCountsWithinGroups()
{
    m_table->setArrangeable(true);
    m_table->setGrouped(true);
    m_table->setFilter(ItemFilter(u"lock:240*"_qs));
    QCOMPARE(keys(), QByteArrayList{"lock:*"});
    QCOMPARE(asGroup(*m_model->item(0))->members, 10);
    QCOMPARE(m_table->shown(), 10);
    m_table->setFilter(ItemFilter(u"lock:2400"_qs));
    QCOMPARE(keys(), QByteArrayList{"lock:2400"});
    m_table->setFilter(ItemFilter(u"nothing"_qs));
    QCOMPARE(keys(), QByteArrayList());
    m_table->setGrouped(false);
    m_table->setFilter(ItemFilter());
    QCOMPARE(keys().size(), 500);
}

void TestItemTable::selectingAMemberUnfoldsItsGroup()
{
    m_table->setArrangeable(true);
    m_table->setGrouped(true);
    m_table->selectKey("lock:2400");
    QCOMPARE(m_table->selectedKeys(), QList<QByteArray>{"lock:2400"});
    QCOMPARE(keys().size(), 501);
}

void TestItemTable::nothingIsDoneToAGroup()
{
    m_table->setArrangeable(true);
    m_table->setReleaseAllowed(true);
    m_table->setGrouped(true);
    QSignalSpy details(m_table.get(), &ItemTable::detailsRequested);
    QSignalSpy released(m_table.get(), &ItemTable::releaseRequested);
    QSignalSpy pinned(m_table.get(), &ItemTable::pinnedChanged);
    m_table->setFocus();
    m_table->selectRow(0);
    QTest::keyClick(m_table.get(), Qt::Key_Delete);
    QTest::keyClick(m_table.get(), Qt::Key_P, Qt::ControlModifier);
    QCOMPARE(m_table->selectedKeys(), QList<QByteArray>());
    QVERIFY(!m_table->chosenItem());
    QTest::keyClick(m_table.get(), Qt::Key_Return); // unfolds it
    QCOMPARE(keys().size(), 501);
    QVERIFY(details.isEmpty());
    QVERIFY(released.isEmpty());
    QVERIFY(pinned.isEmpty());
}

// The row that goes deselects itself in the middle of the model's change.
void TestItemTable::theOrderIsLetGoAfterTheSelectedRowIsGone()
{
    const auto show = [this](std::initializer_list<std::pair<const char *, int>> locks, int after) {
        std::vector<ItemPtr> items;
        for (const auto &[key, left] : locks)
            items.push_back(lockWith(key, m_now + seconds(left)));
        m_table->setSnapshot(
            std::make_shared<const std::vector<ItemPtr>>(std::move(items)), m_now + seconds(after));
    };
    m_table->startOver();
    m_table->sortByColumn(LocksModel::TimeColumn, Qt::DescendingOrder);
    m_table->activateWindow();
    m_table->setFocus();
    QTRY_VERIFY(m_table->hasFocus());
    show({{"lock:a", 20}, {"lock:b", 21}, {"lock:c", 22}}, 0);
    QTest::keyClick(m_table.get(), Qt::Key_Down);
    QTRY_VERIFY(m_model->isOrderHeld());
    show({{"lock:a", 20}, {"lock:b", 21}, {"lock:c", 22}, {"lock:new", 60}}, 1);
    QCOMPARE(keys().last(), "lock:new"); // what is new comes last
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(m_table.get(), Qt::Key_Down);
    QCOMPARE(m_table->selectedKeys(), QList<QByteArray>{"lock:new"});
    show({{"lock:a", 20}, {"lock:b", 21}, {"lock:c", 22}}, 2);
    show({{"lock:a", 20}, {"lock:b", 21}, {"lock:c", 22}, {"lock:d", 30}}, 13); // it has lingered
    QTRY_VERIFY(!m_model->isOrderHeld());
    QCOMPARE(keys(), (QByteArrayList{"lock:d", "lock:c", "lock:b", "lock:a"}));
    for (const int after : {40, 60})
        show({{"lock:b", 21}, {"lock:c", 22}, {"lock:d", 30}, {"lock:e", 33}}, after);
    QCOMPARE(keys(), (QByteArrayList{"lock:e", "lock:d", "lock:c", "lock:b"}));
}

void TestItemTable::veryManyRowsAreGroupedAside()
{
    m_table->setArrangeable(true);
    constexpr int many = int(ItemModel::manyItems);
    std::vector<ItemPtr> items;
    for (int i = 0; i < many + 500; ++i)
        items.push_back(
            lockWith("lock:" + QByteArray::number(100'000 + i), m_now + seconds(1000 + i)));
    const auto all = std::make_shared<const std::vector<ItemPtr>>(items);
    m_table->startOver();
    m_table->setSnapshot(all, m_now);
    QTRY_COMPARE(m_model->rowCount(), many + 500);
    m_table->setGrouped(true);
    items.back() = lockWith(items.back()->key, m_now + seconds(5)); // while it is being grouped
    m_table->setSnapshot(std::make_shared<const std::vector<ItemPtr>>(items), m_now);
    QTRY_COMPARE(keys(), QByteArrayList{"lock:*"});
    QCOMPARE(asGroup(*m_model->item(0))->members, many + 500);
    QCOMPARE(asGroup(*m_model->item(0))->endsFirst, std::optional(m_now + seconds(5)));
    m_table->selectRow(0);
    m_table->setFocus();
    QTest::keyClick(m_table.get(), Qt::Key_Right);
    QTRY_COMPARE(m_model->rowCount(), many + 501);
    QVERIFY(asGroup(*m_model->item(0)));
    QCOMPARE(m_model->item(1)->key, items.back()->key);
}

// Those that tell least, and until there is room again.
void TestItemTable::columnsWithoutRoomAreLeftOut()
{
    using enum LocksModel::Column;
    const auto shown = [](const ItemTable &table) {
        QList<int> columns;
        for (int column = 0; column < LocksModel::ColumnCount; ++column) {
            if (!table.isColumnHidden(column))
                columns << column;
        }
        return columns;
    };
    const auto narrowUntilStateIsLeftOut = [](ItemTable &table) {
        for (int width = table.width(); width > 0 && !table.isColumnHidden(StateColumn); width -= 5)
            table.resize(width, 300);
    };
    const QList<int> all{KeyColumn, HolderColumn, TimeColumn, AgeColumn, StateColumn};
    m_table->sortByColumn(TimeColumn, Qt::AscendingOrder);
    m_table->resize(900, 300);
    QTRY_COMPARE(shown(*m_table), all);
    narrowUntilStateIsLeftOut(*m_table);
    QTRY_COMPARE(shown(*m_table), (QList<int>{KeyColumn, HolderColumn, TimeColumn}));
    QCOMPARE(m_table->horizontalScrollBar()->maximum(), 0);

    // By what the rows are sorted stays.
    m_table->sortByColumn(AgeColumn, Qt::AscendingOrder);
    QTRY_VERIFY(!m_table->isColumnHidden(AgeColumn));
    QVERIFY(m_table->isColumnHidden(StateColumn));
    m_table->sortByColumn(TimeColumn, Qt::AscendingOrder);
    QTRY_VERIFY(m_table->isColumnHidden(AgeColumn));

    // The menu says why they are not there.
    Q_EMIT m_table->horizontalHeader()->customContextMenuRequested({});
    auto *menu = m_table->findChild<QMenu *>();
    QVERIFY(menu);
    const auto actionOf = [&](const QString &title) {
        const auto actions = menu->actions();
        const auto found = std::find_if(actions.begin(), actions.end(),
            [&](const QAction *action) { return action->text().startsWith(title); });
        return found == actions.end() ? nullptr : *found;
    };
    QCOMPARE(actionOf(u"State"_qs)->text(), u"State (no room)"_qs);
    QVERIFY(actionOf(u"State"_qs)->isChecked());
    QCOMPARE(actionOf(u"Holder"_qs)->text(), u"Holder"_qs);

    // What the user hides makes room, and stays hidden.
    actionOf(u"Holder"_qs)->trigger();
    QTRY_VERIFY(!m_table->isColumnHidden(StateColumn));
    menu->close();
    m_table->resize(900, 300);
    QTRY_COMPARE(shown(*m_table), (QList<int>{KeyColumn, TimeColumn, AgeColumn, StateColumn}));

    // The next start may have room for what there was none for at this one.
    narrowUntilStateIsLeftOut(*m_table);
    QVERIFY(m_table->isColumnHidden(StateColumn) && m_table->isColumnHidden(AgeColumn));
    auto *model = new LocksModel;
    ItemTable next(model, new LocksDelegate(model, m_theme.get(), nullptr), m_theme.get());
    next.restoreLayout(m_table->layoutState());
    next.resize(900, 300);
    next.show();
    QTRY_COMPARE(shown(next), (QList<int>{KeyColumn, TimeColumn, AgeColumn, StateColumn}));
}

// A column that the user has made too narrow, and one of which only a part is seen.
void TestItemTable::aTitleThatIsCutIsInTheToolTip()
{
    m_table->resize(900, 300);
    auto *header = m_table->horizontalHeader();
    const auto tipOf = [&](int column) {
        QToolTip::hideText();
        const QPoint at(header->sectionViewportPosition(column) + 5, header->height() / 2);
        QHelpEvent help(QEvent::ToolTip, at, header->viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(header->viewport(), &help);
        return QToolTip::text();
    };
    QCOMPARE(tipOf(LocksModel::TimeColumn), QString());
    header->resizeSection(LocksModel::TimeColumn, 40);
    QTRY_COMPARE(tipOf(LocksModel::TimeColumn), u"Time left"_qs);
    header->resizeSection(LocksModel::TimeColumn, 200);
    QTRY_COMPARE(tipOf(LocksModel::TimeColumn), QString());
    header->resizeSection(LocksModel::HolderColumn, 100);
    header->resizeSection(LocksModel::KeyColumn, header->viewport()->width() - 100 - 20);
    QTRY_VERIFY(m_table->horizontalScrollBar()->maximum() > 0);
    QCOMPARE(tipOf(LocksModel::TimeColumn), u"Time left"_qs);
}

// Not by another way either: by the menu, or because there is room again.
void TestItemTable::aRecordingHasNoColumnThatIsAlwaysEmpty()
{
    using enum CountersModel::Column;
    const auto newTable = [this] {
        auto *model = new CountersModel;
        return std::make_unique<ItemTable>(
            model, new CountersDelegate(model, m_theme.get(), nullptr), m_theme.get());
    };
    const auto live = newTable();
    const auto recorded = newTable();
    recorded->setRecorded();
    for (ItemTable *table : {live.get(), recorded.get()}) {
        table->resize(700, 300);
        table->show();
    }
    const auto isUnused = [&](int column) {
        return recorded->isColumnHidden(column) && !live->isColumnHidden(column);
    };
    const auto onlyTheseAreUnused = [&] {
        return !isUnused(KeyColumn) && !isUnused(ValueColumn) && isUnused(RateColumn)
            && isUnused(TrendColumn);
    };
    QTRY_VERIFY(onlyTheseAreUnused());
    for (const int width : {120, 700}) {
        recorded->resize(width, 300);
        QCoreApplication::processEvents();
    }
    QVERIFY(onlyTheseAreUnused());
    recorded->restoreLayout(live->layoutState());
    QVERIFY(onlyTheseAreUnused());

    Q_EMIT recorded->horizontalHeader()->customContextMenuRequested({});
    const auto actions = recorded->findChild<QMenu *>()->actions();
    QStringList texts;
    for (QAction *action : actions) {
        texts << action->text();
        if (action->text() == u"Reset columns")
            action->trigger();
    }
    QCOMPARE(texts, (QStringList{u"Value"_qs, QString(), u"Reset columns"_qs}));
    QVERIFY(onlyTheseAreUnused());
}

QTEST_MAIN(TestItemTable)
#include "tst_itemtable.moc"
