#include "core/lab/statespace/steps/unexplorednotes.h"

namespace lockstep {

void UnexploredNotes::noteDeadlines(const EarlierDeadlines &earlier, bool timeMayPass)
{
    m_overlaps.later |= earlier.later && timeMayPass;
    m_overlaps.equal |= earlier.equal;
    m_overlaps.behind |= earlier.behind;
    m_overlaps.unclear |= earlier.unclear && timeMayPass;
    m_overlaps.several |= earlier.several && timeMayPass;
}

// A timer that has just begun may strike after a deadline from before, which in reality may come
// later than the timer (see KeyHeld::Slack).
void UnexploredNotes::noteNewTimers(const quint32 *state, int client)
{
    if (m_overlaps.behind || m_tables.timeLeft(state) == 0)
        return;
    const ProcessState &process = m_tables.process(state, client);
    if (!process.hasTimers)
        return;
    const ClientHistory &history = (*m_tables.histories)[process.history];
    for (const int thread : history.newRequests) {
        const qint64 timer = process.threads[size_t(thread)].timer;
        for (int node = 0; timer > 0 && node < m_tables.nodes(); ++node) {
            for (const KeyHeld &key : m_tables.datasets[state[node]])
                m_overlaps.behind |= key.slack == KeyHeld::Slack::Old && key.ttl <= timer;
        }
    }
}

// Deadlines at the same instant, which in reality may be apart, matter where a thread would do more
// in between than steps let it.
std::vector<Unexplored> UnexploredNotes::all(bool clockGoesOnInScripts) const
{
    std::vector<Unexplored> unexplored = unexploredOf(*m_tables.scenario);
    // Messages about expiries have a name of their own, LateExpiredEvents.
    if (m_hasMessages && !m_tables.scenario->expiredEvents)
        unexplored.insert(unexplored.begin(), Unexplored::LateMessages);
    if (m_overlaps.later || m_overlaps.behind || m_overlaps.unclear
        || (m_overlaps.several && clockGoesOnInScripts)
        || (m_overlaps.equal && m_wasCutShort))
        unexplored.push_back(Unexplored::TimeBetweenLeases);
    if (m_wasCutShort)
        unexplored.push_back(Unexplored::CommandsAtDeadline);
    if (m_lagsOtherwise)
        unexplored.push_back(Unexplored::OtherReplicationLags);
    return unexplored;
}

} // namespace lockstep
