#include "core/watch/store/knownobjects.h"

namespace lockstep {

std::optional<QByteArray> KnownObjects::anyKey() const
{
    if (m_entries.empty())
        return std::nullopt;
    return m_entries.begin()->last->key;
}

FormatPtr KnownObjects::format(const QByteArray &key) const
{
    auto *entry = m_entries.find(key);
    return entry ? entry->last->format : FormatPtr();
}

ItemPtr KnownObjects::item(const QByteArray &key) const
{
    auto *entry = m_entries.find(key);
    return entry ? entry->item() : ItemPtr();
}

std::optional<Instant> KnownObjects::readAt(const QByteArray &key) const
{
    auto *entry = m_entries.find(key);
    if (!entry || !entry->everRead)
        return {};
    return entry->last->readAt;
}

bool KnownObjects::markMet(const QByteArray &key, quint32 pass)
{
    auto *entry = m_entries.find(key);
    if (!entry)
        return false;
    entry->metIn = pass;
    return true;
}

bool KnownObjects::wasMet(const QByteArray &key, quint32 pass) const
{
    const auto *entry = m_entries.find(key);
    return entry && entry->metIn == pass;
}

void KnownObjects::setGuessedWithoutTtl(const QByteArray &key, bool isGuessed)
{
    auto *entry = m_entries.find(key);
    if (entry)
        entry->isGuessedWithoutTtl = isGuessed;
}

bool KnownObjects::isGuessedWithoutTtl(const QByteArray &key) const
{
    auto *entry = m_entries.find(key);
    return entry && entry->isGuessedWithoutTtl;
}

std::vector<QByteArray> KnownObjects::keys(Instant goneSince) const
{
    std::vector<QByteArray> keys;
    keys.reserve(m_entries.size());
    for (const auto &entry : m_entries) {
        if (entry.exists || !entry.everRead || entry.last->readAt >= goneSince)
            keys.push_back(entry.last->key);
    }
    return keys;
}

std::vector<QByteArray> KnownObjects::unread() const
{
    std::vector<QByteArray> keys;
    for (const auto &entry : m_entries) {
        if (!entry.everRead)
            keys.push_back(entry.last->key);
    }
    return keys;
}

std::vector<QByteArray> KnownObjects::someKeys(std::size_t most) const
{
    std::vector<QByteArray> keys;
    for (auto it = m_entries.begin(); it != m_entries.end() && keys.size() < most; ++it) {
        if (it->exists)
            keys.push_back(it->last->key);
    }
    return keys;
}

std::vector<QByteArray> KnownObjects::notMet(quint32 pass) const
{
    std::vector<QByteArray> keys;
    for (const auto &entry : m_entries) {
        if (entry.exists && entry.metIn != pass)
            keys.push_back(entry.last->key);
    }
    return keys;
}

std::vector<QByteArray> KnownObjects::keysToCountWaitersOf() const
{
    std::vector<QByteArray> keys;
    for (const auto &entry : m_entries) {
        const Item &last = *entry.last;
        if ((entry.exists || last.reading.waiters.value_or(0) > 0)
            && last.format->family() == Family::Lock
            && !last.format->waitersChannel(last.key).isEmpty())
            keys.push_back(last.key);
    }
    return keys;
}

} // namespace lockstep
