#include "sampleitems.h"
#include "tests/support/patience.h"
#include "ui/theme.h"
#include "ui/watch/journalmodel.h"
#include "ui/watch/journalsentence.h"
#include "ui/watch/journalview.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QScrollBar>
#include <QSet>
#include <QTableView>
#include <QTest>

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

QString keyAt(const QTableView &table, int row)
{
    return table.model()->index(row, JournalModel::Key).data().toString();
}

} // namespace

class JournalViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = new Theme(qApp); }
    void everyKindHasItsSentence();
    void tellsRenewalsAndHandOversInWords();
    void theNewestIsOnTop();
    void keepsTheLastTenThousand();
    void selectionAndPlaceSurviveNewEntries();
    void followsTheNewestWhileItIsShown();
    void filtersByKeyAndKind();
    void copiesWhatIsSelected();

private:
    Theme *m_theme = nullptr;
};

void JournalViewTest::everyKindHasItsSentence()
{
    QSet<QString> sentences;
    for (int kind = 0; kind <= static_cast<int>(Kind::Unseen); ++kind) {
        JournalEntry entry = sample::entry(static_cast<Kind>(kind), "k");
        entry.family = Family::Lock;
        sentences.insert(journalSentence(entry));
    }
    QCOMPARE(sentences.size(), 9);
}

void JournalViewTest::tellsRenewalsAndHandOversInWords()
{
    JournalEntry entry = sample::entry(Kind::Renewed, "k");
    entry.ttlBefore = Milliseconds(20'000);
    entry.ttlAfter = Milliseconds(30'000);
    QCOMPARE(journalSentence(entry), QStringLiteral("▲ renewed, 20.0 s → 30.0 s"));
    entry.kind = Kind::HandedOver;
    entry.previous = sample::holder("a", QStringLiteral("web-1"), QStringLiteral("7"));
    entry.holder = sample::holder("b", QStringLiteral("web-2"), QStringLiteral("9"));
    QVERIFY(journalSentence(entry).contains(QStringLiteral("web-1:7 → web-2:9")));
    entry.kind = Kind::Exhausted;
    entry.value = 11;
    entry.limit = 10;
    QVERIFY(journalSentence(entry).contains(QLatin1String("11 of 10")));
    QCOMPARE(journalTime(entry), QStringLiteral("22:01:07.412"));
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

void JournalViewTest::keepsTheLastTenThousand()
{
    JournalModel model;
    const QAbstractItemModelTester tester(&model);
    model.append(renewals(9'000));
    model.append(renewals(3'000, 9'000));
    QCOMPARE(model.rowCount(), 10'000);
    QCOMPARE(model.entry(0).key, QByteArray("lock:11999"));
    QCOMPARE(model.entry(9'999).key, QByteArray("lock:2000"));
    model.append(renewals(25'000));
    QCOMPARE(model.rowCount(), 10'000);
    QCOMPARE(model.entry(0).key, QByteArray("lock:24999"));
}

void JournalViewTest::selectionAndPlaceSurviveNewEntries()
{
    JournalView view(m_theme);
    view.resize(500, 200);
    view.show();
    view.append(renewals(200), 200);
    QCoreApplication::processEvents();
    QTableView *table = view.table();
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

void JournalViewTest::filtersByKeyAndKind()
{
    JournalView view(m_theme);
    view.append(renewals(20), 20);
    view.append({sample::entry(Kind::Expired, "lock:3"), sample::entry(Kind::Unseen, {})}, 22);
    view.setFilter(QStringLiteral("lock:3*"));
    QCOMPARE(
        view.table()->model()->rowCount(), 3); // renewed, expired, and the gap that concerns all
    view.setKind(Kind::Expired);
    QCOMPARE(view.table()->model()->rowCount(), 1);
    view.setKind({});
    view.setFilter({});
    QCOMPARE(view.table()->model()->rowCount(), 22);
}

void JournalViewTest::copiesWhatIsSelected()
{
    JournalView view(m_theme);
    view.append(renewals(5), 5);
    view.table()->selectRow(1);
    QCOMPARE(view.copyText(), QStringLiteral("22:01:07.412\tlock:3\t▲ renewed"));
    view.table()->clearSelection();
    QCOMPARE(view.copyText().count(QLatin1Char('\n')), 4);
}

QTEST_MAIN(JournalViewTest)
#include "tst_journalview.moc"
