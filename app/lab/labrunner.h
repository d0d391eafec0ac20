#pragma once

#include "app/lab/labgrader.h"
#include "app/lab/labmemory.h"
#include "app/lab/labstepper.h"
#include "app/lab/labtracer.h"
#include "core/lab/explore/exploresession.h"
#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/redis/identity/servercheck.h"
#include "ui/lab/scenarios/ownfiles.h"

#include <QObject>
#include <QSettings>

#include <memory>
#include <thread>

namespace lockstep {

class FreeRuns;
class LabPage;
class StepController;

// Gives the lab page what it wishes for: scenarios, own files, free runs, steps and
// explorations.
class LabRunner : public QObject
{
    Q_OBJECT

public:
    // page: outlives this.
    explicit LabRunner(LabPage *page, QObject *parent = nullptr);
    ~LabRunner() override;

    // The server that the page may ask for.
    void setServer(const Endpoint &endpoint) { m_endpoint = endpoint; }

private:
    void connectExploration(StepController *stepping);
    void start(const ScenarioPtr &scenario, const RunOptions &options, bool onConnectedServer);
    void play(const ScenarioPtr &scenario, const RunOptions &options, const RunTarget &place);
    void openCommand(const QString &line);
    void openFile();
    void end();

    LabPage *m_page;
    FreeRuns *m_runs;
    QSettings m_settings;
    OwnFiles m_files;
    LabStepper m_stepper;
    LabMemory m_memory;
    ExploreSession m_exploration;
    LabTracer m_tracer;
    LabGrader m_grader;
    Endpoint m_endpoint;
    ServerCheck m_check; // of the server that the page wants to play on
    std::unique_ptr<FreeRunSession> m_run;
    bool m_isReading = false;
    std::jthread m_reading; // of a command that was pasted
};

} // namespace lockstep
