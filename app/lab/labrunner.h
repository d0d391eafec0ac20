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

// Does what the Lab page asks for: provides scenarios and the user's own files, and performs free
// runs, steps and explorations.
class LabRunner : public QObject
{
    Q_OBJECT

public:
    // page must outlive this.
    explicit LabRunner(LabPage *page, QObject *parent = nullptr);
    ~LabRunner() override;

    // Sets the user's server, on which the page may ask to play.
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
    ServerCheck m_check; // identifies the server before a run on it
    std::unique_ptr<FreeRunSession> m_run;
    bool m_isReading = false; // while m_reading reads a pasted command
    std::jthread m_reading;
};

} // namespace lockstep
