// The runs belong to a worker on the session's thread, calls are posted to it, and what comes of
// them is posted back. Runs of the same scenario, settings, bounds and assumptions share their
// servers: they are brought into the state of whoever steps. A server that went away is replaced
// when one of its runs is wanted again, and the run is stepped anew on it: a run is its trace.

#include "core/lab/stepsession.h"

#include "core/lab/stepper.h"

#include <QThread>

#include <atomic>
#include <map>
#include <set>
#include <tuple>

namespace lockstep {

namespace {

bool isSame(const ExploreOptions &a, const ExploreOptions &b)
{
    const auto tied = [](const Bounds &each) {
        return std::tie(
            each.time, each.crashes, each.pauses, each.restarts, each.failovers, each.lostRequests);
    };
    return a.settings == b.settings && tied(a.bounds) == tied(b.bounds)
        && a.assumptions == b.assumptions;
}

} // namespace

class StepSession::Worker : public QObject
{
public:
    using Told = std::function<void(int run, const SteppedRunPtr &now, qint64 serverProcess)>;
    using Failed = std::function<void(int run, const Error &error)>;

    Worker(Told told, Failed failed)
        : m_told(std::move(told))
        , m_failed(std::move(failed))
    {
    }

    // From any thread: nothing more is done or told.
    void abandon() { m_isAbandoned = true; }
    [[nodiscard]] bool isAbandoned() const { return m_isAbandoned; }

    void open(
        int number, const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace)
    {
        auto stepper = beginning(scenario, options);
        if (!stepper)
            return fail(number, stepper.error());
        const auto replayed = stepper->replay(trace, [this] { return !m_isAbandoned; });
        if (!replayed && isOfServer(replayed.error()))
            return fail(number, replayed.error(), &stepper->world());
        m_runs.insert_or_assign(number, Run{std::move(*stepper), {}, nullptr, false});
        tell(number);
        if (!replayed)
            fail(number, replayed.error());
    }

    void step(int number, const TraceStep &step)
    {
        Run *const run = ready(number);
        if (run == nullptr)
            return;
        if (const auto done = run->stepper.step(step); !done)
            return fail(number, done.error(), &run->stepper.world());
        if (!run->undone.empty() && run->undone.back() == step)
            run->undone.pop_back();
        else
            run->undone.clear();
        tell(number);
    }

    void undo(int number)
    {
        Run *const run = ready(number);
        if (run == nullptr)
            return;
        const Trace before = run->stepper.trace();
        const auto done = run->stepper.undo();
        if (!done)
            return fail(number, done.error(), &run->stepper.world());
        if (*done)
            run->undone.push_back(before.back());
        tell(number);
    }

    void redo(int number)
    {
        const auto run = m_runs.find(number);
        if (run != m_runs.end() && !run->second.undone.empty())
            step(number, TraceStep(run->second.undone.back()));
        else if (ready(number) != nullptr)
            tell(number);
    }

    void fork(int number, int from, int steps)
    {
        const Run *const run = ready(from, number);
        if (run == nullptr)
            return;
        m_runs.insert_or_assign(number, Run{run->stepper.fork(steps), {}, run->told, false});
        tell(number);
    }

    void close(int number) { m_runs.erase(number); }

private:
    struct Run
    {
        Stepper stepper;
        Trace undone; // the next one to be taken again last
        SteppedRunPtr told; // last; nullptr: nothing yet
        bool isLost = false; // its servers went away
    };

    static bool isOfServer(const Error &error) { return error.code != ErrorCode::BadInput; }

    Result<Stepper> beginning(const ScenarioPtr &scenario, const ExploreOptions &options)
    {
        for (const auto &[number, run] : m_runs) {
            const World &world = run.stepper.world();
            if (!run.isLost && world.scenario() == scenario && isSame(world.options(), options))
                return run.stepper.fork(0);
        }
        return Stepper::make(scenario, options);
    }

    // With servers. Nullptr: it has been told why not, as a failure of that number.
    Run *ready(int number, int toldAs = 0)
    {
        const int teller = toldAs > 0 ? toldAs : number;
        const auto found = m_runs.find(number);
        if (found == m_runs.end()) {
            fail(teller,
                {ErrorCode::BadInput, QStringLiteral("there is no run %1").arg(number), false});
            return nullptr;
        }
        Run &run = found->second;
        if (!run.isLost)
            return &run;
        const World &world = run.stepper.world();
        auto again = beginning(world.scenario(), world.options());
        const auto replayed = again
            ? again->replay(run.stepper.trace(), [this] { return !m_isAbandoned; })
            : tl::unexpected(again.error());
        if (!replayed) {
            fail(teller, replayed.error(), again ? &again->world() : nullptr);
            return nullptr;
        }
        run.stepper = std::move(*again);
        run.told.reset(); // replies are another server's now
        run.isLost = false;
        return &run;
    }

    void tell(int number)
    {
        if (m_isAbandoned)
            return;
        Run &run = m_runs.at(number);
        run.told = steppedRun(run.stepper, int(run.undone.size()), run.told.get());
        m_told(number, run.told, run.stepper.world().serverProcess(0));
    }

    void fail(int number, Error error, const World *world = nullptr)
    {
        for (auto &[each, run] : m_runs)
            run.isLost = run.isLost || (isOfServer(error) && &run.stepper.world() == world);
        error.mayHaveRun = false; // it is executed once more, from the beginning
        if (!m_isAbandoned)
            m_failed(number, error);
    }

    const Told m_told;
    const Failed m_failed;
    std::map<int, Run> m_runs;
    std::atomic<bool> m_isAbandoned = false;
};

class StepSession::Private
{
public:
    QThread thread;
    Worker *worker = nullptr; // lives and ends there
    std::map<int, qint64> open; // run: server process

    template <typename Call> void post(Call call)
    {
        QMetaObject::invokeMethod(
            worker,
            [worker = worker, call] {
                if (!worker->isAbandoned())
                    call(*worker);
            },
            Qt::QueuedConnection);
    }
};

StepSession::StepSession(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    const auto told = [this](int run, const SteppedRunPtr &now, qint64 serverProcess) {
        QMetaObject::invokeMethod(
            this,
            [this, run, now, serverProcess] {
                if (d->open.count(run) == 0)
                    return;
                d->open[run] = serverProcess;
                Q_EMIT changed(run, now);
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
    d->worker = new Worker(told, refused);
    d->worker->moveToThread(&d->thread);
    connect(&d->thread, &QThread::finished, d->worker, &QObject::deleteLater);
    d->thread.start();
}

StepSession::~StepSession()
{
    d->worker->abandon();
    d->thread.quit();
    d->thread.wait();
}

void StepSession::open(
    int run, const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace)
{
    d->open[run] = 0;
    d->post([=](Worker &worker) { worker.open(run, scenario, options, trace); });
}

void StepSession::step(int run, const TraceStep &step)
{
    d->post([=](Worker &worker) { worker.step(run, step); });
}

void StepSession::undo(int run)
{
    d->post([=](Worker &worker) { worker.undo(run); });
}

void StepSession::redo(int run)
{
    d->post([=](Worker &worker) { worker.redo(run); });
}

void StepSession::fork(int run, int steps, int fork)
{
    d->open[fork] = 0;
    d->post([=](Worker &worker) { worker.fork(fork, run, steps); });
}

void StepSession::close(int run)
{
    d->open.erase(run);
    d->post([=](Worker &worker) { worker.close(run); });
}

qint64 StepSession::serverProcess(int run) const
{
    const auto found = d->open.find(run);
    return found == d->open.end() ? 0 : found->second;
}

} // namespace lockstep
