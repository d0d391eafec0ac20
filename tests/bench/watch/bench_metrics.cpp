// What one scrape costs: the metrics of 100,000 objects, of which as many keys as can have series
// of their own, by a rule behind ten that match nothing. The floor is what copying the finished
// text takes, because it has to be written in any case.
//
// And how many frames a window loses beside scrapes. No window serves metrics: the program that
// does is another one, on the same machine. Here a thread makes the text each second, which also
// shares the allocator with the window. A table of 10,000 locks, some of which change with each
// frame, is drawn offscreen 60 times a second; a frame is lost if it is not drawn when the next one
// is due. The floor is what is lost without scrapes, in rounds between those with them.

#include "core/watch/metrics/keyseries.h"
#include "core/watch/metrics/watchmetrics.h"
#include "sampleitems.h"
#include "tests/bench/figure.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/watch/tables/locksdelegate.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>

#include <atomic>
#include <thread>

using namespace lockstep;

namespace {

constexpr int objects = 100'000;
constexpr int rounds = 21;
constexpr double mostMs = 50;

using Clock = std::chrono::steady_clock;
constexpr std::size_t rowsDrawn = 10'000;
constexpr int changesPerFrame = 83; // 5,000 a second
constexpr int frameRounds = 5; // of each kind
constexpr int framesPerRound = 300;
constexpr auto betweenFrames = std::chrono::nanoseconds(1'000'000'000 / 60);
constexpr auto betweenScrapes = std::chrono::seconds(1); // the shortest at which a text is made

// A table of locks as a window shows them.
class DrawnTable
{
public:
    DrawnTable(Theme *theme, const Snapshot &snapshot)
        : m_items(snapshot.locks->begin(), snapshot.locks->begin() + rowsDrawn)
        , m_model(new LocksModel)
        , m_table(m_model, new LocksDelegate(m_model, theme, nullptr), theme)
    {
        std::sort(m_items.begin(), m_items.end(),
            [](const ItemPtr &a, const ItemPtr &b) { return a->key < b->key; });
        m_table.resize(700, 500);
        m_table.show();
        draw();
    }

    void draw()
    {
        for (int i = 0; i < changesPerFrame; ++i) {
            m_next = (m_next + 7) % m_items.size();
            auto changed = makeItem(*m_items[m_next]);
            ++changed->renewals;
            m_items[m_next] = std::move(changed);
        }
        m_table.setSnapshot(
            std::make_shared<const std::vector<ItemPtr>>(m_items), Instant::clock::now());
        QCoreApplication::processEvents(); // layout and painting
    }

    // Of a round.
    int framesLost()
    {
        int lost = 0;
        auto due = Clock::now();
        for (int frame = 0; frame < framesPerRound; ++frame) {
            due += betweenFrames;
            std::this_thread::sleep_until(due);
            draw();
            for (; Clock::now() > due + betweenFrames; due += betweenFrames)
                ++lost;
        }
        return lost;
    }

private:
    std::vector<ItemPtr> m_items;
    std::size_t m_next = 0;
    LocksModel *m_model;
    ItemTable m_table;
};

void measureFrames(const Snapshot &snapshot, const std::vector<Rule> &rules)
{
    int argc = 0;
    const QApplication application(argc, nullptr);
    Theme theme(qApp);
    DrawnTable table(&theme, snapshot);
    std::vector<double> alone;
    std::vector<double> besideScrapes;
    for (int round = 0; round < frameRounds; ++round) {
        alone.push_back(table.framesLost());
        std::atomic<bool> isOver = false;
        std::thread scraped([&] {
            for (auto next = Clock::now(); !isOver; next += betweenScrapes) {
                std::this_thread::sleep_until(next);
                metricsOf(snapshot, {}, rules, MetricsFormat::OpenMetrics);
            }
        });
        besideScrapes.push_back(table.framesLost());
        isOver = true;
        scraped.join();
        std::fprintf(stderr, "round %d: %.0f frames of %d lost, without scrapes %.0f\n", round,
            besideScrapes.back(), framesPerRound, alone.back());
    }
    const double lost = quantile(besideScrapes, 0.5);
    const double floor = quantile(alone, 0.5);
    print({"frames of 300 that a window loses beside a scrape a second, and without", lost,
        "frames", floor, "value <= floor", lost <= floor});
}

} // namespace

int main()
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const Instant now = Instant::clock::now();
    // Half of them have problems, which metrics do not ask for.
    const Item lock = sample::lock("lock", now, 30);
    const Item immortal = sample::lock("lock", now, {});
    const Item bucket = sample::bucket("limit", now, 5, 5);
    const Item counter = sample::counter("counter", now, 7);
    std::vector<Item> items;
    items.reserve(objects);
    for (int i = 0; i < objects; ++i) {
        items.push_back(i % 6 == 0 ? immortal : i % 3 == 0 ? lock : i % 3 == 1 ? bucket : counter);
        items.back().key += ":order:" + QByteArray::number(i);
    }
    const Snapshot snapshot = sample::snapshot(std::move(items), now);
    std::vector<Rule> rules(11);
    for (std::size_t i = 0; i < rules.size(); ++i)
        rules[i].glob = Glob("other:" + QByteArray::number(qsizetype(i)) + ":*");
    rules.back().glob = Glob("*:order:*");
    rules.back().hasMetrics = true;

    std::vector<double> costs;
    std::vector<double> copies;
    qsizetype bytes = 0;
    for (int round = 0; round < rounds; ++round) {
        QElapsedTimer time;
        time.start();
        const QByteArray text = metricsOf(snapshot, {}, rules, MetricsFormat::OpenMetrics);
        costs.push_back(double(time.nsecsElapsed()) / 1e6);
        time.restart();
        QByteArray copy = text;
        copy.detach();
        copies.push_back(double(time.nsecsElapsed()) / 1e6);
        bytes = copy.size();
        if (copy.count("lockstep_key_held{") != qsizetype(KeySeries::mostKeys)) {
            std::fputs("not all keys have series\n", stderr);
            return 1;
        }
    }
    const double cost = quantile(costs, 0.5);
    print({"metrics of 100,000 objects, beside copying as many bytes", cost, "ms",
        quantile(copies, 0.5), "value <= 50", cost <= mostMs});
    print({"the same, the slowest of 21", quantile(costs, 1), "ms", 0, "", true});
    print({"bytes of these metrics", double(bytes), "bytes", 0, "", true});
    measureFrames(snapshot, rules);
    return 0;
}
