// The runs belong to a worker on the session's own thread. Calls are posted to it, and the results
// are posted back.

#include "core/lab/step/stepsession.h"

#include "core/lab/step/stepworker.h"
#include "core/redis/threads/workerthread.h"

namespace lockstep {

class StepSession::Private
{
public:
    WorkerThread thread{QStringLiteral("steps")};
    std::unique_ptr<StepWorker> worker; // deleted on the thread, which has started its servers
    struct Open
    {
        qint64 serverProcess = 0;
        std::shared_ptr<std::atomic<bool>> stops; // stops runOn(); null if it was never called
    };
    std::map<int, Open> open; // by run

    void stop(int run)
    {
        const auto found = open.find(run);
        if (found != open.end() && found->second.stops)
            *found->second.stops = true;
    }

    template <typename Call> void post(Call call)
    {
        thread.post([worker = worker.get(), call] {
            if (!worker->isAbandoned())
                call(*worker);
        });
    }
};

StepSession::StepSession(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    const auto told = [this](int run, const SteppedRunPtr &now, qint64 serverProcess, bool isOver) {
        QMetaObject::invokeMethod(
            this,
            [this, run, now, serverProcess, isOver] {
                const auto found = d->open.find(run);
                if (found == d->open.end())
                    return;
                found->second.serverProcess = serverProcess;
                if (isOver)
                    Q_EMIT changed(run, now);
                else
                    Q_EMIT progressed(run, now);
            },
            Qt::QueuedConnection);
    };
    const auto refused = [this](int run, const Error &error) {
        QMetaObject::invokeMethod(
            this,
            [this, run, error] {
                if (d->open.count(run) != 0)
                    Q_EMIT failed(run, error);
            },
            Qt::QueuedConnection);
    };
    d->worker = std::make_unique<StepWorker>(told, refused);
}

StepSession::~StepSession()
{
    d->worker->abandon();
    d->thread.run([this] { d->worker.reset(); });
}

void StepSession::open(
    int run, const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace)
{
    d->open[run] = {};
    d->post([=](StepWorker &worker) { worker.open(run, scenario, options, trace); });
}

void StepSession::step(int run, const TraceStep &step)
{
    d->post([=](StepWorker &worker) { worker.step(run, step); });
}

void StepSession::undo(int run)
{
    d->post([=](StepWorker &worker) { worker.undo(run); });
}

void StepSession::redo(int run)
{
    d->post([=](StepWorker &worker) { worker.redo(run); });
}

void StepSession::runOn(int run, quint32 seed)
{
    const auto stops = std::make_shared<std::atomic<bool>>(false);
    if (const auto found = d->open.find(run); found != d->open.end())
        found->second.stops = stops;
    d->post([=](StepWorker &worker) { worker.runOn(run, seed, *stops); });
}

void StepSession::stop(int run)
{
    d->stop(run);
}

void StepSession::fork(int run, int steps, int fork)
{
    d->open[fork] = {};
    d->post([=](StepWorker &worker) { worker.fork(fork, run, steps); });
}

void StepSession::close(int run)
{
    d->stop(run);
    d->open.erase(run);
    d->post([=](StepWorker &worker) { worker.close(run); });
}

qint64 StepSession::serverProcess(int run) const
{
    const auto found = d->open.find(run);
    return found == d->open.end() ? 0 : found->second.serverProcess;
}

} // namespace lockstep
