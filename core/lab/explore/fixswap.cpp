#include "core/lab/explore/fixswap.h"

#include "core/lab/scenario/boundnames.h"

#include <algorithm>

namespace lockstep {

namespace {

// What counts of the options of a free run, each under its word in `free`.
class Chooser
{
public:
    Chooser(const RunOptions &set, const Scenario &lesson, const Scenario &fix)
        : m_set(set)
        , m_lesson(RunOptions::of(lesson))
        , m_fix(RunOptions::of(fix))
        , m_named(fix.free.named)
    {
    }

    template <typename Value>
    void choose(RunOptions *options, const char *word, Value RunOptions::*field) const
    {
        choose(options, m_named.contains(word), field);
    }

    // How many rounds are right depends on how much is done in each, so both are of one file.
    void chooseLength(RunOptions *options) const
    {
        const bool isNamed = m_named.contains("rounds") || m_named.contains("repeats");
        choose(options, isNamed, &RunOptions::rounds);
        choose(options, isNamed, &RunOptions::repeats);
    }

private:
    template <typename Value>
    void choose(RunOptions *options, bool isNamed, Value RunOptions::*field) const
    {
        const bool isSetByHand = m_set.*field != m_lesson.*field;
        options->*field = isSetByHand || !isNamed ? m_set.*field : m_fix.*field;
    }

    const RunOptions &m_set;
    const RunOptions m_lesson;
    const RunOptions m_fix;
    const std::set<QByteArray> &m_named;
};

// What the check's function says; of the others it is in the words.
QByteArray meaningOf(const Check &check, const Scenario &scenario)
{
    if (check.kind != Check::Kind::Function)
        return check.words;
    const auto lines = scenario.source.split('\n');
    QByteArray text;
    for (int line = check.line; line <= std::min(check.lastLine, int(lines.size())); ++line)
        text += lines[line - 1].trimmed() + '\n';
    return text;
}

std::vector<Check> missingIn(const Scenario &other, const Scenario &scenario)
{
    std::vector<Check> missing;
    for (const Check &each : scenario.checks) {
        const bool isThere =
            std::any_of(other.checks.begin(), other.checks.end(), [&](const Check &check) {
                return check.when == each.when
                    && meaningOf(check, other) == meaningOf(each, scenario);
            });
        if (!isThere)
            missing.push_back(each);
    }
    return missing;
}

} // namespace

RunOptions runOfFix(const RunOptions &set, const Scenario &lesson, const Scenario &fix)
{
    RunOptions options = set;
    const RunOptions ofLesson = RunOptions::of(lesson);
    Settings kept;
    for (const auto &[name, value] : set.settings) {
        if (value != ofLesson.settings.at(name) || !fix.free.named.contains(name))
            kept[name] = value;
    }
    options.settings = fix.fitted(kept, fix.freeDefaults());
    const Chooser chooser(set, lesson, fix);
    chooser.chooseLength(&options);
    chooser.choose(&options, "delay", &RunOptions::delay);
    chooser.choose(&options, "work", &RunOptions::work);
    chooser.choose(&options, "crash", &RunOptions::crash);
    chooser.choose(&options, "pause", &RunOptions::pause);
    chooser.choose(&options, "pause", &RunOptions::pauseLength);
    options.crash.line = 0;
    options.pause.line = 0;
    options.failoverAfter = fix.replica ? options.failoverAfter : RunOptions::of(fix).failoverAfter;
    options.restartAfter = fix.replica ? RunOptions::of(fix).restartAfter : options.restartAfter;
    return options;
}

ExploreOptions explorationOfFix(const ExploreOptions &set, const Scenario &fix)
{
    ExploreOptions options = set;
    options.settings = fix.fitted(set.settings, fix.defaults());
    for (const Bound &each : allBounds) {
        const int larger = std::max(set.bounds.*each.value, fix.bounds.*each.value);
        options.bounds.*each.value = isPossible(each, fix) ? larger : 0;
    }
    options.assumptions = fix.assumptions;
    return options;
}

CheckChanges checkChanges(const Scenario &lesson, const Scenario &fix)
{
    return {missingIn(fix, lesson), missingIn(lesson, fix)};
}

} // namespace lockstep
