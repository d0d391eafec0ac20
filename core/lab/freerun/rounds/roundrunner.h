#pragma once

#include "core/lab/freerun/clients/clientpool.h"
#include "core/lab/freerun/rounds/changesource.h"
#include "core/lab/freerun/rounds/createdkeys.h"
#include "core/lab/freerun/rounds/deadlockdetector.h"
#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/lab/freerun/rounds/roundjudge.h"
#include "core/lab/freerun/rounds/serverfaults.h"
#include "core/lab/wire/commandtable.h"

namespace lockstep {

// Plays the rounds of a free run, one after the other. Belongs to the loop's thread.
class RoundRunner : private RunObserver
{
public:
    struct RunServers
    {
        std::vector<Endpoint> nodes; // where clients connect to; hosts are numeric
        bool isOurs = false; // may be emptied
        std::optional<Endpoint> scratch = {}; // the exact order is wanted, and found out there
        ServerFaults::Control control = {}; // of ours
    };

    RoundRunner(RunLoop &loop, ScenarioPtr scenario, const RunOptions &options, RunServers servers);
    ~RoundRunner() override = default;
    Q_DISABLE_COPY_MOVE(RoundRunner)

    // Says what cannot be had. Serves the loop. Errors: as FreeRunSession::start().
    Result<void> prepare();
    // Until the rounds are over or the loop is stopped. Errors: those that end a run.
    Result<RunPtr> play(const std::function<void(const RunProgress &)> &tell);

private:
    void connected(
        int node, const QByteArray &address, int client, int thread, int repeats) override;
    void processBegun(int process, int client) override;
    void programMoved() override;
    void mistaken(const QString &mistake) override;
    void failed(const Error &error) override;
    [[nodiscard]] bool hasFailed() const override { return m_error.has_value(); }

    Result<void> makeProgram();
    void setContext();
    Result<void> playRound(const std::function<void(const RunProgress &)> &tell);
    Result<void> emptyKeys();
    Result<void> beginRound();
    Result<void> awaitEnd(const std::function<void(const RunProgress &)> &tell);
    void tick();
    void tidyUp();
    [[nodiscard]] bool goesOn() const;
    [[nodiscard]] Moment roundLimit() const;
    [[nodiscard]] bool isQuiet() const;
    Result<void> drain();
    [[nodiscard]] RunProgress progress(bool judging) const;
    [[nodiscard]] Result<void> trouble() const;

    RunLoop &m_loop;
    ScenarioPtr m_scenario;
    std::shared_ptr<Run> m_run;
    const RunOptions &m_options;
    RunServers m_servers;
    const QByteArray m_prefix; // of the run's keys
    CommandTable m_commands;
    std::unique_ptr<Program> m_program;
    RunRecord m_record;
    std::vector<RunContext::Node> m_nodes;
    std::unique_ptr<RunContext> m_context;
    std::unique_ptr<ClientPool> m_pool;
    std::unique_ptr<DeadlockDetector> m_deadlocks;
    std::unique_ptr<RoundJudge> m_judge;
    std::unique_ptr<ChangeSource> m_values;
    std::unique_ptr<ServerFaults> m_faults;
    std::unique_ptr<CreatedKeys> m_created;
    std::optional<Error> m_error;
    Moment m_playing = 0; // since
    Moment m_nextRenewal = 0;
    Moment m_lastRound = 0; // its length, with all that belongs to it
};

} // namespace lockstep
