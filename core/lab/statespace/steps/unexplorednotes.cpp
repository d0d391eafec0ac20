#include "core/lab/statespace/steps/unexplorednotes.h"

#include "core/lab/loader/tableorder.h"
#include "core/lab/loader/timecomparisons.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <algorithm>

namespace lockstep {

void UnexploredNotes::noteDeadlines(const EarlierDeadlines &earlier, bool timeMayPass)
{
    m_overlaps.later |= earlier.later && timeMayPass;
    m_overlaps.equal |= earlier.equal;
    m_overlaps.behind |= earlier.behind;
    m_overlaps.unclear |= earlier.unclear && timeMayPass;
    m_overlaps.several |= earlier.several && timeMayPass;
}

void UnexploredNotes::noteMessage(int node)
{
    const Bounds &bounds = m_tables.options.bounds;
    m_hasMessages = true;
    m_mayMissMessages |= bounds.restarts > 0 || (bounds.failovers > 0 && node == 0);
}

// Which of two deadlines on two servers is the first one, in reality their clocks decide.
void UnexploredNotes::noteServerClocks(const quint32 *state, bool timeMayPass)
{
    if (m_needsOneClock || !timeMayPass || m_tables.nodes() < 2)
        return;
    int servers = 0;
    for (int node = 0; node < m_tables.nodes(); ++node)
        servers += hasDeadlineOn(state, node, [](const KeyHeld &) { return true; }) ? 1 : 0;
    m_needsOneClock = servers > 1;
}

bool UnexploredNotes::hasDeadlineOn(
    const quint32 *state, int node, const std::function<bool(const KeyHeld &)> &isMeant) const
{
    const Dataset &keys = m_tables.datasets[state[node]];
    return std::any_of(keys.begin(), keys.end(),
        [&](const KeyHeld &each) { return each.ttl > 0 && isMeant(each); });
}

bool UnexploredNotes::hasDeadline(
    const quint32 *state, const std::function<bool(const KeyHeld &)> &isMeant) const
{
    for (int node = 0; node < m_tables.nodes(); ++node) {
        if (hasDeadlineOn(state, node, isMeant))
            return true;
    }
    return false;
}

bool UnexploredNotes::runsBesideOthers(const quint32 *state, int client) const
{
    for (int other = 0; other < m_tables.clients(); ++other) {
        if (other != client && m_tables.process(state, other).hasTimers)
            return true;
    }
    return hasDeadline(state, [client](const KeyHeld &each) { return each.setter != client + 1; });
}

bool UnexploredNotes::runsBesideOwn(const quint32 *state, int client, int thread) const
{
    const auto &threads = m_tables.process(state, client).threads;
    for (size_t i = 0; i < threads.size(); ++i) {
        if (int(i) != thread && threads[i].hasTimer())
            return true;
    }
    return hasDeadline(state, [client](const KeyHeld &each) { return each.setter == client + 1; });
}

// What a program puts together is told by what it sends, and by nothing that stands in its file.
void UnexploredNotes::noteCommand(const KnownRequest &request)
{
    if (request.command >= m_looked.size())
        m_looked.resize(request.command + 1);
    if (m_looked[request.command])
        return;
    m_looked[request.command] = true;
    const QByteArray sent = request.scriptWire.isEmpty()
        ? m_tables.histories->command(request.command).toByteArray()
        : request.scriptWire;
    for (const auto &words : commandsIn({sent.constData(), size_t(sent.size())})) {
        m_comparesTimes |= comparesTimes(words);
        const bool isScript = isSameWord(words[0], "EVAL") || isSameWord(words[0], "EVAL_RO");
        if (isScript && words.size() > 1)
            noteScript({words[1].data(), qsizetype(words[1].size())});
    }
}

void UnexploredNotes::noteScript(const QByteArray &source)
{
    if (!m_scripts.insert(source).second)
        return;
    m_comparesTimes = m_comparesTimes || comparesTimesInScript(source, *m_tables.scenario);
    m_goesThroughTables = m_goesThroughTables || goesThroughTables(source);
}

// A thread that no timer and no reply makes go on does so when it likes.
void UnexploredNotes::noteStep(const quint32 *state, PackedStep step)
{
    if (!m_tables.options.assumes(Assumption::TimersOnTime)
        || m_freeBesideOwn.contains(step.client))
        return;
    const ProcessState &process = m_tables.process(state, step.client);
    if (process.isOver)
        return;
    const ThreadState &thread = process.threads[step.thread];
    const bool isFree = thread.reply == 0 && !thread.isOnTime && !thread.hasFired();
    if (isFree && runsBesideOwn(state, step.client, step.thread))
        m_freeBesideOwn.insert(step.client);
}

// A timer that has just begun may strike after a deadline from before, which in reality may come
// later than the timer (see KeyHeld::Slack).
//
// One that begins after time has passed, beside a timer of another client or a deadline that this
// client has not set, begins in reality at any distance from the end of that. So does one beside
// what its client has begun, where the client has made a step in between when it liked. Where
// timers may be late, they are at any distance anyway.
void UnexploredNotes::noteNewTimers(const quint32 *state, int client)
{
    const bool isOnTime = m_tables.options.assumes(Assumption::TimersOnTime);
    if ((m_overlaps.behind && (m_hasPhases || !isOnTime)) || m_tables.timeLeft(state) == 0)
        return;
    const ProcessState &process = m_tables.process(state, client);
    if (!process.hasTimers)
        return;
    const bool hasTimePassed = m_tables.timeLeft(state) < m_tables.options.bounds.time;
    const ClientHistory &history = (*m_tables.histories)[process.history];
    for (const int thread : history.newRequests) {
        const qint64 timer = process.threads[size_t(thread)].timer;
        if (timer > 0 && isOnTime && hasTimePassed) {
            m_hasPhases |= runsBesideOthers(state, client);
            if (runsBesideOwn(state, client, thread))
                m_timedBesideOwn.insert(client);
        }
        for (int node = 0; timer > 0 && node < m_tables.nodes(); ++node) {
            for (const KeyHeld &key : m_tables.datasets[state[node]])
                m_overlaps.behind |= key.slack == KeyHeld::Slack::Old && key.ttl <= timer;
        }
    }
}

// The bounds alone decide: no step stands for the outage of a server that has nothing to lose, but
// whoever needs it waits for it all the same.
bool UnexploredNotes::mayHaveOutages() const
{
    const Bounds &bounds = m_tables.options.bounds;
    return m_hasTimePassed && m_tables.options.assumes(Assumption::TimersOnTime)
        && (bounds.restarts > 0 || bounds.failovers > 0);
}

// Deadlines at the same instant, which in reality may be apart, matter where a thread would do more
// in between than steps let it.
std::vector<Unexplored> UnexploredNotes::all(bool clockGoesOnInScripts) const
{
    std::vector<Unexplored> unexplored = unexploredOf(*m_tables.scenario);
    if (m_comparesTimes)
        unexplored.push_back(Unexplored::TimesBetweenDeadlines);
    // Messages about expiries have a name of their own, LateExpiredEvents.
    if (m_hasMessages && !m_tables.scenario->expiredEvents)
        unexplored.push_back(Unexplored::LateMessages);
    if (m_overlaps.later || m_overlaps.behind || m_overlaps.unclear
        || (m_overlaps.several && clockGoesOnInScripts) || (m_overlaps.equal && m_wasCutShort))
        unexplored.push_back(Unexplored::TimeBetweenLeases);
    if (m_wasCutShort)
        unexplored.push_back(Unexplored::CommandsAtDeadline);
    if (m_lagsOtherwise)
        unexplored.push_back(Unexplored::OtherReplicationLags);
    const bool isOwnApart = std::any_of(m_timedBesideOwn.begin(), m_timedBesideOwn.end(),
        [this](int client) { return m_freeBesideOwn.contains(client); });
    if (m_hasPhases || isOwnApart)
        unexplored.push_back(Unexplored::TimersOutOfPhase);
    if (mayHaveOutages())
        unexplored.push_back(Unexplored::OutagesThatLast);
    if (m_goesThroughTables)
        unexplored.push_back(Unexplored::TableOrder);
    if (m_mayMissMessages)
        unexplored.push_back(Unexplored::LateResubscriptions);
    if (m_needsOneClock)
        unexplored.push_back(Unexplored::ClocksThatDrift);
    if (m_hasLosses)
        unexplored.push_back(Unexplored::LostReplies);
    std::sort(unexplored.begin(), unexplored.end());
    unexplored.erase(std::unique(unexplored.begin(), unexplored.end()), unexplored.end());
    return unexplored;
}

} // namespace lockstep
