// What one scrape costs: the metrics of 100,000 objects, of which as many keys as can have series
// of their own, by a rule behind ten that match nothing. The floor is what copying the finished
// text takes, because it has to be written in any case.

#include "core/watch/metrics/keyseries.h"
#include "core/watch/metrics/watchmetrics.h"
#include "figure.h"
#include "sampleitems.h"

#include <QElapsedTimer>

using namespace lockstep;

namespace {

constexpr int objects = 100'000;
constexpr int rounds = 21;
constexpr double mostMs = 50;

} // namespace

int main()
{
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
    return 0;
}
