#include "realitycheck.h"

#include "core/lab/loader/scenariofile.h"
#include "tests/server/lab/exploring.h"

#include <thread>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int workers = 12; // rounds are mostly waited for
constexpr int mostChecks = 16; // of one scenario
constexpr int mostCrashes = 2; // rounds with more of them are not compared
constexpr int mostShrunk = 10; // differences
constexpr qint64 mostMemory = qint64(300) << 20; // of an exploration; one that is larger is skipped
constexpr auto longestExploration = std::chrono::seconds(8); // likewise
constexpr int tellEvery = 100; // programs, where there are very many

const std::vector<Conditions> usualConditions{{"at full speed", 20},
    {"with a slow network and pauses", 20, 4, 0.1, 0, true},
    {"with a slow network and crashes", 16, 4, 0, 0.2}};

RunOptions runOptions(const Scenario &scenario, const Conditions &conditions, quint64 seed)
{
    RunOptions options = RunOptions::of(scenario);
    options.rounds = conditions.rounds;
    options.seed = seed * 10 + 1;
    options.delay = milliseconds(conditions.delayMs);
    options.pause.probability = conditions.pause;
    options.crash.probability = conditions.crash;
    options.exactOrder = conditions.exactOrder;
    options.roundLimit = milliseconds(1500);
    return options;
}

// Nobody has sent anything, or somebody waits while a key has a deadline: then the free run ends,
// since nothing that is awaited can come, but in steps time goes on. Or an await was taken for over
// because its key was written twice with the value it had, which a run says, and steps do not do.
bool isNoEnd(const FreeRounds::Round &round)
{
    return round.isCutOff || round.isIdle || round.hasGuessedWait
        || (round.isStuck && round.outcome.contains(" ttl"));
}

// How often what struck in a round.
struct Faults
{
    int crashes = 0;
    int restarts = 0;

    auto operator<=>(const Faults &) const = default;
};

// What a program showed in rounds with the same faults.
struct Seen
{
    std::map<QByteArray, Missing> outcomes;
    std::map<int, Missing> checks; // by their place

    [[nodiscard]] bool isEmpty() const { return outcomes.empty() && checks.empty(); }
};

class Comparing
{
public:
    Comparing(const RandomProgram &program, qint64 mostTransitions)
        : m_program(program)
        , m_mostTransitions(mostTransitions)
    {
    }

    Comparison compare(FreeRounds &rounds, const std::vector<Conditions> &conditions)
    {
        const auto read = scenarioFromText(m_program.source(), u"random.lua"_s);
        if (!read) {
            m_result.failure = read.error().detail;
            return m_result;
        }
        for (size_t i = 0; i < conditions.size() && m_result.failure.isEmpty(); ++i) {
            play(rounds, *read, conditions[i], int(i));
        }
        for (const auto &[faults, seen] : m_seen) {
            if (m_result.failure.isEmpty() && !m_result.isTooLarge)
                explore(faults, seen);
        }
        return m_result;
    }

private:
    void play(
        FreeRounds &rounds, const ScenarioPtr &scenario, const Conditions &conditions, int which)
    {
        RunOptions options = runOptions(*scenario, conditions, m_program.seed * 8 + quint64(which));
        options.pauseLength = milliseconds(2 * m_program.duration);
        if (m_program.has(RandomProgram::Restarts))
            options.restartAfter = milliseconds(m_program.duration);
        const auto shown = rounds.play(scenario, options);
        if (!shown || !shown->run->mistake.isEmpty()) {
            m_result.failure = shown ? shown->run->mistake : shown.error().detail;
            return;
        }
        for (const FreeRounds::Round &each : shown->rounds) {
            if (isNoEnd(each) || each.crashes > mostCrashes)
                continue;
            ++m_result.rounds;
            const Faults faults{each.crashes, each.restarts};
            note(m_seen[faults].outcomes[each.outcome], each.outcome, conditions, faults, 1);
        }
        const std::vector<CheckResult> &results = shown->run->results;
        for (size_t i = 0; i < results.size(); ++i) {
            const CheckResult &result = results[i];
            const QByteArray &words = result.check.words;
            Verdicts &verdicts = m_result.verdicts[words.left(words.indexOf('('))];
            verdicts.all += int(shown->rounds.size());
            verdicts.possible += result.possibleRounds;
            const bool isViolated = result.outcome == CheckOutcome::Violated;
            if (!isViolated
                && !(result.outcome == CheckOutcome::Possible && isPromised(result, conditions)))
                continue;
            const FreeRounds::Round &round = shown->rounds[size_t(result.first->round)];
            const Faults faults{round.crashes, round.restarts};
            if (faults.crashes <= mostCrashes && !isNoEnd(round))
                note(m_seen[faults].checks[int(i)],
                    (isViolated ? "" : "possibly ") + result.check.words, conditions, faults,
                    isViolated ? result.violatedRounds : result.possibleRounds);
        }
    }

    // Whether what cannot be excluded of the check is an interleaving: of who is inside, the
    // earliest moments can all be true. A function may ask for keys as well, and where these are
    // only looked at, one that is gone after the end may have been deleted or have expired.
    [[nodiscard]] static bool isPromised(const CheckResult &result, const Conditions &conditions)
    {
        return result.check.kind == Check::Kind::HoldersAtMost
            || (result.check.kind == Check::Kind::Function && conditions.exactOrder);
    }

    static void note(Missing &seen, const QByteArray &what, const Conditions &conditions,
        Faults faults, int rounds)
    {
        seen.what = what;
        seen.conditions = conditions;
        seen.crashes = faults.crashes;
        seen.restarts = faults.restarts;
        seen.rounds += rounds;
    }

    void explore(Faults faults, const Seen &seen)
    {
        const int checks = int(m_program.always.size() + m_program.finally.size());
        Seen some{{}, seen.checks};
        for (const auto &[text, each] : seen.outcomes) {
            some.outcomes.emplace(text, each);
            if (int(some.outcomes.size()) == mostChecks - checks)
                compare(faults, std::exchange(some, {}));
        }
        if (!some.outcomes.empty() || !some.checks.empty())
            compare(faults, some);
    }

    // Exploring leaves out, and says so, that time passes between the commands that set two
    // deadlines. The setup's follow each other at once, unless the machine stands still.
    void compare(Faults faults, const Seen &seen)
    {
        m_result.outcomes += int(seen.outcomes.size());
        Seen missing = notFound(m_program, faults, seen);
        if (!missing.isEmpty())
            missing = notFound(m_program.withTimeInSetup(), faults, missing);
        for (const auto &[text, each] : missing.outcomes)
            add(each);
        for (const auto &[place, each] : missing.checks)
            add(each);
    }

    // At full speed more commands fit into the millisecond in which a key is due than steps let
    // pass; at any speed they do where two deadlines are apart in reality that are one instant to
    // exploring. Whose moment a key was given is not known where several deadlines are at that
    // instant. A message may be under way when the time of whoever waits for it is over. A deadline
    // that is set again as long before its end is a greater one a millisecond later. Exploring says
    // so where it comes to one of these.
    void add(const Missing &missing)
    {
        const auto isNamed = [&named = missing.unexplored](Unexplored what) {
            return std::find(named.begin(), named.end(), what) != named.end();
        };
        const bool areLeasesApart = isNamed(Unexplored::TimeBetweenLeases);
        const bool isLeftOut = (isNamed(Unexplored::CommandsAtDeadline)
                                   && (missing.conditions.delayMs == 0 || areLeasesApart))
            || (m_program.givesMoments() && areLeasesApart)
            || (m_program.receivesInTime() && isNamed(Unexplored::LateMessages))
            || (m_program.tellsOfGreaterDeadlines() && isNamed(Unexplored::TimesBetweenDeadlines));
        if (isLeftOut)
            ++m_result.leftOut;
        else
            m_result.missing.push_back(missing);
    }

    // What of it exploring the program does not find.
    Seen notFound(const RandomProgram &program, Faults faults, const Seen &seen)
    {
        QList<QByteArray> texts;
        for (const auto &[text, each] : seen.outcomes)
            texts << text;
        const auto scenario = scenarioFromText(program.source(texts), u"random.lua"_s);
        if (!scenario) {
            m_result.failure = scenario.error().detail;
            return {};
        }
        const QString bounds =
            u"T=%1 X=%2 N=%3"_s.arg(program.deadlines()).arg(faults.crashes).arg(faults.restarts);
        const auto found =
            exploredIfSmall(*scenario, optionsOf(**scenario, bounds), m_mostTransitions);
        if (!found || !*found) {
            m_result.failure = found ? QString() : found.error().detail;
            m_result.isTooLarge = bool(found);
            return {};
        }
        const std::vector<CheckFinding> &findings = (*found)->checks;
        const auto isFound = [&](size_t place) {
            return findings[place].verdict == CheckOutcome::Violated;
        };
        QByteArray where = "in none of " + (*found)->interleavings + " interleavings, "
            + (*found)->undecided + " of them undecided, with " + bounds.toUtf8();
        for (const Unexplored each : (*found)->unexplored)
            where += QByteArray(", not explored: ") + allUnexplored.at(size_t(each)).name;
        const auto withWhere = [&](Missing each) {
            each.found = where;
            each.unexplored = (*found)->unexplored;
            return each;
        };
        Seen missing;
        size_t place = findings.size() - seen.outcomes.size();
        for (const auto &[text, each] : seen.outcomes) {
            if (!isFound(place++))
                missing.outcomes.emplace(text, withWhere(each));
        }
        for (const auto &[check, each] : seen.checks) {
            if (!isFound(size_t(check)))
                missing.checks.emplace(check, withWhere(each));
        }
        return missing;
    }

    const RandomProgram &m_program;
    const qint64 m_mostTransitions;
    std::map<Faults, Seen> m_seen;
    Comparison m_result;
};

} // namespace

Result<std::optional<Exploration>> exploredIfSmall(
    const ScenarioPtr &scenario, ExploreOptions options, qint64 mostTransitions)
{
    options.memoryLimit = mostMemory;
    Explorer explorer(scenario, std::move(options));
    const auto begun = Clock::now();
    auto found = explorer.explore([&](const ExploreProgress &progress) {
        if (progress.transitions > mostTransitions || Clock::now() - begun > longestExploration)
            explorer.cancel();
    });
    if (!found)
        return tl::unexpected(found.error());
    if (found->endedEarly())
        return std::optional<Exploration>();
    return std::optional(std::move(*found));
}

Comparison compared(FreeRounds &rounds, const RandomProgram &program,
    const std::vector<Conditions> &conditions, qint64 mostTransitions)
{
    return Comparing(program, mostTransitions).compare(rounds, conditions);
}

namespace {

// The smallest program, by removing one thing after another, that still shows such a difference.
std::pair<RandomProgram, Missing> shrunk(FreeRounds &rounds, RandomProgram program, Missing missing)
{
    constexpr int mostAttempts = 60;
    constexpr int moreRounds = 4; // times as many: what is rare must not get lost
    Conditions conditions = missing.conditions;
    conditions.rounds *= moreRounds;
    int attempts = 0;
    for (bool isSmaller = true; isSmaller;) {
        isSmaller = false;
        for (RandomProgram &less : program.reductions()) {
            if (++attempts > mostAttempts)
                return {program, missing};
            const Comparison result = compared(rounds, less, {conditions});
            if (result.missing.empty())
                continue;
            missing = result.missing.front();
            program = std::move(less);
            isSmaller = true;
            break;
        }
    }
    return {program, missing};
}

} // namespace

RealityCheck::RealityCheck(quint64 firstSeed, int count, quint8 traits, qint64 mostTransitions)
    : m_firstSeed(firstSeed)
    , m_count(count)
    , m_traits(traits)
    , m_mostTransitions(mostTransitions)
    , m_toBeShrunk(mostShrunk)
{
}

void RealityCheck::run()
{
    const FreeRounds::Names names{
        RandomProgram::keys(), RandomProgram::events(), RandomProgram::counts()};
    std::vector<std::unique_ptr<FreeRounds>> places;
    std::vector<std::thread> threads;
    for (int i = 0; i < workers; ++i)
        places.push_back(std::make_unique<FreeRounds>(names));
    for (int i = 0; i < workers; ++i)
        threads.emplace_back([this, &place = *places[size_t(i)]] { work(place); });
    for (std::thread &each : threads)
        each.join();
}

void RealityCheck::work(FreeRounds &place)
{
    for (int i = m_next++; i < m_count; i = m_next++) {
        const RandomProgram program = randomProgram(m_firstSeed + quint64(i), m_traits);
        const Comparison result = compared(place, program, usualConditions, m_mostTransitions);
        bool isToBeShrunk = false;
        {
            const std::lock_guard lock(m_lock);
            add(program, result);
            isToBeShrunk = !result.missing.empty() && m_toBeShrunk-- > 0;
        }
        if (!result.missing.empty())
            tell(place, program, result.missing.front(), isToBeShrunk);
    }
}

void RealityCheck::add(const RandomProgram &program, const Comparison &result)
{
    if (!result.failure.isEmpty()) {
        ++failures;
        qInfo("seed %llu cannot be compared: %s\n%s", program.seed, qPrintable(result.failure),
            program.source().constData());
    }
    programs += result.failure.isEmpty() && result.outcomes > 0;
    tooLarge += result.isTooLarge;
    rounds += result.rounds;
    outcomes += result.outcomes;
    for (const auto &[kind, each] : result.verdicts) {
        verdicts[kind].all += each.all;
        verdicts[kind].possible += each.possible;
    }
    leftOut += result.leftOut;
    differences += !result.missing.empty();
    if (++m_done % tellEvery == 0 && m_count > 10 * tellEvery)
        qInfo("%d programs: %d compared, %d rounds, %d outcomes, %d too large, %d differences",
            m_done, programs, rounds, outcomes, tooLarge, differences);
}

void RealityCheck::tell(
    FreeRounds &place, RandomProgram program, Missing missing, bool isToBeShrunk)
{
    if (isToBeShrunk)
        std::tie(program, missing) = shrunk(place, program, missing);
    const std::lock_guard lock(m_lock);
    qInfo("seed %llu: seen in %d rounds %s, with %d crashes and %d restarts: %s\nexploring finds "
          "it %s\n%s",
        program.seed, missing.rounds, missing.conditions.name, missing.crashes, missing.restarts,
        missing.what.constData(), missing.found.constData(), program.source().constData());
}

} // namespace lockstep
