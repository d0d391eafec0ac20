#include "labsample.h"
#include "stepsample.h"
#include "tests/support/samples/writtenhistory.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/table/operationsexport.h"
#include "ui/lab/table/operationsmodel.h"
#include "ui/lab/table/operationstable.h"
#include "ui/lab/table/stepsmodel.h"
#include "ui/widgets/tableheader.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

namespace {

void show(OperationsModel &model, const RunPtr &run, int round)
{
    model.setRound(run, round, std::make_shared<const RoundIndex>(run->history, round));
}

// Millions of operations that share one text.
RunPtr longRun(int operations, int clients)
{
    auto run = std::make_shared<Run>();
    const quint32 words = run->history.texts.add("GET stock");
    for (int client = 0; client < clients; ++client)
        run->history.clients.push_back({QByteArray::number(client), "client", 0});
    run->history.operations.reserve(std::size_t(operations));
    for (int i = 0; i < operations; ++i) {
        Operation it;
        it.called = i * 10;
        it.returned = i * 10 + 5;
        it.command = words;
        it.client = quint32(i % clients);
        it.line = 3;
        run->history.operations.push_back(it);
    }
    run->history.rounds.push_back({0, operations * 10});
    return run;
}

} // namespace

class TestOperationsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isAModel();
    void rowsAreTheOperationsOfTheRound();
    void oneClientAlone();
    void rowsAreInTheOrderOfExecution();
    void aLostOperationSaysSo();
    void theFirstColumnCountsInTheOrderOfTheRows();
    void theHeaderSaysWhichOrderItIs();
    void timesAgainstTheOrderSayWhy();
    void stepsAreCountedAndHaveNoTimes();
    void theEffectIsBeforeAndAfter();
    void aSetOfTheSameValueSaysSo();
    void aBucketIsToldByItsTokens();
    void operationsOfALineAreMarked();
    void whoIsWhereIsKnownAtAnyMoment();
    void aMillionRowsAreNotCopied();
    void numbersHaveRoomInTheirColumns();
    void noTitleIsCutByTheEdge();
    void copyingGivesTheRows();
    void showingARowTellsNobody();
    void aRowThatIsSeenStaysSoInLessRoom();
    void theTopRowIsWholeWhereverItIsScrolled();
    void exportsSayTheSame();
};

void TestOperationsModel::isAModel()
{
    OperationsModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const RunPtr run = sample::oversoldRun();
    show(model, run, 0);
    model.setClient(1);
    model.setMarkedLine(12);
    show(model, run, 2);
    model.setClient(none);
    model.setRound(nullptr, 0, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestOperationsModel::rowsAreTheOperationsOfTheRound()
{
    OperationsModel model;
    const RunPtr run = sample::oversoldRun();
    show(model, run, 1);
    const quint32 first = run->history.rounds.at(1).firstOperation;
    QCOMPARE(model.rowCount(), int(run->history.rounds.at(2).firstOperation - first));
    QCOMPARE(model.operation(0), first);
    QCOMPARE(model.rowOf(first + 3), 3);
    QCOMPARE(model.rowOf(0), -1); // of another round
    const auto cell = [&](int column) { return model.index(0, column).data().toString(); };
    QCOMPARE(cell(OperationsModel::Command), u"GET stock"_qs);
    QCOMPARE(cell(OperationsModel::Reply), u"5"_qs);
    QCOMPARE(cell(OperationsModel::Line), u"12"_qs);
    const Operation &operation = run->history.operations.at(first);
    const Moment begin = run->history.rounds.at(1).begin;
    QCOMPARE(cell(OperationsModel::Sent),
        QString::number(double(operation.called - begin) / 1e6, 'f', 3));
    QCOMPARE(cell(OperationsModel::Replied),
        QString::number(double(operation.returned - begin) / 1e6, 'f', 3));
}

void TestOperationsModel::oneClientAlone()
{
    OperationsModel model;
    const RunPtr run = sample::oversoldRun();
    show(model, run, 0);
    const int all = model.rowCount();
    int sum = 0;
    for (quint32 client = 0; client < run->history.clients.size(); ++client) {
        model.setClient(client);
        sum += model.rowCount();
        for (int row = 0; row < model.rowCount(); ++row) {
            QCOMPARE(run->history.operations.at(model.operation(row)).client, client);
            QCOMPARE(model.rowOf(model.operation(row)), row);
        }
    }
    QCOMPARE(sum, all);
}

// Replies overtake each other; what a command found does not.
void TestOperationsModel::rowsAreInTheOrderOfExecution()
{
    auto run = std::make_shared<Run>(*longRun(6, 2));
    const quint32 orders[] = {3, 1, none, 0, 2, none};
    for (std::size_t i = 0; i < 6; ++i)
        run->history.operations[i].order = orders[i];
    run->history.operations[5].returned = never; // lost: nobody knows whether it was executed
    OperationsModel model;
    show(model, run, 0);
    const auto rows = [&model] {
        std::vector<quint32> operations;
        for (int row = 0; row < model.rowCount(); ++row) {
            operations.push_back(model.operation(row));
            if (model.rowOf(operations.back()) != row)
                operations.push_back(none);
        }
        return operations;
    };
    QCOMPARE(rows(), (std::vector<quint32>{3, 1, 2, 4, 0, 5}));
    model.setClient(0);
    QCOMPARE(rows(), (std::vector<quint32>{2, 4, 0}));
    QCOMPARE(model.rowOf(1), -1); // B's, before all of A's
    QCOMPARE(model.rowOf(5), 2); // B's, after all of A's
}

void TestOperationsModel::aLostOperationSaysSo()
{
    auto run = std::make_shared<Run>(*longRun(3, 1));
    run->history.operations.back().returned = never;
    OperationsModel model;
    show(model, run, 0);
    QCOMPARE(model.index(2, OperationsModel::Reply).data().toString(), u"no reply"_qs);
    QVERIFY(model.index(2, 0).data(OperationsModel::IsLostRole).toBool());
    QVERIFY(!model.index(1, 0).data(OperationsModel::IsLostRole).toBool());
    QCOMPARE(model.index(2, OperationsModel::Sent).data().toString(), u"0.000"_qs);
    QCOMPARE(model.index(2, OperationsModel::Replied).data().toString(), QString());
}

// Times within the servers' order run to and fro, which reads like a mistake.
void TestOperationsModel::theFirstColumnCountsInTheOrderOfTheRows()
{
    auto run = std::make_shared<Run>(*longRun(6, 2));
    run->history.orderKind = OrderKind::Exact;
    const quint32 orders[] = {3, 1, 4, 0, 2, none};
    for (std::size_t i = 0; i < 6; ++i)
        run->history.operations[i].order = orders[i];
    run->history.operations[5].returned = never; // lost: nobody knows whether it was executed
    OperationsModel model;
    show(model, run, 0);
    const auto places = [&model] {
        QStringList words;
        for (int row = 0; row < model.rowCount(); ++row)
            words << model.index(row, OperationsModel::Place).data().toString();
        return words.join(u' ');
    };
    QCOMPARE(places(), u"1 2 3 4 5 –"_qs);
    model.setClient(0);
    QCOMPARE(places(), u"3 4 5"_qs); // among all
    const QList<QByteArray> csv = operationsToCsv(*run, 0).split('\n');
    QCOMPARE(csv.at(0).left(27), QByteArray("order,calledMs,returnedMs,c"));
    QCOMPARE(csv.at(1).left(11), QByteArray("1,0.000030,"));
    QCOMPARE(csv.at(6).left(11), QByteArray(",0.000050,,"));
    const QJsonArray json = QJsonDocument::fromJson(operationsToJson(*run, 0)).array();
    QCOMPARE(json.at(1).toObject().value(u"order").toInt(), 2);
    QCOMPARE(json.at(1).toObject().value(u"calledMs").toDouble(), 0.00001);

    run->history.orderKind = OrderKind::Sampled;
    for (Operation &operation : run->history.operations)
        operation.order = none;
    show(model, run, 0);
    model.setClient(none);
    QCOMPARE(places(), u"– – – – – –"_qs); // as in the files
    const QString why = model.index(0, OperationsModel::Place).data(Qt::ToolTipRole).toString();
    QVERIFY2(why.contains(u"order is not known"), qPrintable(why));
    QVERIFY(operationsToCsv(*run, 0).contains("\r\n,0.000000,"));
}

void TestOperationsModel::theHeaderSaysWhichOrderItIs()
{
    OperationsModel model;
    auto run = std::make_shared<Run>(*sample::oversoldRun());
    const auto words = [&](OrderKind order) {
        run->history.orderKind = order;
        show(model, run, 0);
        return model.headerData(OperationsModel::Place, Qt::Horizontal, Qt::ToolTipRole).toString();
    };
    QVERIFY(words(OrderKind::Exact).contains(u"in which the servers executed the commands"));
    QVERIFY(words(OrderKind::Sampled).contains(u"order is not known"));
    QVERIFY(words(OrderKind::Sampled).contains(u"order of the replies"));
    QVERIFY(!model.headerData(OperationsModel::Line, Qt::Horizontal, Qt::ToolTipRole).isValid());
}

// The order is the servers'; the clients' times may run against it.
void TestOperationsModel::timesAgainstTheOrderSayWhy()
{
    WrittenHistory b(3);
    b.history.operations[b.operation(1, 10, 20, "SUBSCRIBE c")].order = 1;
    b.history.operations[b.operation(0, 9, 30, "PUBLISH c x")].order = 0;
    b.history.operations[b.operation(2, 5, 40, "GET k")].order = 2;
    b.operation(2, 4, 50, "GET of no known place");
    OperationsModel model;
    show(model, b.finish(100), 0);
    const auto words = [&](int row) {
        return model.data(model.index(row, OperationsModel::Replied), Qt::ToolTipRole).toString();
    };
    QVERIFY2(!words(0).contains(u'\n'), qPrintable(words(0)));
    QVERIFY2(words(1).contains(u"whose reply arrived later"), qPrintable(words(1)));
    QVERIFY2(words(2).contains(u"sent before the command above"), qPrintable(words(2)));
    QVERIFY2(!words(3).contains(u'\n'), qPrintable(words(3)));
}

void TestOperationsModel::stepsAreCountedAndHaveNoTimes()
{
    Theme theme(qApp);
    const auto shownColumns = [&](QAbstractItemModel &model) {
        const OperationsTable table(&model, &theme);
        QStringList names;
        for (int column = 0; column < model.columnCount(); ++column) {
            if (!table.isColumnHidden(column))
                names << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        }
        return names.join(u'|');
    };
    OperationsModel operations;
    QCOMPARE(shownColumns(operations),
        u"order|sent ms|replied ms|client|command|reply|before → after|line"_qs);
    StepsModel steps;
    QCOMPARE(shownColumns(steps), u"step|client|command|reply|before → after|line"_qs);
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    const SteppedRunPtr run =
        sample::steps(scenario, ExploreOptions::of(*scenario), sample::trace("A1 B1"));
    steps.setRun(run);
    QCOMPARE(steps.index(1, OperationsModel::Place).data().toString(), u"2"_qs);
    QVERIFY(steps.index(1, OperationsModel::Sent).data().toString().isEmpty());
    OperationsTable table(&steps, &theme);
    table.selectRow(1);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    const QStringList cells = QGuiApplication::clipboard()->text().split(u'\t');
    QCOMPARE(cells.size(), 6);
    QCOMPARE(cells.at(0), u"2"_qs);
    QCOMPARE(cells.at(1), steps.index(1, OperationsModel::Client).data().toString());
}

void TestOperationsModel::theEffectIsBeforeAndAfter()
{
    OperationsModel model;
    const RunPtr run = sample::heldRun();
    show(model, run, 0);
    QStringList effects;
    for (int row = 0; row < model.rowCount(); ++row)
        effects << model.index(row, OperationsModel::Effect).data().toString();
    effects.removeAll(QString());
    effects.sort();
    QCOMPARE(effects,
        (QStringList{u"stock 1 → 0"_qs, u"stock 2 → 1"_qs, u"stock 3 → 2"_qs, u"stock 4 → 3"_qs,
            u"stock 5 → 4"_qs}));
}

// Two clients read 98 and write 97: the second one changes nothing.
void TestOperationsModel::aSetOfTheSameValueSaysSo()
{
    auto run = std::make_shared<Run>();
    History &history = run->history;
    history.clients = {{"A", "client", 0}, {"B", "client", 0}};
    history.rounds = {{0, 1000}};
    history.orderKind = OrderKind::Exact;
    const quint32 stock = history.texts.add("stock");
    const auto operation = [&](quint32 client, Moment called, Moment returned, quint32 order,
                               const char *words, const char *reply) {
        Operation it;
        it.called = called;
        it.returned = returned;
        it.command = history.texts.add(words);
        it.reply = history.texts.add(reply);
        it.order = order;
        it.client = client;
        history.operations.push_back(it);
    };
    const auto change = [&](Moment at, quint32 by, qint64 number) {
        KeyChange it;
        it.at = at;
        it.operation = by;
        it.key = stock;
        it.number = number;
        it.exists = it.isNumber = true;
        history.changes.push_back(it);
    };
    change(0, none, 98); // the setup
    operation(0, 10, 50, 0, "SET stock 97", "OK");
    operation(1, 20, 60, 1, "SET stock 97", "OK");
    operation(0, 70, 80, 2, "SET stock 5 NX", "(nil)");
    operation(1, 90, 99, 4, "SET stock 96", "OK"); // was executed after the next one
    operation(0, 90, 100, 3, "SET stock 97", "OK");
    change(30, 0, 97);
    change(95, 3, 96);
    const RoundIndex index(history, 0);
    const RunPtr shown = run;
    QStringList effects;
    for (quint32 number = 0; number < 5; ++number)
        effects << effectWords(shown, index, {}, number);
    QCOMPARE(effects,
        (QStringList{u"stock 98 → 97"_qs, u"stock 97 → 97"_qs, QString(), u"stock 97 → 96"_qs,
            u"stock 97 → 97"_qs}));
    history.orderKind = OrderKind::Sampled; // then nobody knows
    QCOMPARE(effectWords(shown, index, {}, 1), QString());
}

void TestOperationsModel::aBucketIsToldByItsTokens()
{
    WrittenHistory b(1);
    b.scenario.keys = {"bucket", "other"};
    b.scenario.clock = true;
    b.scenario.purposes["bucket"] = {KeyRole::Tokens, Amount{5000, {}}, {}};
    const quint32 first = b.operation(0, 5, 10, "limit-bucket bucket");
    b.event(0, 10, 1'767'225'600'000, first, "admitted");
    b.set("bucket", 9, "5000 1767225600000", first);
    const quint32 second = b.operation(0, 15, 20, "limit-bucket bucket");
    b.set("bucket", 19, "9900 1767225606000", second);
    b.set("other", 19, "5000 1767225606000", second);
    const quint32 third = b.operation(0, 25, 30, "SET bucket gone");
    b.set("bucket", 29, "gone", third);
    OperationsModel model;
    show(model, b.finish(100), 0);
    const auto effect = [&](int row) {
        return model.index(row, OperationsModel::Effect).data().toString();
    };
    QCOMPARE(effect(0), u"bucket – → 1 token at 0 ms"_qs);
    QCOMPARE(effect(1),
        u"bucket 1 token at 0 ms → 1.98 tokens at +6.0 s, other – → 5000 1767225606000"_qs);
    QCOMPARE(effect(2), u"bucket 1.98 tokens at +6.0 s → gone"_qs); // of no known form
}

void TestOperationsModel::operationsOfALineAreMarked()
{
    OperationsModel model;
    show(model, sample::oversoldRun(), 0);
    model.setMarkedLine(14);
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.index(row, 0).data(OperationsModel::IsMarkedRole).toBool(),
            model.index(row, OperationsModel::Command).data().toString().startsWith(u"SET"));
}

void TestOperationsModel::whoIsWhereIsKnownAtAnyMoment()
{
    const RunPtr run = sample::oversoldRun();
    const RoundIndex index(run->history, 0);
    const Round &round = run->history.rounds.at(0);
    QCOMPARE(index.operationAt(round.begin), none);
    for (quint32 client = 0; client < run->history.clients.size(); ++client) {
        const auto own = index.operationsOf(client);
        QCOMPARE(index.presentOperation(client, round.begin), own.front());
        const Operation &first = run->history.operations.at(own.front());
        QCOMPARE(index.presentOperation(client, first.returned - 1), own[0]);
        QCOMPARE(index.presentOperation(client, first.returned), own[1]);
        QCOMPARE(index.presentOperation(client, round.end), none); // it has finished
    }
}

void TestOperationsModel::aMillionRowsAreNotCopied()
{
    const RunPtr run = longRun(1'000'000, 500);
    OperationsModel model;
    show(model, run, 0);
    QCOMPARE(model.rowCount(), 1'000'000);
    QCOMPARE(model.index(999'999, OperationsModel::Client).data().toString(), u"499"_qs);
    Theme theme(qApp);
    OperationsTable table(&model, &theme);
    table.resize(600, 300);
    table.show();
    table.showRow(777'777);
    QCOMPARE(table.currentIndex().row(), 777'777);
    QVERIFY(table.viewport()->rect().intersects(table.visualRect(table.currentIndex())));
    model.setClient(7);
    QCOMPARE(model.rowCount(), 2000);
}

// The last rows have the largest numbers: all of each is to be read.
void TestOperationsModel::numbersHaveRoomInTheirColumns()
{
    auto run = std::make_shared<Run>(*longRun(200'000, 500));
    for (Operation &each : run->history.operations) {
        each.called *= 100'000;
        each.returned *= 100'000;
    }
    run->history.rounds[0].end *= 100'000;
    OperationsModel model;
    show(model, run, 0);
    Theme theme(qApp);
    OperationsTable table(&model, &theme);
    table.resize(640, 300);
    table.show();
    const int last = model.rowCount() - 1;
    for (const int column : {OperationsModel::Place, OperationsModel::Sent,
             OperationsModel::Replied, OperationsModel::Client}) {
        const QString text = model.index(last, column).data().toString();
        QFont font = table.font();
        font.setWeight(QFont::DemiBold);
        QVERIFY2(QFontMetricsF(font).horizontalAdvance(text) < table.columnWidth(column),
            qPrintable(text));
    }
}

// Where there is no room for the lines of the program they are left out, and copied all the same.
void TestOperationsModel::noTitleIsCutByTheEdge()
{
    Theme theme(qApp);
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    StepsModel steps;
    steps.setRun(sample::steps(scenario, ExploreOptions::of(*scenario), sample::trace("A1 B1")));
    OperationsTable table(&steps, &theme);
    table.show();
    const auto *header = static_cast<TableHeader *>(table.horizontalHeader());
    const auto endOf = [header](int column) {
        return header->sectionViewportPosition(column) + header->sectionSize(column);
    };
    int wide = 0;
    int narrow = 0;
    for (int width = 900; width > 0; width -= 10) {
        table.resize(width, 300);
        if (endOf(OperationsModel::Effect) > table.viewport()->width())
            break; // where even the other columns have no room
        if (table.isColumnHidden(OperationsModel::Line)) {
            ++narrow;
            continue;
        }
        ++wide;
        QVERIFY2(
            endOf(OperationsModel::Line) <= table.viewport()->width(), QByteArray::number(width));
        QVERIFY(header->sectionSize(OperationsModel::Line)
            >= header->fontMetrics().horizontalAdvance(u"line"_qs)
                + 2 * sidePadding(QFontMetricsF(header->font())));
    }
    QVERIFY2(wide > 0 && narrow > 0, QByteArray::number(wide));
    table.selectRow(1);
    QCOMPARE(table.selectionAsTsv().split(u'\t').size(), 6);
}

void TestOperationsModel::copyingGivesTheRows()
{
    Theme theme(qApp);
    OperationsModel model;
    show(model, sample::oversoldRun(), 0);
    OperationsTable table(&model, &theme);
    table.selectRow(0);
    QTest::keyClick(&table, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines.at(0).split(u'\t').size(), int(OperationsModel::ColumnCount));
    QCOMPARE(lines.at(0).split(u'\t').at(OperationsModel::Command), u"GET stock"_qs);
}

void TestOperationsModel::showingARowTellsNobody()
{
    Theme theme(qApp);
    OperationsModel model;
    show(model, sample::oversoldRun(), 0);
    OperationsTable table(&model, &theme);
    QSignalSpy chosen(&table, &OperationsTable::rowChosen);
    table.showRow(3);
    QCOMPARE(chosen.size(), 0);
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.at(0).at(0).toInt(), 4);
}

// As when a header above it wraps.
void TestOperationsModel::aRowThatIsSeenStaysSoInLessRoom()
{
    Theme theme(qApp);
    OperationsModel model;
    show(model, sample::oversoldRun(), 0);
    OperationsTable table(&model, &theme);
    const int header = table.horizontalHeader()->sizeHint().height();
    table.resize(600, header + 5 * table.rowHeight(0) + 2);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const auto isWhole = [&] {
        return table.viewport()->rect().contains(table.visualRect(table.currentIndex()));
    };
    table.showRow(4);
    QVERIFY(isWhole());
    table.resize(600, table.height() - table.rowHeight(0));
    QTRY_VERIFY(isWhole());
}

void TestOperationsModel::theTopRowIsWholeWhereverItIsScrolled()
{
    Theme theme(qApp);
    OperationsModel model;
    show(model, sample::oversoldRun(), 0);
    OperationsTable table(&model, &theme);
    const int header = table.horizontalHeader()->sizeHint().height();
    table.resize(600, header + 4 * table.rowHeight(0) + table.rowHeight(0) / 2);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const auto top = [&] { return table.rowViewportPosition(table.rowAt(0)); };
    const int last = model.rowCount() - 1;
    QVERIFY(last > 8);
    for (const int row : {last, 5, last}) {
        table.scrollTo(model.index(row, 0));
        QCOMPARE(top(), 0);
        QVERIFY(table.viewport()->rect().contains(table.visualRect(model.index(row, 0))));
    }
    table.showRow(3);
    table.showRow(last);
    QCOMPARE(top(), 0);
    table.resize(600, table.height() - table.rowHeight(0));
    QTRY_COMPARE(top(), 0);
    table.resize(600, table.height() + 2 * table.rowHeight(0)); // there is less to scroll
    table.resize(600, table.height() - 3);
    QCoreApplication::processEvents();
    QCOMPARE(top(), 0);
}

void TestOperationsModel::exportsSayTheSame()
{
    const RunPtr run = sample::oversoldRun();
    const auto count = int(run->history.rounds.at(1).firstOperation);
    const QByteArray csv = operationsToCsv(*run, 0);
    QCOMPARE(csv.count("\r\n"), count + 1);
    QVERIFY(csv.contains(",SET stock 4,OK,stock: 5 → 4,14\r\n"));
    const QJsonArray json = QJsonDocument::fromJson(operationsToJson(*run, 0)).array();
    QCOMPARE(json.size(), count);
    QCOMPARE(json.at(0).toObject().value(u"command").toString(), u"GET stock"_qs);
    QVERIFY(json.at(0).toObject().value(u"calledMs").toDouble() > 0);
}

QTEST_MAIN(TestOperationsModel)
#include "tst_operationsmodel.moc"
