#include "shopsnapshot.h"
#include "tests/support/patience.h"
#include "ui/theme.h"
#include "ui/watch/itemtable.h"
#include "ui/watch/locksdelegate.h"
#include "ui/watch/locksmodel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace lockstep;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

ItemPtr lockWith(const QByteArray &key, Instant deadline)
{
    static const FormatPtr format = shop::format({Family::Lock, {}, u"lock"_qs, false, "GET"});
    auto item = std::make_shared<Item>();
    item->key = key;
    item->format = format;
    item->reading.holder.emplace().token = "me";
    item->reading.ttl = Ttl::until(deadline);
    item->longestLease = 30'000;
    return item;
}

int pixelsOf(const QImage &image, const QColor &colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixel(x, y) == colour.rgb();
    }
    return count;
}

} // namespace

class TestItemTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void selectionAndCurrentCellSurviveARefresh();
    void visibleRowsStayWhenRowsComeAbove();
    void atTheTopItStaysAtTheTop();
    void enterAsksForDetailsOfTheCurrentRow();
    void copiesCellRowsAndCommand();
    void barsTellTheirStateByColourAndPattern_data();
    void barsTellTheirStateByColourAndPattern();
    void theClockRepaintsOnlyColumnsThatTellTime();

private:
    Snapshot::Items list(int first, int count) const;
    QByteArray topKey() const;

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
    const int count = pixelsOf(image, colour);
    QVERIFY2(count >= least && count <= most, qPrintable(QString::number(count)));
}

void TestItemTable::theClockRepaintsOnlyColumnsThatTellTime()
{
    struct PaintWatch : QObject
    {
        QRegion painted;
        bool eventFilter(QObject *, QEvent *event) override
        {
            if (event->type() == QEvent::Paint)
                painted += static_cast<QPaintEvent *>(event)->region();
            return false;
        }
    } watch;
    QCoreApplication::processEvents();
    m_table->viewport()->installEventFilter(&watch);
    m_table->showTime(m_now + seconds(3));
    QTRY_VERIFY(!watch.painted.isEmpty());
    QCOMPARE(m_model->now(), m_now + seconds(3));
    const int timeLeft = m_table->columnViewportPosition(LocksModel::TimeColumn);
    QVERIFY(watch.painted.boundingRect().left() >= timeLeft);
}

QTEST_MAIN(TestItemTable)
#include "tst_itemtable.moc"
