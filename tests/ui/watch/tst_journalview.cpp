#include "sampleitems.h"
#include "tests/support/paintedtext.h"
#include "tests/support/patience.h"
#include "ui/watch/journal/filterchip.h"
#include "ui/watch/journal/journalbar.h"
#include "ui/watch/journal/journalmodel.h"
#include "ui/watch/journal/journalsentence.h"
#include "ui/watch/journal/journaltable.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watchtext/itemwording.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace lockstep;
using Kind = JournalEntry::Kind;

namespace {

std::vector<JournalEntry> renewals(int count, int from = 0)
{
    std::vector<JournalEntry> entries;
    for (int i = 0; i < count; ++i)
        entries.push_back(sample::entry(Kind::Renewed, "lock:" + QByteArray::number(from + i)));
    return entries;
}

QString keyAt(const JournalTable &table, int row)
{
    return table.model()->index(row, JournalModel::Key).data().toString();
}

JournalFilter only(Kind kind)
{
    JournalFilter filter;
    filter.kinds = {kind};
    return filter;
}

QList<FilterChip *> chips(const JournalView &view)
{
    auto all = view.findChildren<FilterChip *>();
    all.removeIf([](const FilterChip *chip) { return chip->isHidden(); });
    return all;
}

QToolButton *newestButton(const JournalView &view)
{
    return view.findChild<QToolButton *>(QString(), Qt::FindDirectChildrenOnly);
}

} // namespace

class JournalViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = new Theme(qApp); }
    void everyKindHasItsSentence();
    void tellsRenewalsAndHandOversInWords();
    void theKeyIsShownAndItsNameBehindIt();
    void whatMayBeMissingIsSaid();
    void aGapSaysSinceWhen();
    void bothSidesOfAHandOverAreToldApart();
    void theNewestIsOnTop();
    void keepsWhatItsLimitsAllowAndSaysSo();
    void linesThatGoTakeNoOthersAlongWhileFiltered();
    void selectionAndPlaceSurviveNewEntries();
    void followsTheNewestWhileItIsShown();
    void theNewestIsOneKeyOrClickAway();
    void filtersByWhateverALineTells_data();
    void filtersByWhateverALineTells();
    void aFilterLeavesItsTrace();
    void aChosenLineStaysChosenWhenTheFilterChanges();
    void filteringManyLinesLetsTheWindowGoOn();
    void leaseAndHolderAreVisibleAtTheUsualSize();
    void aLineLeadsToItsRow();
    void goesToATime();
    void exportsWhatPassesTheFilterOrAll();
    void copiesWhatIsSelected();
    void whatCanBeUsedOfTheHeadIsNeverCut();

private:
    Theme *m_theme = nullptr;
};

void JournalViewTest::everyKindHasItsSentence()
{
    QSet<QString> sentences;
    for (const Kind kind : allJournalKinds) {
        JournalEntry entry = sample::entry(kind, "k");
        entry.family = Family::Lock;
        entry.alert = std::make_shared<const AlertRule>();
        sentences.insert(journalSentence(entry));
    }
    QCOMPARE(size_t(sentences.size()), allJournalKinds.size());
}

void JournalViewTest::tellsRenewalsAndHandOversInWords()
{
    JournalEntry entry = sample::entry(Kind::Renewed, "k");
    entry.ttlBefore = Milliseconds(20'000);
    entry.ttlAfter = Milliseconds(30'000);
    QCOMPARE(journalSentence(entry), QStringLiteral("▲ renewed, 20.0 s → 30.0 s"));
    entry.holder = sample::holder("worker-2"); // of several, who have a permit each
    QCOMPARE(journalSentence(entry), QStringLiteral("▲ renewed by worker-2, 20.0 s → 30.0 s"));
    QCOMPARE(journalSentence(entry, 8), QStringLiteral("▲ renewed to 30.0 s by worker-2"));
    entry.kind = Kind::DeadlineChanged;
    QCOMPARE(journalSentence(entry),
        QStringLiteral("time shortened, 20.0 s → 30.0 s, held by worker-2"));
    entry.kind = Kind::Gone;
    entry.family = Family::Lock;
    QVERIFY(journalSentence(entry).startsWith(QStringLiteral("gone, was held by worker-2; ")));
    entry.kind = Kind::HandedOver;
    entry.previous = sample::holder("a", QStringLiteral("web-1"), QStringLiteral("7"));
    entry.holder = sample::holder("b", QStringLiteral("web-2"), QStringLiteral("9"));
    QVERIFY(journalSentence(entry).contains(QStringLiteral("web-1:7 → web-2:9")));
    entry.kind = Kind::Released; // by whom is not known
    QCOMPARE(journalSentence(entry), QStringLiteral("released, was held by web-2:9"));
    entry.kind = Kind::Exhausted;
    entry.value = 11;
    entry.limit = 10;
    QVERIFY(journalSentence(entry).contains(QLatin1String("11 of 10")));
    QCOMPARE(journalTime(entry), QStringLiteral("22:01:07.412"));
}

// A rule names many keys. The name gives way to the key, not the key to the name.
void JournalViewTest::theKeyIsShownAndItsNameBehindIt()
{
    JournalEntry entry = sample::entry(Kind::Exhausted, "rl:login:10.0.0.7");
    entry.name = QStringLiteral("Login");
    JournalModel model;
    model.append({entry});
    JournalTable table(&model, m_theme);
    table.resize(900, 100);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    QCOMPARE(keyAt(table, 0), QStringLiteral("rl:login:10.0.0.7"));
    const QModelIndex key = model.index(0, JournalModel::Key);
    QVERIFY(key.data(Qt::AccessibleTextRole).toString().endsWith(QStringLiteral("Login")));
    QVERIFY(paintedBy(table).contains(QStringLiteral("rl:login:10.0.0.7Login")));
    const QFontMetrics metrics(fixedFont(table.font()));
    const int room = metrics.averageCharWidth() * 16;
    table.setColumnWidth(JournalModel::Key, room);
    const QString narrow = paintedBy(table);
    QVERIFY2(narrow.contains(QRegularExpression(QStringLiteral("rl:l\\S*…\\S*\\.7"))),
        qPrintable(narrow));
    QVERIFY2(!narrow.contains(QStringLiteral("Login")), qPrintable(narrow));
}

void JournalViewTest::whatMayBeMissingIsSaid()
{
    JournalEntry entry = sample::entry(Kind::Released, "k");
    entry.holder = sample::holder("b", QStringLiteral("web-2"), QStringLiteral("9"));
    entry.maybeMissed = WallSpan{entry.at - std::chrono::milliseconds(412), entry.at};
    QCOMPARE(journalSentence(entry),
        QStringLiteral("released, was held by web-2:9 (more since 22:01:07.000 may have been "
                       "missed)"));
    entry.kind = Kind::MaybeMissed;
    QCOMPARE(journalSentence(entry),
        QStringLiteral("may have been taken and given back unseen since 22:01:07.000"));
}

void JournalViewTest::aGapSaysSinceWhen()
{
    using Gap = JournalEntry::Gap;
    JournalEntry entry = sample::entry(Kind::Unseen, {});
    entry.since = entry.at - std::chrono::seconds(61);
    QCOMPARE(journalSentence(entry),
        QStringLiteral("changes since 22:00:06 were not seen: the connection was lost"));
    for (const Gap gap :
        {Gap::Clock, Gap::Silence, Gap::Primary, Gap::Swap, Gap::OtherData, Gap::Notifications}) {
        entry.gap = gap;
        QVERIFY(journalSentence(entry).contains(QStringLiteral("since 22:00:06 ")));
    }
    entry.since = entry.at - std::chrono::hours(24);
    QVERIFY(journalSentence(entry).contains(QStringLiteral("since 2026-11-19 22:01:07 ")));
    entry.gap = Gap::Permissions; // nobody knows how long they were missing
    QVERIFY(!journalSentence(entry).contains(QStringLiteral("since")));
}

// redis-py's tokens name the machine and the time, and their short form names the machine alone.
void JournalViewTest::bothSidesOfAHandOverAreToldApart()
{
    const QString mac = QStringLiteral("02:42:ac:12:00:02");
    JournalEntry entry = sample::entry(Kind::HandedOver, "lock:b");
    entry.previous = sample::holder("7fc79d33e69f11f18a3b0242ac120002", mac);
    entry.holder = sample::holder("7fd2a1b8e69f11f18a3b0242ac120002", mac);
    const QString sentence = journalSentence(entry);
    QVERIFY2(!sentence.contains(mac), qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("7fc79d33… → 7fd2a1b8…")), qPrintable(sentence));
    QVERIFY(journalEntryInFull(entry).contains(QStringLiteral("network address (MAC) ") + mac));
    entry.holder = sample::holder("7fd2a1b8e69f11f18a3b0242ac120003", QStringLiteral("web-2"));
    QVERIFY(journalSentence(entry).contains(mac + QStringLiteral(" → web-2")));
}

void JournalViewTest::theNewestIsOnTop()
{
    JournalView view(m_theme);
    const QAbstractItemModelTester tester(view.model());
    const QAbstractItemModelTester filtered(view.table()->model());
    view.append(renewals(3), 3);
    view.append(renewals(2, 3), 5);
    QCOMPARE(keyAt(*view.table(), 0), QStringLiteral("lock:4"));
    QCOMPARE(keyAt(*view.table(), 4), QStringLiteral("lock:0"));
}

void JournalViewTest::keepsWhatItsLimitsAllowAndSaysSo()
{
    JournalView view(m_theme, nullptr, {.lines = 10});
    const QAbstractItemModelTester tester(view.model());
    view.append(renewals(4), 4);
    QVERIFY2(view.bar()->note().startsWith(QLatin1String("4 lines since")),
        qPrintable(view.bar()->note()));
    view.append(renewals(7, 4), 11);
    QCOMPARE(view.model()->rowCount(), 10);
    QCOMPARE(view.model()->entry(0).key, QByteArray("lock:10"));
    QCOMPARE(view.model()->entry(9).key, QByteArray("lock:1"));
    view.append(renewals(30'000), 30'011); // more at once than are kept
    QCOMPARE(view.model()->rowCount(), 10);
    QCOMPARE(view.model()->entry(0).key, QByteArray("lock:29999"));
    const QString note = view.bar()->note().remove(QChar(0x202F));
    QVERIFY2(note.startsWith(QLatin1String("10 of 30011 since")), qPrintable(note));
    QVERIFY2(note.endsWith(QLatin1String("22:01")), qPrintable(note));
    view.clear();
    QCOMPARE(view.model()->rowCount(), 0);
    QVERIFY(view.bar()->note().isEmpty());
}

void JournalViewTest::linesThatGoTakeNoOthersAlongWhileFiltered()
{
    JournalView view(m_theme, nullptr, {.lines = 10});
    const QAbstractItemModelTester tester(view.model());
    view.append({sample::entry(Kind::Expired, "a"), sample::entry(Kind::Renewed, "b"),
                    sample::entry(Kind::Expired, "c")},
        3);
    view.setFilter(only(Kind::Expired));
    QCOMPARE(view.model()->rowCount(), 2);
    view.append(renewals(8), 11); // "a" goes
    QCOMPARE(view.model()->rowCount(), 1);
    QCOMPARE(view.model()->entry(0).key, QByteArray("c"));
    view.append(renewals(1), 12); // "b" goes, which is not shown
    QCOMPARE(view.model()->rowCount(), 1);
    view.append(renewals(1), 13);
    QCOMPARE(view.model()->rowCount(), 0);
}

void JournalViewTest::selectionAndPlaceSurviveNewEntries()
{
    JournalView view(m_theme);
    view.resize(500, 200);
    view.show();
    view.append(renewals(200), 200);
    QCoreApplication::processEvents();
    JournalTable *table = view.table();
    table->verticalScrollBar()->setValue(50);
    table->selectRow(53);
    const QString top = keyAt(*table, table->rowAt(0));
    const QString chosen = keyAt(*table, 53);
    view.append(renewals(7, 200), 207);
    view.append(renewals(4, 207), 211);
    QTRY_COMPARE(keyAt(*table, table->rowAt(0)), top);
    QCOMPARE(keyAt(*table, table->selectionModel()->selectedRows().value(0).row()), chosen);
    QCOMPARE(table->verticalScrollBar()->value(), 61);
}

void JournalViewTest::followsTheNewestWhileItIsShown()
{
    JournalView view(m_theme);
    view.resize(500, 200);
    view.show();
    view.append(renewals(200), 200);
    QCoreApplication::processEvents();
    view.append(renewals(5, 200), 205);
    QCoreApplication::processEvents();
    QCOMPARE(keyAt(*view.table(), view.table()->rowAt(0)), QStringLiteral("lock:204"));
}

void JournalViewTest::theNewestIsOneKeyOrClickAway()
{
    JournalView view(m_theme);
    view.resize(500, 200);
    view.show();
    view.append(renewals(200), 200);
    QCoreApplication::processEvents();
    JournalTable *table = view.table();
    const auto *button = newestButton(view);
    QVERIFY(button && button->isHidden());
    table->verticalScrollBar()->setValue(50);
    QVERIFY(!button->isHidden());
    view.append(renewals(7, 200), 207);
    QTRY_VERIFY(button->text().contains(QLatin1String("7 new")));
    newestButton(view)->click();
    QVERIFY(table->showsNewest());
    QVERIFY(button->isHidden());
    QTest::keyClick(table, Qt::Key_End);
    QCOMPARE(table->currentIndex().row(), 206);
    QTest::keyClick(table, Qt::Key_Home);
    QCOMPARE(table->currentIndex().row(), 0);
    QVERIFY(table->showsNewest());
}

void JournalViewTest::filtersByWhateverALineTells_data()
{
    QTest::addColumn<JournalFilter>("filter");
    QTest::addColumn<QByteArrayList>("keys"); // newest first; "" is the gap
    const auto words = [](const QString &text) {
        JournalFilter filter;
        filter.words = text;
        return filter;
    };
    JournalFilter filter;
    QTest::newRow("nothing") << filter << QByteArrayList{"", "lock:b", "lock:a", "lock:a"};
    filter.keys = KeyFilter(QStringLiteral("lock:a*"));
    QTest::newRow("the page's glob, and the gap that concerns every key")
        << filter << QByteArrayList{"", "lock:a", "lock:a"};
    filter = {};
    filter.key = "lock:b";
    QTest::newRow("one key") << filter << QByteArrayList{"", "lock:b"};
    filter = {};
    filter.kinds = {Kind::Acquired};
    QTest::newRow("one kind") << filter << QByteArrayList{"lock:a"};
    filter.kinds = {Kind::Acquired, Kind::HandedOver};
    QTest::newRow("two kinds") << filter << QByteArrayList{"lock:b", "lock:a"};
    filter = {};
    filter.holder = "token-1";
    QTest::newRow("a holder, also the previous one")
        << filter << QByteArrayList{"", "lock:b", "lock:a"};
    filter = {};
    filter.from = sample::entry(Kind::Unseen, {}).at + Milliseconds(1000);
    filter.to = *filter.from;
    QTest::newRow("a time") << filter << QByteArrayList{"lock:a"};
    QTest::newRow("a word of the key")
        << words(QStringLiteral("LOCK:B")) << QByteArrayList{"", "lock:b"};
    QTest::newRow("a host") << words(QStringLiteral("web-2")) << QByteArrayList{"", "lock:b"};
    QTest::newRow("a token") << words(QStringLiteral("token-1"))
                             << QByteArrayList{"", "lock:b", "lock:a"};
    QTest::newRow("an event, and a word of the key")
        << words(QStringLiteral("renew lock:a")) << QByteArrayList{"", "lock:a"};
    QTest::newRow("a library") << words(QStringLiteral("redisson"))
                               << QByteArrayList{"", "lock:b", "lock:a", "lock:a"};
    QTest::newRow("what there is not") << words(QStringLiteral("nobody")) << QByteArrayList{""};
}

void JournalViewTest::filtersByWhateverALineTells()
{
    QFETCH(JournalFilter, filter);
    QFETCH(QByteArrayList, keys);
    JournalEntry acquired = sample::entry(Kind::Acquired, "lock:a");
    acquired.holder = sample::holder("token-1", QStringLiteral("web-1"));
    JournalEntry renewed = sample::entry(Kind::Renewed, "lock:a");
    renewed.at += Milliseconds(1000);
    JournalEntry handed = sample::entry(Kind::HandedOver, "lock:b");
    handed.at += Milliseconds(2000);
    handed.previous = acquired.holder;
    handed.holder = sample::holder("token-2", QStringLiteral("web-2"));
    JournalEntry gap = sample::entry(Kind::Unseen, {});
    gap.at += Milliseconds(3000);

    JournalModel model;
    const QAbstractItemModelTester tester(&model);
    model.append({acquired, renewed});
    model.setFilter(filter);
    model.append({handed, gap}); // filtered as they come
    const auto shown = [&model] {
        QByteArrayList found;
        for (int row = 0; row < model.rowCount(); ++row)
            found << model.entry(row).key;
        return found;
    };
    QCOMPARE(shown(), keys);
    model.setFilter({});
    model.setFilter(filter); // filtered afterwards
    QCOMPARE(shown(), keys);
}

void JournalViewTest::aFilterLeavesItsTrace()
{
    JournalView view(m_theme);
    view.append(renewals(20), 20);
    view.append({sample::entry(Kind::Expired, "lock:3"), sample::entry(Kind::Gone, "n")}, 22);
    QVERIFY(chips(view).isEmpty());
    JournalFilter filter = only(Kind::Expired);
    filter.kinds.insert(Kind::Gone);
    filter.words = QStringLiteral("lock");
    view.setFilter(filter);
    QCOMPARE(view.bar()->note(), QStringLiteral("1 of 22 lines"));
    QCOMPARE(chips(view).size(), 2);
    QCOMPARE(chips(view).at(0)->text(), QStringLiteral("expired, gone"));
    QCOMPARE(view.bar()->findChild<QLineEdit *>()->text(), QStringLiteral("lock"));
    chips(view).at(1)->click();
    QCOMPARE(view.bar()->note(), QStringLiteral("2 of 22 lines"));
    chips(view).at(0)->click();
    QVERIFY(chips(view).isEmpty());
    QCOMPARE(view.model()->rowCount(), 22);

    view.bar()->findChild<QLineEdit *>()->setText(QStringLiteral("expired"));
    QCOMPARE(view.model()->rowCount(), 1);
    QCOMPARE(chips(view).size(), 1);
    view.setKeyFilter(QStringLiteral("lock:4"));
    QCOMPARE(view.model()->rowCount(), 0);
    QVERIFY(view.table()->accessibleDescription().contains(QLatin1String("filter")));
    view.clear();
    QVERIFY(chips(view).isEmpty());
    QVERIFY(
        view.table()->accessibleDescription().contains(QLatin1String("Nothing was seen so far")));
    WatchStatus status = sample::connectedStatus();
    view.setStatus(status);
    QVERIFY(view.table()->accessibleDescription().contains(QLatin1String("Nothing has happened")));
    status.missing = {{"TYPE", MissingPermission::Effect::NoType, {}, {}, {}}};
    view.setStatus(status);
    QVERIFY(view.table()->accessibleDescription().contains(QLatin1String("is not known")));
}

void JournalViewTest::aChosenLineStaysChosenWhenTheFilterChanges()
{
    JournalView view(m_theme);
    view.resize(500, 200);
    view.show();
    view.append(renewals(500), 500);
    view.append({sample::entry(Kind::Expired, "lock:here")}, 501);
    view.append(renewals(500, 500), 1001);
    view.setFilter(only(Kind::Expired));
    view.table()->selectRow(0);
    view.setFilter({});
    QCOMPARE(view.table()->currentIndex().row(), 500);
    QVERIFY(view.table()->viewport()->rect().intersects(
        view.table()->visualRect(view.table()->currentIndex())));
}

// The event loop runs between the slices of a filter, so nothing ever waits for all lines.
void JournalViewTest::filteringManyLinesLetsTheWindowGoOn()
{
    JournalModel model;
    JournalEntry entry = sample::entry(Kind::Renewed, "lock:some:longer:key:of:an:order");
    entry.holder = sample::holder(
        "5bd8b0a4-0c4e-4a6c-9f0e-2f6b1f6d7a11", QStringLiteral("worker.example.com"));
    model.append(std::vector(199'999, entry));
    model.append({sample::entry(Kind::Expired, "lock:last")});
    JournalFilter filter;
    filter.words = QStringLiteral("nowhere-to-be-found or-here");
    int turns = 0;
    qint64 longest = 0;
    QElapsedTimer turn;
    connect(&model, &JournalModel::isFilteringChanged, this, [&] {
        ++turns;
        longest = std::max(longest, turn.restart());
    });
    turn.start();
    model.setFilter(filter);
    QVERIFY(model.isFiltering());
    QTRY_VERIFY(!model.isFiltering());
    qInfo("200,000 lines in %d slices, the longest %lld ms", turns, longest);
    QVERIFY(turns > 1);
    QCOMPARE(model.rowCount(), 0);
    filter = only(Kind::Expired);
    model.setFilter(filter);
    QCOMPARE(model.rowCount(), 1); // the newest lines are looked at first
    model.append({sample::entry(Kind::Expired, "lock:newer")});
    QTRY_VERIFY(!model.isFiltering());
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.entry(0).key, QByteArray("lock:newer"));
}

void JournalViewTest::leaseAndHolderAreVisibleAtTheUsualSize()
{
    JournalView view(m_theme);
    view.resize(470, 160); // its part of a window of 1280 × 720
    view.show();
    JournalEntry entry = sample::entry(Kind::Acquired, "lock:nightly:export:of:all:orders");
    entry.holder = sample::holder(
        "t", QStringLiteral("worker@db1.example.com"), QStringLiteral("1881:7f0011"));
    entry.ttlAfter = Milliseconds(4'983);
    QCOMPARE(journalSentence(entry),
        QStringLiteral("● acquired for 5.0 s by %1").arg(wording::holder(*entry.holder)));
    view.append({entry}, 1);
    const JournalTable *table = view.table();
    const QString cut = journalSentence(entry, 12);
    QVERIFY(cut.startsWith(QStringLiteral("● acquired for 5.0 s by ")));
    QVERIFY(cut.size() <= 24 + 12);
    QVERIFY(table->fontMetrics().horizontalAdvance(cut) < table->columnWidth(JournalModel::What));
    QVERIFY(
        table->columnViewportPosition(JournalModel::What) + table->columnWidth(JournalModel::What)
        <= table->viewport()->width());
    const QString tip =
        table->model()->index(0, JournalModel::Key).data(Qt::ToolTipRole).toString();
    for (const char *part : {"2026-11-20 22:01:07.412 UTC", "lock:nightly:export:of:all:orders",
             "worker@db1.example.com", "1881:7f0011", "5.0 s", "Redisson"})
        QVERIFY2(tip.contains(QLatin1String(part)), qPrintable(tip));
}

void JournalViewTest::aLineLeadsToItsRow()
{
    JournalView view(m_theme);
    view.resize(500, 200);
    view.show();
    view.append(renewals(5), 5);
    view.append({sample::entry(Kind::Unseen, {})}, 6);
    QCoreApplication::processEvents();
    QSignalSpy chosen(&view, &JournalView::itemChosen);
    QSignalSpy time(&view, &JournalView::timeChosen);
    JournalTable *table = view.table();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
        table->visualRect(table->model()->index(1, 1)).center());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.at(0).at(1).toByteArray(), QByteArray("lock:4"));
    QCOMPARE(chosen.at(0).at(2).toBool(), false);
    QVERIFY(time.last().at(0).value<std::optional<JournalFilter::Time>>());
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen.at(1).at(2).toBool(), true);
    table->selectRow(0); // the gap has no row to lead to
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
}

void JournalViewTest::goesToATime()
{
    JournalView view(m_theme);
    auto entries = renewals(100);
    for (std::size_t i = 0; i < entries.size(); ++i)
        entries[i].at += std::chrono::seconds(i);
    view.append(entries, 100);
    view.showTime(entries[42].at + Milliseconds(300));
    QCOMPARE(keyAt(*view.table(), view.table()->currentIndex().row()), QStringLiteral("lock:42"));
}

void JournalViewTest::exportsWhatPassesTheFilterOrAll()
{
    JournalView view(m_theme);
    view.append(renewals(3), 3);
    JournalEntry hostile = sample::entry(Kind::Expired, "=cmd|' /C calc'!A0");
    hostile.holder = sample::holder("a;\"b\"");
    hostile.ttlBefore = Milliseconds(1500);
    hostile.value = 9007199254740992.0; // as near as a double comes
    hostile.largeInteger = 9007199254740993;
    view.append({hostile, sample::entry(Kind::Unseen, {})}, 5);
    view.setFilter(only(Kind::Expired));
    const auto shown =
        view.exportText(JournalView::ExportKind::Csv, false, QStringLiteral("redis://host"));
    const auto all = view.exportText(JournalView::ExportKind::Csv, true, {});
    const auto json =
        view.exportText(JournalView::ExportKind::Json, true, QStringLiteral("redis://host"));
    view.clear(); // what was there is what is written
    QCOMPARE(all().count("\r\n"), 6);
    const QByteArray csv = shown();
    QVERIFY2(csv.startsWith(
                 "at,event,family,key,library,holder,previous,ttlBeforeMs,ttlAfterMs,value,limit,"
                 "confidence,cause,since,primary,node,slots,alert,"
                 "severity,when,sinceIs,end,maybeMissed.since,maybeMissed.until\r\n"
                 "2026-11-20T22:01:07.412Z,expired,lock,"),
        csv.constData());
    QVERIFY(csv.contains("'=cmd|"));
    QVERIFY(!csv.contains(",=cmd"));
    QVERIFY2(csv.contains(",1500,,9007199254740993,,certain,,,,,,,,,,,,\r\n"), csv.constData());

    const QJsonDocument document = QJsonDocument::fromJson(json());
    QCOMPARE(document[u"server"].toString(), QStringLiteral("redis://host"));
    QCOMPARE(document[u"lines"].toInt(), 5);
    const QJsonArray entries = document[u"journal"].toArray();
    QCOMPARE(entries.size(), 5);
    QCOMPARE(entries.at(0)[u"key"].toString(), QStringLiteral("lock:0"));
    QCOMPARE(entries.at(3)[u"key"].toString(), QStringLiteral("=cmd|' /C calc'!A0"));
    QCOMPARE(entries.at(4)[u"event"].toString(), QStringLiteral("unseen"));
}

void JournalViewTest::copiesWhatIsSelected()
{
    JournalView view(m_theme);
    view.append(renewals(5), 5);
    view.table()->selectRow(1);
    QCOMPARE(view.table()->copyText(), QStringLiteral("22:01:07.412\tlock:3\t▲ renewed"));
    view.table()->clearSelection();
    QCOMPARE(view.table()->copyText().count(QLatin1Char('\n')), 4);
}

void JournalViewTest::whatCanBeUsedOfTheHeadIsNeverCut()
{
    QWidget window;
    JournalBar bar(m_theme, &window);
    JournalBar::Counts counts;
    counts.shown = counts.kept = 123'456;
    counts.total = 1'234'567;
    bar.setCounts(counts);
    window.show();
    const auto *head = qobject_cast<QBoxLayout *>(bar.layout())->itemAt(0)->layout();
    const auto labels = bar.findChildren<QLabel *>(QString(), Qt::FindDirectChildrenOnly);
    QCOMPARE(labels.size(), 2); // title and counts
    QList<qsizetype> shown; // labels, from narrow to wide
    for (int width = 900; width > 100; width -= 20) {
        bar.resize(width, bar.sizeHint().height());
        QCoreApplication::processEvents();
        const auto visible = std::count_if(
            labels.begin(), labels.end(), [](const QLabel *label) { return !label->isHidden(); });
        if (!shown.contains(visible))
            shown.prepend(visible);
        if (visible == 0 && head->minimumSize().width() > width)
            break; // there is nothing more to leave out
        int right = 0;
        for (int i = 0; i < head->count(); ++i) {
            const QWidget *part = head->itemAt(i)->widget();
            if (part->isHidden())
                continue;
            QVERIFY2(part->x() >= right, part->metaObject()->className());
            right = part->x() + part->width();
            if (qobject_cast<const QToolButton *>(part))
                QVERIFY(part->width() >= part->sizeHint().width());
        }
        QVERIFY2(right <= width, qPrintable(QString::number(width)));
    }
    QCOMPARE(shown, (QList<qsizetype>{0, 1, 2})); // the one, then the other
}

QTEST_MAIN(JournalViewTest)
#include "tst_journalview.moc"
