#include "app/lab/labrunner.h"

#include "app/lab/pastedcommand.h"
#include "app/terminal/output.h"
#include "core/lab/loader/scenariofile.h"
#include "core/redis/identity/productionservers.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/step/stepcontroller.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>

namespace lockstep {

namespace {

const QString layoutKey = QStringLiteral("window/lab");

} // namespace

LabRunner::LabRunner(LabPage *page, QObject *parent)
    : QObject(parent)
    , m_page(page)
    , m_runs(page->freeRuns())
    , m_files(&m_settings, scenarioFromFile)
    , m_stepper(page->stepController()->runs())
    , m_memory(QFileInfo(m_settings.fileName()).path() + QStringLiteral("/lab-runs.json"),
          page->stepController())
    , m_tracer(page->traces())
    , m_grader(page)
{
    page->setOwnFiles(&m_files,
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
            + QStringLiteral("/scenarios"));
    page->restoreLayout(m_settings.value(layoutKey).toByteArray());
    connect(page, &LabPage::scenariosWanted, this,
        [this] { m_page->setScenarios(shippedScenarios()); });
    connect(m_runs, &FreeRuns::runRequested, this, &LabRunner::start);
    connect(page, &LabPage::stopRequested, this, [this] {
        if (m_run)
            m_run->stop();
        else if (m_check.isRunning()) {
            m_check.stop();
            m_runs->setFailure({ErrorCode::Cancelled, {}, false});
        }
    });
    connect(page, &LabPage::openFileRequested, this, &LabRunner::openFile);
    connect(page, &LabPage::commandEntered, this, &LabRunner::openCommand);
    connectExploration(page->stepController());
}

LabRunner::~LabRunner()
{
    if (const QString told = m_page->editing()->endForGood(); !told.isEmpty())
        printMessage(told);
    m_settings.setValue(layoutKey, m_page->layoutState());
}

void LabRunner::connectExploration(StepController *stepping)
{
    connect(stepping, &StepController::exploreRequested, this,
        [this, stepping](const ScenarioPtr &scenario, const ExploreOptions &options) {
            if (const auto started = m_exploration.start(scenario, options); !started)
                stepping->setFailure(started.error());
        });
    connect(stepping, &StepController::cancelRequested, &m_exploration, &ExploreSession::cancel);
    connect(&m_exploration, &ExploreSession::progressed, stepping, &StepController::setProgress);
    connect(&m_exploration, &ExploreSession::finished, stepping, &StepController::setExploration);
    connect(&m_exploration, &ExploreSession::failed, stepping, &StepController::setFailure);
}

void LabRunner::start(
    const ScenarioPtr &scenario, const RunOptions &options, bool onConnectedServer)
{
    m_check.disconnect(this);
    m_check.stop();
    if (!onConnectedServer)
        return play(scenario, options, RunTarget());
    // Another server may answer there by now, so it is identified again.
    connect(&m_check, &ServerCheck::finished, this,
        [=, this](const Endpoint &endpoint, const Result<ServerIdentity> &identity) {
            const ProductionServers production(&m_settings);
            // The page has already asked the user.
            const auto consents = [] { return true; };
            const auto place = identity.and_then([&](const ServerIdentity &known) {
                return RunTarget::onUsersServer(endpoint, known, production, consents);
            });
            if (place)
                play(scenario, options, *place);
            else
                m_runs->setFailure(place.error());
        });
    if (ProductionServers(&m_settings).contains(m_endpoint))
        return m_runs->setFailure({ErrorCode::ProductionServer, {}, false});
    m_check.start(m_endpoint);
}

void LabRunner::play(const ScenarioPtr &scenario, const RunOptions &options, const RunTarget &place)
{
    m_run = std::make_unique<FreeRunSession>(scenario, options, place);
    connect(m_run.get(), &FreeRunSession::progressed, m_runs, &FreeRuns::setProgress);
    connect(m_run.get(), &FreeRunSession::finished, this, [this](const RunPtr &run) {
        end();
        m_runs->setRun(run);
    });
    connect(m_run.get(), &FreeRunSession::failed, this, [this](const Error &error) {
        end();
        m_runs->setFailure(error);
    });
    if (const auto started = m_run->start(); !started) {
        end();
        m_runs->setFailure(started.error());
    }
}

// Ends the run. Deletes it later, because one of its signals may be the caller.
void LabRunner::end()
{
    m_run->disconnect(this);
    m_run.release()->deleteLater();
}

// Reads a pasted command on a thread of its own, because it reads a file and may have to take the
// steps once.
void LabRunner::openCommand(const QString &line)
{
    if (m_isReading)
        return; // assigning a jthread would wait for the one that runs
    m_isReading = true;
    m_reading = std::jthread([this, line] {
        auto steps = stepsOfCommand(line);
        QMetaObject::invokeMethod(this, [this, steps = std::move(steps)] {
            m_isReading = false;
            if (!steps)
                m_page->setCommandFailure(steps.error());
            else if (!m_page->openReplay(*steps))
                m_files.open(steps->scenario->path); // the page chooses it once it is read
        });
    });
}

void LabRunner::openFile()
{
    auto *dialog = new QFileDialog(m_page, tr("Open a scenario file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Scenarios (*.lua)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
        [this](const QString &file) { m_files.open(file); });
    dialog->open();
}

} // namespace lockstep
