// Every cell of every table of the Watch page, at several widths: what its painting leaves out has
// to be in its tool tip. What is painted is heard from the painter, not asked of the tables.

#include "sampleitems.h"
#include "tests/support/contrast.h"
#include "tests/support/paintedtext.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QPainter>
#include <QTableView>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolTip>

using namespace lockstep;

namespace {

void paintInto(HearingDevice &device, const QTableView &table, const QModelIndex &cell)
{
    QPainter painter(&device);
    QStyleOptionViewItem option;
    option.initFrom(&table);
    option.font = table.font();
    option.widget = &table;
    option.rect = table.visualRect(cell);
    table.itemDelegateForIndex(cell)->paint(&painter, option, cell);
    painter.end();
}

QString paintedIn(const QTableView &table, const QModelIndex &cell)
{
    HearingDevice device;
    paintInto(device, table, cell);
    return device.text();
}

QString toolTipOf(QTableView &table, const QModelIndex &cell)
{
    const QPoint at = table.visualRect(cell).center();
    const QPoint onScreen = table.viewport()->mapToGlobal(at);
    QToolTip::showText(onScreen, QStringLiteral("of another cell"), &table);
    QHelpEvent event(QEvent::ToolTip, at, onScreen);
    QCoreApplication::sendEvent(table.viewport(), &event);
    // All spaces alike, as rich text has them.
    return QTextDocumentFragment::fromHtml(QToolTip::text()).toPlainText().simplified();
}

Snapshot manyWords(Instant now)
{
    Snapshot shown = sample::everything(now);
    std::vector<ItemPtr> counters = *shown.counters;
    for (const double value : {123'456'789'012.0, 1'234'567'890'123'456.0}) {
        auto item =
            makeItem(sample::counter("zz:" + QByteArray::number(value, 'f', 0), now, value));
        item->name = QStringLiteral("A counter whose rule has given it a long name");
        counters.push_back(std::move(item));
    }
    shown.counters = std::make_shared<const std::vector<ItemPtr>>(std::move(counters));
    return shown;
}

ItemPtr renewedLock(const QByteArray &key, Instant now, int waiters)
{
    Item lock = sample::lock(key, now, 30);
    lock.renewals = 12;
    lock.reading.waiters = waiters;
    return makeItem(std::move(lock));
}

struct ShownWindow
{
    ShownWindow(const Snapshot &shown, QSize size)
    {
        window.resize(size);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            qFatal("The window does not appear.");
        window.setSnapshot(shown);
        QCoreApplication::processEvents(); // everything finds its place
    }
    [[nodiscard]] const ItemTable *table(Family family)
    {
        return window.watchPage()->table(family);
    }

    Theme theme{qApp};
    MainWindow window{&theme};
};

void addSizes(std::initializer_list<QSize> sizes)
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : sizes)
        QTest::addRow("%d × %d", size.width(), size.height()) << size;
}

} // namespace

class TestCutCells : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsCutIsInTheToolTip_data();
    void whatIsCutIsInTheToolTip();
    void numbersAreNeverShownInPart();
    void paleRowsCanBeRead();
    void headingsAndShortKeysAreWhole_data();
    void headingsAndShortKeysAreWhole();
    void aGuessIsSaidBesideItsKey_data();
    void aGuessIsSaidBesideItsKey();
    void theStateOfALockIsNeverCut_data();
    void theStateOfALockIsNeverCut();
    void theNumberOfHoldersIsNeverCut_data();
    void theNumberOfHoldersIsNeverCut();
};

void TestCutCells::whatIsCutIsInTheToolTip_data()
{
    addSizes({QSize(640, 480), QSize(960, 600), QSize(1280, 720), QSize(1600, 900)});
}

void TestCutCells::whatIsCutIsInTheToolTip()
{
    QFETCH(const QSize, size);
    Theme theme(qApp);
    MainWindow window(&theme);
    window.setServerPage(new QWidget);
    auto *journal = new JournalView(&theme);
    window.watchPage()->setJournal(journal);
    connect(window.watchPage(), &WatchPage::journalGrew, journal, &JournalView::append);
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.setSnapshot(manyWords(std::chrono::steady_clock::now()));
    QCoreApplication::processEvents(); // everything finds its place
    int cells = 0;
    int cut = 0;
    const auto tables = window.findChildren<QTableView *>();
    QVERIFY(tables.size() >= 4); // counters, limits, locks, journal
    for (QTableView *table : tables) {
        if (!table->isVisible())
            continue;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                const QModelIndex cell = table->model()->index(row, column);
                table->scrollTo(cell);
                if (!table->viewport()->rect().contains(table->visualRect(cell).center()))
                    continue; // hidden, or there is no room for it at all
                const QString painted = paintedIn(*table, cell);
                ++cells;
                QStringList missing;
                for (const QString &word : cell.data().toString().split(u' ', Qt::SkipEmptyParts)) {
                    if (!painted.contains(word))
                        missing.append(word);
                }
                if (painted.isEmpty() || missing.isEmpty())
                    continue; // a bar or a curve; all of it
                ++cut;
                const QString toolTip = toolTipOf(*table, cell);
                for (const QString &word : missing) {
                    QVERIFY2(toolTip.contains(word.simplified()),
                        qPrintable(QStringLiteral("%1, column %2: “%3” is painted as “%4”, and its "
                                                  "tool tip is “%5”")
                                       .arg(table->accessibleName())
                                       .arg(column)
                                       .arg(cell.data().toString(), painted, toolTip)));
                }
            }
        }
    }
    QVERIFY(cells > 20);
    QVERIFY(cut > 0 || size.width() > 1280); // else this tests nothing
}

// The first digits of a number read as another, smaller number.
void TestCutCells::numbersAreNeverShownInPart()
{
    const Instant now = std::chrono::steady_clock::now();
    Item exact = sample::counter("a:exact", now, 123'456'789'012'345'678.0);
    exact.reading.setRaw("123456789012345678");
    Item estimate = sample::counter("b:estimate", now, 1'234'568'373.0);
    estimate.reading.valueIsEstimate = true;
    Item limit = sample::bucket("limit", now, 12.84, 15.07);
    Snapshot shown = sample::everything(now);
    shown.counters = std::make_shared<const std::vector<ItemPtr>>(
        std::vector<ItemPtr>{makeItem(std::move(exact)), makeItem(std::move(estimate))});
    shown.buckets = std::make_shared<const std::vector<ItemPtr>>(1, makeItem(std::move(limit)));
    ShownWindow window(shown, {1280, 720});
    using Cell = std::tuple<Family, QByteArray, int, QStringList>;
    for (const auto &[family, key, column, texts] :
        {Cell(Family::Counter, "a:exact", CountersModel::ValueColumn,
             {u"123 456 789 012 345 678"_qs, u"123 P"_qs, u"…"_qs}),
            Cell(Family::Counter, "b:estimate", CountersModel::ValueColumn,
                {u"≈ 1 234 568 373"_qs, u"≈ 1.23 G"_qs, u"…"_qs}),
            Cell(Family::Bucket, "limit", BucketsModel::UsedColumn,
                {u"12.84/15.07"_qs, u"12.8/15"_qs, u"…"_qs})}) {
        const ItemTable *table = window.table(family);
        const QModelIndex cell = table->model()->index(table->itemModel()->rowOf(key), column);
        QStringList painted;
        QHeaderView *header = table->horizontalHeader();
        for (int width = 400; width >= header->minimumSectionSize(); --width) {
            header->resizeSection(column, width);
            const QString text = paintedIn(*table, cell).replace(QChar(0x202F), u' ');
            if (painted.isEmpty() || painted.last() != text)
                painted << text;
        }
        QCOMPARE(painted, texts);
    }
}

// While nothing is seen of the server, all rows are pale.
void TestCutCells::paleRowsCanBeRead()
{
    const Instant now = std::chrono::steady_clock::now();
    Snapshot shown = manyWords(now);
    shown.status.unseenSince = now;
    ShownWindow window(shown, {1280, 720});
    window.theme.setChoice(Theme::Choice::Light);
    qsizetype words = 0;
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        const ItemTable *table = window.table(family);
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                HearingDevice device;
                paintInto(device, *table, table->model()->index(row, column));
                words += device.inks().size();
                for (const QColor &ink : device.inks()) {
                    QCOMPARE(ink.alpha(), 255);
                    QVERIFY(contrastOf(ink, window.theme.colours().panel) >= 4.5);
                }
            }
        }
    }
    QVERIFY(words > 20);
}

void TestCutCells::headingsAndShortKeysAreWhole_data()
{
    addSizes({QSize(960, 600), QSize(1280, 720)});
}

// As the demo shop has them: times of a minute at most, keys of which some are too long. A key is
// worth more than a longer bar, or than room for times that nobody has.
void TestCutCells::headingsAndShortKeysAreWhole()
{
    QFETCH(const QSize, size);
    const Instant now = std::chrono::steady_clock::now();
    std::vector<ItemPtr> buckets, locks;
    for (const QByteArray key :
        {"LIMITS:LIMITER/erin/export/8/1/minute", "limit:up:bob", "attempts:d"}) {
        Item limit = sample::bucket(key, now, 8, 8);
        if (key.startsWith('a'))
            limit.reading.limit.reset();
        buckets.push_back(makeItem(std::move(limit)));
    }
    for (const char *key : {"lock:invoice", "lock:order:1004", "PHPREDIS_SESSION:ab12_LOCK"})
        locks.push_back(renewedLock(key, now, 1));
    Snapshot shown = sample::everything(now);
    shown.buckets = std::make_shared<const std::vector<ItemPtr>>(std::move(buckets));
    shown.locks = std::make_shared<const std::vector<ItemPtr>>(std::move(locks));
    ShownWindow window(shown, size);
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        const ItemTable *table = window.table(family);
        const QHeaderView *header = table->horizontalHeader();
        // Five columns of limits have little room on a small window.
        const int whole = size.width() >= 1280 ? 14 : family == Family::Bucket ? 10 : 12;
        for (int column = 0; column < header->count(); ++column)
            QVERIFY2(header->sectionSize(column) >= header->sectionSizeHint(column),
                qPrintable(table->model()->headerData(column, Qt::Horizontal).toString()));
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QModelIndex cell = table->model()->index(row, 0);
            const QString key = QString::fromUtf8(table->itemModel()->item(row)->key);
            if (key.size() <= whole)
                QVERIFY2(paintedIn(*table, cell).contains(key), qPrintable(key));
        }
    }
    // A word that is cut is no button.
    const ItemTable *limits = window.table(Family::Bucket);
    QStringList asked;
    for (int row = 0; row < limits->model()->rowCount(); ++row)
        asked << paintedIn(*limits, limits->model()->index(row, BucketsModel::GaugeColumn));
    asked.removeAll(QString());
    QVERIFY2(asked == QStringList{u"Set limit…"_qs} || asked == QStringList{u"Set…"_qs},
        qPrintable(asked.join(u'|')));
}

void TestCutCells::aGuessIsSaidBesideItsKey_data()
{
    addSizes({QSize(960, 600), QSize(1280, 720)});
}

void TestCutCells::aGuessIsSaidBesideItsKey()
{
    QFETCH(const QSize, size);
    const Instant now = std::chrono::steady_clock::now();
    std::vector<ItemPtr> locks;
    for (const char *key : {"lock:invoice", "lock:order:1004"}) {
        Item lock = sample::lock(key, now, 875);
        lock.reading.holder =
            sample::holder("6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b1100"); // leaves little room
        lock.confidence = Confidence::Possible;
        locks.push_back(makeItem(std::move(lock)));
    }
    Item limit = sample::bucket("slide:10.0.0.7", now, 2, {});
    limit.confidence = Confidence::Possible;
    Snapshot shown = sample::everything(now);
    shown.locks = std::make_shared<const std::vector<ItemPtr>>(std::move(locks));
    shown.buckets = std::make_shared<const std::vector<ItemPtr>>(1, makeItem(std::move(limit)));
    ShownWindow window(shown, size);
    for (const Family family : {Family::Bucket, Family::Lock}) {
        const ItemTable *table = window.table(family);
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QString painted = paintedIn(*table, table->model()->index(row, 0));
            QVERIFY2(
                painted.contains(u"possible") || (size.width() < 1280 && painted.endsWith(u'?')),
                qPrintable(painted));
        }
    }
    // Nor is a time cut for that.
    const ItemTable *table = window.table(Family::Lock);
    const QString left = paintedIn(*table, table->model()->index(0, LocksModel::TimeColumn));
    QVERIFY2(left.startsWith(u"14 m ") && left.endsWith(u" s"), qPrintable(left));
}

void TestCutCells::theStateOfALockIsNeverCut_data()
{
    addSizes({QSize(960, 600), QSize(1280, 720)});
}

void TestCutCells::theStateOfALockIsNeverCut()
{
    QFETCH(const QSize, size);
    const Instant now = std::chrono::steady_clock::now();
    std::vector<ItemPtr> items;
    for (const char *key : {"lock:order:of-a-customer:1001", "lock:order:of-a-customer:1002"})
        items.push_back(renewedLock(key, now, 3));
    Snapshot shown = sample::everything(now);
    shown.locks = std::make_shared<const std::vector<ItemPtr>>(std::move(items));
    ShownWindow window(shown, size);
    const ItemTable *locks = window.table(Family::Lock);
    const QModelIndex state = locks->model()->index(0, LocksModel::StateColumn);
    QVERIFY(state.data().toString().contains(QStringLiteral("3 waiting")));
    QVERIFY2(locks->columnWidth(LocksModel::StateColumn) >= locks->sizeHintForIndex(state).width(),
        qPrintable(QStringLiteral("%1 of %2 pixels")
                       .arg(locks->columnWidth(LocksModel::StateColumn))
                       .arg(locks->sizeHintForIndex(state).width())));
}

void TestCutCells::theNumberOfHoldersIsNeverCut_data()
{
    addSizes({QSize(640, 480), QSize(800, 500), QSize(960, 600), QSize(1280, 720)});
}

void TestCutCells::theNumberOfHoldersIsNeverCut()
{
    QFETCH(const QSize, size);
    const Instant now = std::chrono::steady_clock::now();
    Item semaphore = sample::lock("semaphore:gpu", now, 30);
    semaphore.reading.holder = sample::holder("worker-63.gpu.warehouse.example");
    semaphore.reading.permits = Permits(43);
    Item lock = sample::lock("lock:reentrant", now, 30);
    lock.reading.holder = sample::holder("worker-63.gpu.warehouse.example");
    lock.reading.value = 17;
    Snapshot shown;
    shown.locks = std::make_shared<const std::vector<ItemPtr>>(
        std::vector<ItemPtr>{makeItem(std::move(lock)), makeItem(std::move(semaphore))});
    shown.takenAt = now;
    ShownWindow window(shown, size);
    const ItemTable *locks = window.table(Family::Lock);
    for (const auto &[key, number] :
        {std::pair("semaphore:gpu", "42"), {"lock:reentrant", "×17"}}) {
        const QString painted = paintedIn(*locks,
            locks->model()->index(locks->itemModel()->rowOf(key), LocksModel::HolderColumn));
        QVERIFY2(painted.contains(QString::fromUtf8(number)), qPrintable(painted));
        QVERIFY2(painted.startsWith(u'w'), qPrintable(painted));
    }
}

QTEST_MAIN(TestCutCells)
#include "tst_cutcells.moc"
