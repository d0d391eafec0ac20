// A thread for each exploration: what one has started and allocated ends with it, servers included,
// which follow the thread that started them.

#include "core/lab/explore/exploresession.h"

#include "core/lab/explore/explorer.h"
#include "core/redis/threads/threadslot.h"
#include "core/redis/values/coretext.h"

#include <thread>

namespace lockstep {

class ExploreSession::Private
{
public:
    ExploreSession *q = nullptr;
    std::unique_ptr<Explorer> explorer; // of the thread
    bool isRunning = false;
    ThreadSlot<ExploreProgress> told; // progress that was not handled yet
    std::jthread thread; // last: it uses the others

    void explore();
    void reportProgress(const ExploreProgress &progress);
    void conclude(const Result<Exploration> &found);
    void join();
};

void ExploreSession::Private::explore()
{
    Result<Exploration> found =
        explorer->explore([this](const ExploreProgress &progress) { reportProgress(progress); });
    QMetaObject::invokeMethod(
        q, [this, found = std::move(found)] { conclude(found); }, Qt::QueuedConnection);
}

void ExploreSession::Private::reportProgress(const ExploreProgress &progress)
{
    if (told.put(progress))
        QMetaObject::invokeMethod(
            q, [this] { Q_EMIT q->progressed(*told.take()); }, Qt::QueuedConnection);
}

void ExploreSession::Private::conclude(const Result<Exploration> &found)
{
    join();
    if (found)
        Q_EMIT q->finished(std::make_shared<const Exploration>(*found));
    else
        Q_EMIT q->failed(found.error());
}

void ExploreSession::Private::join()
{
    thread = {};
    explorer.reset();
    isRunning = false;
}

ExploreSession::ExploreSession(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->q = this;
}

ExploreSession::~ExploreSession()
{
    cancel();
}

Result<void> ExploreSession::start(ScenarioPtr scenario, ExploreOptions options)
{
    if (d->isRunning)
        return failure(ErrorCode::BadInput, CoreText::tr("an exploration is under way"));
    d->explorer = std::make_unique<Explorer>(std::move(scenario), std::move(options));
    d->isRunning = true;
    d->thread = std::jthread([this] { d->explore(); });
    return {};
}

void ExploreSession::cancel()
{
    if (d->explorer)
        d->explorer->cancel();
}

bool ExploreSession::isRunning() const
{
    return d->isRunning;
}

qint64 ExploreSession::serverProcess() const
{
    return d->explorer ? d->explorer->serverProcess() : 0;
}

} // namespace lockstep
