// What 1,000 alert rules cost over 100,000 objects of which 5,000 a second change: the processor
// time that an item store takes with them, less what it takes for the same readings without. That
// is the floor: it has to be paid in any case. Both are fed in turns, a second of readings each,
// and publish twenty times a second; what the alerts want to have read again is read.
//
// Measured twice: where each object is matched by dozens of rules, of which some thousand alerts
// fire, and where no rule matches any. None is left out, for those cost nothing.

#include "core/watch/store/itemstore.h"
#include "tests/bench/figure.h"
#include "tests/support/samples/plainformat.h"

#include <ctime>
#include <random>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int objects = 100'000;
constexpr int groups = 900; // of names; as many rules, and 100 that match a third of all objects
constexpr int rules = 1'000;
constexpr int changesPerSecond = 5'000;
constexpr int publicationsPerSecond = 20;
constexpr int seconds = 30;

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

Family familyOf(int object)
{
    return static_cast<Family>(object % 3);
}

enum class Names : quint8 { Matched, Unmatched };

QByteArray keyOf(int object, Names names = Names::Matched)
{
    static const QByteArray prefixes[2][3] = {
        {"views:", "limit:", "lock:"}, {"users:", "quota:", "mutex:"}};
    return prefixes[int(names)][object % 3] + QByteArray::number(object % groups)
        + ":user:" + QByteArray::number(object);
}

std::vector<AlertRule> makeRules()
{
    static const QStringList conditions[] = {
        {u"value > 990"_s, u"rate > 900/s"_s, u"gone"_s},
        {u"used >= 99%"_s, u"exhausted > 1m"_s, u"immortal"_s},
        {u"held > 5m"_s, u"renewals > 100"_s, u"immortal"_s},
    };
    std::vector<AlertRule> all;
    for (int i = 0; i < rules; ++i) {
        const QByteArray key = keyOf(i % groups);
        AlertRule rule;
        rule.glob = i < groups ? Glob(key.left(key.indexOf(":user:")) + ":*")
                               : Glob(key.left(key.indexOf(':')) + ":*");
        QString expected;
        rule.when = alertConditionFrom(conditions[i % 3][(i / 3) % 3], &expected).value();
        rule.lasts = i % 2 ? 5s : 0s;
        rule.name = u"rule %1"_s.arg(i);
        all.push_back(rule);
    }
    return all;
}

// One store with its load; the same numbers make the same readings.
class Load
{
public:
    Load(const std::vector<AlertRule> &alerts, Names names)
        : m_names(names)
    {
        m_store.shared()->setAlertRules(alerts);
        for (int object = 0; object < objects; ++object) {
            m_store.add({m_formats[object % 3], Confidence::Certain, keyOf(object, m_names), {}},
                ItemStore::Origin::Inventory);
            read(object, 0);
        }
        Snapshot snapshot;
        m_store.publish(snapshot);
    }

    // Returns the processor time that a second of readings took, in seconds.
    double runSecond()
    {
        std::vector<int> changed;
        for (int i = 0; i < changesPerSecond; ++i)
            changed.push_back(int(m_random() % objects));
        const double begin = processorSeconds();
        for (int i = 0; i < changesPerSecond; ++i) {
            read(changed[std::size_t(i)], int(m_random() % 1000));
            m_now += 1s / changesPerSecond;
            if (i % (changesPerSecond / publicationsPerSecond) == 0)
                publish();
        }
        return processorSeconds() - begin;
    }

    [[nodiscard]] std::size_t told() const { return m_told; }
    [[nodiscard]] qint64 leftOut() const { return m_store.shared()->alerts.leftOut(); }

private:
    void read(int object, int number)
    {
        Reading reading;
        reading.ttl = Ttl::until(m_now + 1h);
        reading.value = number;
        if (familyOf(object) == Family::Bucket)
            reading.limit = 1000;
        if (familyOf(object) == Family::Lock)
            reading.holder = Holder{"token-" + QByteArray::number(number % 4), {}, {}, {}, {}};
        m_store.apply(keyOf(object, m_names), reading, m_now);
    }
    void publish()
    {
        const auto due =
            m_store.shared()->alerts.takeDue(m_now, [](const QByteArray &) { return true; });
        for (const QByteArray &key : due)
            m_store.apply(key, m_store.item(key)->reading, m_now);
        Snapshot snapshot;
        m_store.publish(snapshot);
        for (const JournalEntry &entry : snapshot.journal)
            m_told += entry.alert ? 1 : 0;
    }

    const FormatPtr m_formats[3] = {
        plainFormat(Family::Counter), plainFormat(Family::Bucket), plainFormat(Family::Lock)};
    const Names m_names;
    ItemStore m_store;
    std::minstd_rand m_random{1};
    Instant m_now = Instant() + 1000h;
    std::size_t m_told = 0;
};

// Whether alerts were told of where they should be, and none was left out.
bool measure(const char *name, Names names)
{
    Load with(makeRules(), names);
    Load without({}, names);
    std::vector<double> costs;
    std::vector<double> floors;
    for (int second = 0; second < seconds; ++second) {
        const double floor = without.runSecond();
        costs.push_back(100 * (with.runSecond() - floor));
        floors.push_back(100 * floor);
    }
    const double cost = quantile(costs, 0.5);
    print({name, cost, "% of a processor", quantile(floors, 0.5), "value <= 5", cost <= 5});
    return (with.told() > 0) == (names == Names::Matched) && with.leftOut() == 0;
}

} // namespace

int main()
{
    const bool isMatched =
        measure("alerts: 1,000 rules, 100,000 objects, 5,000 changes a second", Names::Matched);
    const bool isUnmatched =
        measure("alerts: 1,000 rules that match none of 100,000 objects, 5,000 changes a second",
            Names::Unmatched);
    return isMatched && isUnmatched ? 0 : 1;
}
