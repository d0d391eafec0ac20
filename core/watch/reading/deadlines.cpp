#include "core/watch/reading/deadlines.h"

namespace lockstep {

void Deadlines::set(const QByteArray &key, Instant deadline)
{
    const auto [it, isNew] = m_deadlines.try_emplace(key, Entry{deadline, deadline});
    if (!isNew) {
        it->second.deadline = deadline;
        if (it->second.queued <= deadline)
            return; // found again when that slot comes up
        it->second.queued = deadline;
    }
    m_queue.push({deadline, key});
}

void Deadlines::clear()
{
    m_queue = {};
    m_deadlines.clear();
}

std::optional<Instant> Deadlines::next() const
{
    return m_queue.empty() ? std::nullopt : std::optional(m_queue.top().at);
}

std::vector<QByteArray> Deadlines::takeDue(Instant now)
{
    std::vector<QByteArray> due;
    while (!m_queue.empty() && m_queue.top().at <= now) {
        const auto slot = m_queue.top();
        m_queue.pop();
        const auto it = m_deadlines.find(slot.key);
        if (it == m_deadlines.end() || it->second.queued != slot.at)
            continue; // removed, or replaced by an earlier slot
        if (it->second.deadline <= now) {
            due.push_back(slot.key);
            m_deadlines.erase(it);
        } else {
            it->second.queued = it->second.deadline;
            m_queue.push({it->second.deadline, slot.key});
        }
    }
    return due;
}

} // namespace lockstep
