// What showing 10,000 rows that change 5,000 times a second costs the GUI thread, against a bare
// QTableView that is told of the same changes. Both views have one size, show the same number of
// rows, columns and characters, and get 60 updates a second; the time is the thread's own processor
// time, so other load on the machine does not count.
//
// The floor's model does nothing but hand out prepared strings and emit dataChanged for the rows
// that changed, and layoutChanged where our rows move. Ours gets whole snapshots, finds out by
// itself and sorts. Rounds alternate; the median of each is compared.
//
// And how long a window with 1,000,000 rows does not answer while they are filtered and sorted: the
// longest turn of the thread's event loop, against the tenth of a second that nobody feels. And
// what that window takes of a core while nothing but time passes.

#include "core/watch/formats/formatdata.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/watch/tables/locksdelegate.h"
#include "ui/widgets/theme.h"

#include <QAbstractTableModel>
#include <QApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QRandomGenerator>
#include <QTableView>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>

using namespace lockstep;
using std::chrono::milliseconds;

namespace {

constexpr int rows = 10'000;
constexpr int framesPerSecond = 60;
constexpr int changesPerFrame = 5000 / framesPerSecond;
constexpr int framesPerRound = 180;
constexpr int rounds = 5;

class PlainModel : public QAbstractTableModel
{
public:
    PlainModel()
    {
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < LocksModel::ColumnCount; ++column)
                m_cells << QStringLiteral("lock:order:%1").arg(row);
        }
    }

    void change(const std::vector<int> &changed)
    {
        for (const int row : changed) {
            m_cells[row * LocksModel::ColumnCount + LocksModel::TimeColumn].setNum(row);
            Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
        }
    }

    void changeAndMove(const std::vector<int> &changed)
    {
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        change(changed);
        Q_EMIT layoutChanged({}, VerticalSortHint);
    }

    [[nodiscard]] int rowCount(const QModelIndex & = {}) const override { return rows; }
    [[nodiscard]] int columnCount(const QModelIndex & = {}) const override
    {
        return LocksModel::ColumnCount;
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        if (role != Qt::DisplayRole)
            return {};
        return m_cells[index.row() * LocksModel::ColumnCount + index.column()];
    }

private:
    QStringList m_cells;
};

ItemPtr makeLock(int number, Instant now, quint32 chance)
{
    static const FormatPtr format = [] {
        FormatData data;
        data.library = QStringLiteral("Redisson");
        data.kind = QStringLiteral("lock");
        data.family = Family::Lock;
        return FormatPtr(new Format(std::make_shared<const FormatData>(std::move(data))));
    }();
    auto item = makeItem();
    item->key = "lock:order:" + QByteArray::number(10'000 + number);
    item->format = format;
    item->firstSeen = now - milliseconds(4000);
    item->reading.holder.emplace().token = "285475da-8a77-4c34-b8f9-52a5d1a6d1e9";
    item->reading.value = 1;
    item->reading.ttl = Ttl::until(now + milliseconds(3000 + chance % 27'000));
    item->longestLease = 30'000;
    item->renewals = int(chance % 3);
    return item;
}

qint64 threadNanoseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

// Processor time of this thread for one round, in ms a second. prepare is not counted.
double measure(const std::function<void()> &prepare, const std::function<void()> &frame)
{
    qint64 spent = 0;
    for (int i = 0; i < framesPerRound; ++i) {
        prepare();
        const qint64 before = threadNanoseconds();
        frame();
        QCoreApplication::processEvents(); // layout and painting
        spent += threadNanoseconds() - before;
    }
    return double(spent) / 1e6 / framesPerRound * framesPerSecond;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

void print(const char *figure, double value, double floor)
{
    const double ratio = value / floor;
    std::printf("{\"figure\":\"%s\",\"value\":%.2f,\"unit\":\"ms/s\",\"floor\":%.2f,"
                "\"ratio\":%.2f,\"target\":1.5,\"holds\":%s}\n",
        figure, value, floor, ratio, ratio <= 1.5 ? "true" : "false");
    std::fflush(stdout);
}

class Bench
{
public:
    Bench()
    {
        for (int i = 0; i < rows; ++i)
            m_items.push_back(makeLock(i, m_now, m_random.generate()));
        m_bare.setModel(&m_plain);
        m_bare.verticalHeader()->hide();
        m_bare.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        m_bare.resize(700, 500);
        m_bare.show();
    }

    void run(Theme *theme, int sortColumn, const char *figure, bool isGrouped = false)
    {
        auto *model = new LocksModel;
        ItemTable table(model, new LocksDelegate(model, theme, nullptr), theme);
        table.sortByColumn(sortColumn, Qt::AscendingOrder);
        table.resize(700, 500);
        table.show();
        publish();
        table.setSnapshot(m_published, m_now);
        table.setGrouped(isGrouped);
        m_bare.verticalHeader()->setDefaultSectionSize(
            table.verticalHeader()->defaultSectionSize());
        QCoreApplication::processEvents();
        std::vector<double> ours, floors;
        for (int round = 0; round < rounds; ++round) {
            floors.push_back(measure([this] { chooseRows(); },
                [&] {
                    if (sortColumn == LocksModel::KeyColumn)
                        m_plain.change(m_chosen);
                    else
                        m_plain.changeAndMove(m_chosen);
                }));
            ours.push_back(measure(
                [this] {
                    chooseRows();
                    for (const int row : m_chosen)
                        m_items[size_t(row)] = makeLock(row, m_now, m_random.generate());
                    publish();
                },
                [&] { table.setSnapshot(m_published, m_now); }));
        }
        print(figure, median(ours), median(floors));
    }

private:
    void chooseRows()
    {
        m_chosen.clear();
        for (int i = 0; i < changesPerFrame; ++i)
            m_chosen.push_back(m_random.bounded(rows));
        m_now += milliseconds(1000 / framesPerSecond);
    }

    void publish() { m_published = std::make_shared<const std::vector<ItemPtr>>(m_items); }

    QRandomGenerator m_random{1};
    Instant m_now = std::chrono::steady_clock::now();
    PlainModel m_plain;
    QTableView m_bare;
    std::vector<ItemPtr> m_items;
    std::vector<int> m_chosen;
    Snapshot::Items m_published;
};

} // namespace

namespace {

constexpr int manyRows = 1'000'000;
constexpr double unfelt = 100; // ms
constexpr int framesAtRest = 50;
constexpr auto betweenFramesAtRest = milliseconds(200);
constexpr double tenthOfACore = 100; // ms a second

// The longest turn until what was begun is done, in ms.
double longestTurn(const std::function<bool()> &isArranging, const std::function<void()> &begin)
{
    QElapsedTimer turn;
    turn.start();
    begin();
    double longest = double(turn.nsecsElapsed()) / 1e6;
    bool done = false;
    while (!done) {
        done = !isArranging(); // and once more, for what that makes to be painted
        turn.start();
        QCoreApplication::processEvents();
        longest = std::max(longest, double(turn.nsecsElapsed()) / 1e6);
    }
    return longest;
}

void benchManyRows(Theme *theme)
{
    QRandomGenerator random(2);
    const Instant now = std::chrono::steady_clock::now();
    std::vector<ItemPtr> items;
    for (int i = 0; i < manyRows; ++i)
        items.push_back(makeLock(i, now, random.generate()));
    std::sort(items.begin(), items.end(),
        [](const ItemPtr &a, const ItemPtr &b) { return a->key < b->key; });
    auto *model = new LocksModel;
    ItemTable table(model, new LocksDelegate(model, theme, nullptr), theme);
    table.resize(700, 500);
    table.show();
    const auto published = std::make_shared<const std::vector<ItemPtr>>(std::move(items));
    const auto longestOf = [&](const std::function<void()> &begin) {
        return longestTurn([&table] { return table.isArranging(); }, begin);
    };
    const auto print = [](const char *what, double value) {
        std::printf("{\"figure\":\"longest turn, 1000000 rows, %s\",\"value\":%.1f,"
                    "\"unit\":\"ms\",\"floor\":%.0f,\"ratio\":%.2f,\"target\":1,\"holds\":%s}\n",
            what, value, unfelt, value / unfelt, value <= unfelt ? "true" : "false");
        std::fflush(stdout);
    };
    print("shown first", longestOf([&] { table.setSnapshot(published, now); }));
    const auto before = threadNanoseconds();
    for (int i = 0; i < framesAtRest; ++i) {
        table.setSnapshot(published, now + i * betweenFramesAtRest);
        QCoreApplication::processEvents();
    }
    const double used = double(threadNanoseconds() - before) / 1e6
        / std::chrono::duration<double>(framesAtRest * betweenFramesAtRest).count();
    std::printf("{\"figure\":\"gui thread, 1000000 rows, only time passes\",\"value\":%.1f,"
                "\"unit\":\"ms/s\",\"floor\":%.0f,\"ratio\":%.2f,\"target\":1,\"holds\":%s}\n",
        used, tenthOfACore, used / tenthOfACore, used <= tenthOfACore ? "true" : "false");
    print("filtered", longestOf([&] { table.setFilter(ItemFilter(u"*77*"_qs)); }));
    print("no longer filtered", longestOf([&] { table.setFilter({}); }));
    print("sorted by time left",
        longestOf([&] { table.sortByColumn(LocksModel::TimeColumn, Qt::AscendingOrder); }));
    print("grouped", longestOf([&] { table.setGrouped(true); }));
    print("unfolded", longestOf([&] { table.selectKey("lock:order:500000"); }));
    print("no longer grouped", longestOf([&] { table.setGrouped(false); }));
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Theme theme(&application);
    theme.setChoice(Theme::Choice::Light);
    Bench bench;
    bench.run(
        &theme, LocksModel::KeyColumn, "gui thread, 10000 rows, 5000 changes/s, sorted by key");
    bench.run(&theme, LocksModel::TimeColumn,
        "gui thread, 10000 rows, 5000 changes/s, sorted by time left, every change moves its row");
    bench.run(&theme, LocksModel::TimeColumn,
        "gui thread, 10000 rows in one group, 5000 changes/s, sorted by time left", true);
    benchManyRows(&theme);
    return 0;
}
