#pragma once

#include "core/lab/explore/exploration.h"
#include "core/lab/step/steppedrun.h"

#include <QObject>

#include <map>

namespace lockstep {

class LabPage;
class SteppedRuns;

namespace sample {

// Steps of sample::stockReadThenWrite() and its fix, made by hand: each client reads the stock and
// then writes it; with the fix it does both at once. Where a step does not fit, those before it.
SteppedRunPtr steps(const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace,
    QList<TraceStep> *misfits = nullptr);
// "A1 B1"; the test fails where it is none.
Trace trace(const char *text);

// What the stepping of reading and writing with two clients comes to, with its map.
ExplorationPtr oversold(const ScenarioPtr &scenario, const ExploreOptions &options);
// The same for what holds: without a map.
ExplorationPtr held(const ScenarioPtr &scenario, const ExploreOptions &options);

// Answers what the stepped runs wish for, at once.
class Answers : public QObject
{
    Q_OBJECT

public:
    explicit Answers(SteppedRuns *runs);

    int opened = 0, forked = 0, closed = 0;
    ExploreOptions options; // of the last one that was opened
    [[nodiscard]] Trace traceOf(int run) const { return m_runs.at(run).trace; }

private:
    struct Run
    {
        ScenarioPtr scenario;
        ExploreOptions options;
        Trace trace;
        Trace undone;
    };
    [[nodiscard]] bool takeTurns(Run &run) const;
    [[nodiscard]] SteppedRunPtr shown(int run) const;
    void answer(int run);

    SteppedRuns *m_page;
    std::map<int, Run> m_runs;
};

} // namespace sample
} // namespace lockstep
