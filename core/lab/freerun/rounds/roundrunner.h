#pragma once

#include "core/lab/freerun/clients/clientpool.h"
#include "core/lab/freerun/rounds/changesource.h"
#include "core/lab/freerun/rounds/createdkeys.h"
#include "core/lab/freerun/rounds/deadlockdetector.h"
#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/lab/freerun/rounds/roundlimits.h"
#include "core/lab/freerun/rounds/runchecker.h"
#include "core/lab/freerun/rounds/serverloss.h"
#include "core/lab/wire/commandtable.h"

namespace lockstep {

// Plays the rounds of a free run, one after the other. Belongs to the loop's thread.
class RoundRunner : private RunObserver
{
public:
    struct RunServers
    {
        std::vector<Endpoint> nodes; // the servers that clients connect to, by numeric addresses
        bool isOurs = false; // they are the lab's own, and may be emptied
        std::optional<Endpoint> scratch = {}; // see ChangeSource::make()
        ServerLoss::Control control = {}; // of the lab's own servers
    };

    RoundRunner(RunLoop &loop, ScenarioPtr scenario, const RunOptions &options, RunServers servers);
    ~RoundRunner() override = default;
    Q_DISABLE_COPY_MOVE(RoundRunner)

    // Gets everything ready for the first round. Serves the loop. Errors: those that
    // FreeRunSession::failed() tells.
    Result<void> prepare();
    // Plays all rounds; returns when they are over, the loop was stopped, or the server was lost
    // and something had been found (Run::serverLoss). report is called now and then. Errors: those
    // that FreeRunSession::failed() tells.
    Result<RunPtr> play(const std::function<void(const RunProgress &)> &report);

private:
    void connected(
        int node, const QByteArray &address, int client, int thread, int repeats) override;
    void scriptWasUnknown(const Operation &operation) override;
    void processBegun(int process, int client) override;
    void programMoved() override;
    void mistaken(const QString &mistake) override;
    void failed(const Error &error) override;
    [[nodiscard]] bool hasFailed() const override { return m_error.has_value(); }

    Result<void> makeProgram();
    void setContext();
    Result<void> playRound(const std::function<void(const RunProgress &)> &report);
    Result<void> emptyKeys();
    Result<void> beginRound();
    Result<void> awaitEnd(const std::function<void(const RunProgress &)> &report);
    void tick();
    void cleanUp();
    [[nodiscard]] bool mayGoOn() const;
    [[nodiscard]] bool isIdle() const;
    Result<void> drain();
    Result<void> judgeRound();
    void judgeLostRound();
    [[nodiscard]] RunProgress progress(bool judging) const;
    [[nodiscard]] Result<void> checkForError() const;

    RunLoop &m_loop;
    ProgramClock m_clock;
    ScenarioPtr m_scenario;
    std::shared_ptr<Run> m_run;
    const RunOptions &m_options;
    RoundLimits m_limits;
    RunServers m_servers;
    const QByteArray m_prefix; // of the run's keys
    CommandTable m_commands;
    std::unique_ptr<Program> m_program;
    HistoryWriter m_record;
    std::vector<RunContext::Node> m_nodes;
    std::unique_ptr<RunContext> m_context;
    std::unique_ptr<ClientPool> m_pool;
    std::unique_ptr<DeadlockDetector> m_deadlocks;
    std::unique_ptr<RunChecker> m_checker;
    std::unique_ptr<ChangeSource> m_changes;
    std::unique_ptr<ServerLoss> m_faults;
    std::unique_ptr<CreatedKeys> m_created;
    // Whether KeyWatcher::waitEndedUncertainly was called in this round or its setup.
    bool m_hasUncertainWait = false;
    std::optional<Error> m_error;
    int m_judgedRounds = 0;
    Moment m_nextRenewal = 0;
};

} // namespace lockstep
