#pragma once

#include "core/lab/checks/judge.h"
#include "core/lab/freerun/clients/crowd.h"
#include "core/lab/freerun/rounds/createdkeys.h"
#include "core/lab/freerun/rounds/freerun.h"
#include "core/lab/freerun/rounds/nodefaults.h"
#include "core/lab/freerun/rounds/stuckwatch.h"
#include "core/lab/freerun/rounds/valuesource.h"
#include "core/lab/wire/commandtable.h"

namespace lockstep {

// Plays the rounds of a free run, one after the other. Belongs to the loop's thread.
class RoundPlayer
{
public:
    struct Ground
    {
        std::vector<Endpoint> nodes; // where clients connect to; hosts are numeric
        bool isOurs = false; // may be emptied
        std::optional<Endpoint> scratch = {}; // the exact order is wanted, and found out there
        NodeFaults::Servers servers = {}; // of ours
    };

    RoundPlayer(RunLoop &loop, ScenarioPtr scenario, const RunOptions &options, Ground ground);
    ~RoundPlayer() = default;
    Q_DISABLE_COPY_MOVE(RoundPlayer)

    // Says what cannot be had. Serves the loop. Errors: as FreeRun::start().
    Result<void> prepare();
    // Until the rounds are over or the loop is stopped. Errors: those that end a run.
    Result<RunPtr> play(const std::function<void(const RunProgress &)> &tell);

private:
    [[nodiscard]] Result<void> checkCommands() const;
    Result<void> makeProgram();
    void setStage(const std::function<void(const Error &)> &fail);
    Result<void> playRound(const std::function<void(const RunProgress &)> &tell);
    Result<void> emptyKeys();
    Result<void> beginRound();
    Result<void> awaitEnd(const std::function<void(const RunProgress &)> &tell);
    Result<void> judge();
    void tick();
    void nodeReopened();
    void tidyUp();
    [[nodiscard]] bool goesOn() const;
    [[nodiscard]] QString scriptInTheWay() const;
    [[nodiscard]] Moment roundLimit() const;
    [[nodiscard]] bool isQuiet() const;
    Result<void> drain();
    [[nodiscard]] RunProgress progress(bool judging) const;
    [[nodiscard]] Result<void> trouble() const;

    RunLoop &m_loop;
    ScenarioPtr m_scenario;
    std::shared_ptr<Run> m_run;
    const RunOptions &m_options;
    Ground m_ground;
    const QByteArray m_prefix; // of the run's keys
    CommandTable m_commands;
    std::unique_ptr<Program> m_program;
    RunRecord m_record;
    std::vector<RunStage::Node> m_nodes;
    std::unique_ptr<RunStage> m_stage;
    std::unique_ptr<Crowd> m_crowd;
    std::unique_ptr<StuckWatch> m_stuck;
    std::unique_ptr<NodeFaults> m_faults;
    std::unique_ptr<Judge> m_judge;
    std::unique_ptr<ValueSource> m_values;
    std::unique_ptr<CreatedKeys> m_created;
    std::optional<Error> m_error;
    Moment m_playing = 0; // since
    Moment m_nextRenewal = 0;
    Moment m_lastRound = 0; // its length, with all that belongs to it
    bool m_hasJudged = false; // at least one round
};

} // namespace lockstep
