#include "core/watch/discovery/pendingprobes.h"

namespace lockstep {

namespace {

constexpr std::size_t mostUndecided = 65'536;

} // namespace

bool PendingProbes::add(const QByteArray &key, Origin origin, std::optional<Instant> announcedAt)
{
    const auto [entry, isNew] = m_entries.try_emplace(key, Entry{origin, announcedAt});
    if (!isNew && announcedAt)
        entry->second.isAnnouncedAgain = true;
    return isNew;
}

PendingProbes::Entry PendingProbes::take(const QByteArray &key)
{
    const auto entry = m_entries.extract(key);
    return entry.empty() ? Entry() : entry.mapped();
}

std::vector<QByteArray> PendingProbes::names() const
{
    std::vector<QByteArray> names;
    names.reserve(m_entries.size());
    for (const auto &[key, entry] : m_entries)
        names.push_back(key);
    return names;
}

void PendingProbes::countAsOld()
{
    for (auto &[key, entry] : m_entries)
        entry.origin = Origin::Inventory;
}

bool PendingProbes::defer(const QByteArray &key, Origin origin)
{
    if (m_undecided.size() >= mostUndecided)
        return m_undecided.contains(key);
    m_undecided.try_emplace(key, origin);
    return true;
}

void PendingProbes::countUndecidedAsOld()
{
    for (auto &[key, origin] : m_undecided)
        origin = Origin::Inventory;
}

void PendingProbes::clear()
{
    m_entries.clear();
    m_undecided.clear();
}

} // namespace lockstep
