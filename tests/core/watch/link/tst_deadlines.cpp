#include "core/watch/reading/deadlines.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>

using namespace lockstep;

// Deadlines against the plainest model there is, a map that is searched.
class TestDeadlines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutDeadlinesNothingIsDue();
    void aKeyIsDueAtItsLatestDeadlineOnly();
    void aDeadlineThatIsMovedDownIsNotMissed();
    void agreesWithAPlainSearchUnderRandomOperations();
};

namespace {

Instant at(int milliseconds)
{
    return Instant() + Milliseconds(milliseconds);
}

using Keys = std::vector<QByteArray>;

} // namespace

void TestDeadlines::withoutDeadlinesNothingIsDue()
{
    Deadlines deadlines;
    QVERIFY(!deadlines.next());
    QVERIFY(deadlines.takeDue(at(1'000'000)).empty());
    deadlines.set("a", at(5));
    deadlines.clear();
    QVERIFY(!deadlines.next());
    QVERIFY(deadlines.takeDue(at(1'000'000)).empty());
}

void TestDeadlines::aKeyIsDueAtItsLatestDeadlineOnly()
{
    Deadlines deadlines;
    deadlines.set("a", at(10));
    deadlines.set("a", at(20));
    QCOMPARE(deadlines.takeDue(at(19)), Keys());
    QCOMPARE(deadlines.next(), std::optional(at(20)));
    QCOMPARE(deadlines.takeDue(at(20)), Keys{"a"});
    QCOMPARE(deadlines.takeDue(at(1000)), Keys());
}

void TestDeadlines::aDeadlineThatIsMovedDownIsNotMissed()
{
    Deadlines deadlines;
    deadlines.set("a", at(100));
    deadlines.set("a", at(10));
    QCOMPARE(deadlines.next(), std::optional(at(10)));
    QCOMPARE(deadlines.takeDue(at(10)), Keys{"a"});
    QCOMPARE(deadlines.takeDue(at(100)), Keys());
}

void TestDeadlines::agreesWithAPlainSearchUnderRandomOperations()
{
    const auto seed = std::random_device()();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const auto below = [&](int limit) {
        return std::uniform_int_distribution<int>(0, limit - 1)(random);
    };

    Deadlines deadlines;
    std::map<QByteArray, Instant> model;
    int now = 0;
    for (int step = 0; step < 20'000; ++step) {
        const auto key = QByteArray::number(below(20));
        if (const int choice = below(10); choice < 5) {
            const auto deadline = at(now + below(50));
            deadlines.set(key, deadline);
            model[key] = deadline;
        } else if (choice < 7) {
            deadlines.remove(key);
            model.erase(key);
        } else {
            now += below(15);
            Keys expected;
            for (const auto &[name, deadline] : model) {
                if (deadline <= at(now))
                    expected.push_back(name);
            }
            std::erase_if(model, [&](const auto &entry) { return entry.second <= at(now); });
            Keys due = deadlines.takeDue(at(now));
            std::sort(due.begin(), due.end());
            QCOMPARE(due, expected);
        }
        const auto soonest = std::min_element(model.begin(), model.end(),
            [](const auto &a, const auto &b) { return a.second < b.second; });
        if (soonest != model.end()) {
            QVERIFY(deadlines.next());
            QVERIFY(*deadlines.next() <= soonest->second);
        }
    }
}

QTEST_GUILESS_MAIN(TestDeadlines)
#include "tst_deadlines.moc"
