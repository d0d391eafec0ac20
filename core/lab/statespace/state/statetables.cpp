#include "core/lab/statespace/state/statetables.h"

#include "core/lab/wire/replytext.h"

#include <algorithm>

namespace lockstep {

namespace {

// The earlier of two deadlines in ms from now; a negative one stands for no deadline.
qint64 earlier(qint64 a, qint64 b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

} // namespace

StateTables::StateTables(ScenarioPtr steppedScenario, ExploreOptions exploreOptions)
    : scenario(std::move(steppedScenario))
    , options(std::move(exploreOptions))
    , observations(Observations::of(*scenario))
    , seen(CheckObservations::of(*scenario, options.assumptions))
{
}

QByteArray StateTables::plainKey(QByteArrayView name) const
{
    return withoutPrefix(name, prefix);
}

bool StateTables::isOver(const quint32 *state) const
{
    for (int client = 0; client < clients(); ++client) {
        if (!process(state, client).isOver)
            return false;
    }
    return true;
}

bool StateTables::isWaitOver(const quint32 *state, PackedStep step) const
{
    const KnownRequest &request = this->request(state, step);
    const ThreadState &thread = process(state, step.client).threads[step.thread];
    if (request.kind != Request::Kind::Wait || request.isMutexWait() || thread.reply != 0)
        return false;
    return request.wait.isOfKey() ? thread.isAwake : thread.hasFired();
}

const QueuedMessage *StateTables::nextMessage(
    const quint32 *state, PackedStep step, const KnownRequest &request) const
{
    const auto &inbox = process(state, step.client).inbox;
    const auto message = std::find_if(inbox.begin(), inbox.end(), [&](const QueuedMessage &each) {
        return int(each.node) == request.node && each.channel == request.channel;
    });
    return message == inbox.end() ? nullptr : &*message;
}

std::vector<int> StateTables::inside(const quint32 *state, const QByteArray &lock) const
{
    std::vector<int> clients;
    for (int client = 0; client < this->clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        const auto &inside = (*histories)[process.history].inside;
        if (!process.isOver && !inside.empty() && (lock.isEmpty() || inside.count(lock) != 0))
            clients.push_back(client);
    }
    return clients;
}

bool StateTables::isWatched(const quint32 *state, int node) const
{
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        for (size_t i = 0; process.watches && i < process.threads.size(); ++i) {
            if ((*histories)[process.history].threads[i].watched.count(node) != 0)
                return true;
        }
    }
    return false;
}

Execution StateTables::executionOf(const quint32 *state, int node) const
{
    Execution execution;
    execution.dataset = state[node];
    execution.clock = clockOf(state);
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        const ClientHistory &history = (*histories)[process.history];
        if (process.listens) {
            for (const auto &[where, channel] : history.channels) {
                if (where == node)
                    execution.subscriptions.push_back({client, channel});
            }
        }
        for (size_t i = 0; process.watches && i < process.threads.size(); ++i) {
            const auto watched = history.threads[i].watched.find(node);
            if (watched != history.threads[i].watched.end())
                execution.watches.push_back(
                    {client, int(i), watched->second, (process.threads[i].dirty >> node & 1) != 0});
        }
    }
    std::sort(execution.subscriptions.begin(), execution.subscriptions.end());
    return execution;
}

bool StateTables::isKeyDue(const quint32 *state) const
{
    for (int node = 0; !layout.hasPendingEnds(state) && node < nodes(); ++node) {
        if (datasets.nextDeadline(state[node]) == 0)
            return true;
    }
    return false;
}

qint64 StateTables::longestTimer(const quint32 *state) const
{
    qint64 longest = -1;
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        for (size_t i = 0; process.hasTimers && i < process.threads.size(); ++i)
            longest = std::max(longest, process.threads[i].timer);
    }
    return longest > 0 ? longest : -1;
}

qint64 StateTables::nextExpiry(const quint32 *state) const
{
    qint64 next = -1;
    for (int node = 0; node < nodes(); ++node)
        next = earlier(next, datasets.nextDeadline(state[node]));
    return next;
}

qint64 StateTables::nextDeadline(const quint32 *state) const
{
    qint64 next = nextExpiry(state);
    for (int client = 0; client < clients(); ++client)
        next = earlier(next, processes->nextDeadline(layout.process(state, client)));
    return next;
}

qint64 StateTables::memory() const
{
    return datasets.memory() + channels.memory() + replies.memory() + histories->memory()
        + processes->memory() + events.memory();
}

} // namespace lockstep
