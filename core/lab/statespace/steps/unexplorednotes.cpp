#include "core/lab/statespace/steps/unexplorednotes.h"

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

bool UnexploredNotes::hasDeadline(const quint32 *state, int node, quint32 key) const
{
    const Dataset &keys = m_tables.datasets[state[node]];
    return std::any_of(keys.begin(), keys.end(),
        [&](const KeyHeld &each) { return each.key == key && each.ttl > 0; });
}

void UnexploredNotes::noteSetup(const quint32 *first)
{
    for (int node = 0; node < m_tables.nodes(); ++node) {
        for (const KeyHeld &key : m_tables.datasets[first[node]]) {
            if (key.ttl > 0)
                m_setupDeadlines.emplace_back(node, key.key);
        }
    }
}

// A timer that has just begun may strike after a deadline from before, which in reality may come
// later than the timer (see KeyHeld::Slack).
//
// One that begins after time has passed, beside that of another client or a deadline of setup,
// begins in reality at any distance from the end of that. Where timers may be late, they are at any
// distance anyway.
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
        for (int other = 0; timer > 0 && isOnTime && hasTimePassed && other < m_tables.clients();
             ++other)
            m_hasPhases |= other != client && m_tables.process(state, other).hasTimers;
        for (const auto &[node, key] : m_setupDeadlines)
            m_hasPhases |= timer > 0 && isOnTime && hasTimePassed && hasDeadline(state, node, key);
        for (int node = 0; timer > 0 && node < m_tables.nodes(); ++node) {
            for (const KeyHeld &key : m_tables.datasets[state[node]])
                m_overlaps.behind |= key.slack == KeyHeld::Slack::Old && key.ttl <= timer;
        }
    }
}

// Who has to be on time is late where the server is not there for a while.
void UnexploredNotes::noteOutage(const quint32 *state)
{
    m_hasOutages |= m_tables.options.assumes(Assumption::TimersOnTime)
        && (m_tables.timeLeft(state) > 0 || m_tables.isKeyDue(state));
}

// Deadlines at the same instant, which in reality may be apart, matter where a thread would do more
// in between than steps let it.
std::vector<Unexplored> UnexploredNotes::all(bool clockGoesOnInScripts) const
{
    std::vector<Unexplored> unexplored = unexploredOf(*m_tables.scenario);
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
    if (m_hasPhases)
        unexplored.push_back(Unexplored::TimersOutOfPhase);
    if (m_hasOutages)
        unexplored.push_back(Unexplored::OutagesThatLast);
    std::sort(unexplored.begin(), unexplored.end());
    return unexplored;
}

} // namespace lockstep
