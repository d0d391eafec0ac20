#pragma once

#include <QByteArray>
#include <QHashFunctions>

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lockstep {

// Which keys are parts of which object: a limiter may keep its tokens in one key and the time in
// another. A part belongs to one object.
class PartOwners
{
public:
    void add(const QByteArray &part, const QByteArray &owner)
    {
        const auto [known, isNew] = m_owners.try_emplace(part, owner);
        if (!isNew && known->second == owner)
            return;
        if (!isNew)
            takeFrom(std::exchange(known->second, owner), part);
        m_parts[owner].insert(part);
    }
    // Removes all parts of the object. Takes time proportional to their number.
    void removeOwner(const QByteArray &owner)
    {
        const auto known = m_parts.extract(owner);
        if (!known)
            return;
        for (const QByteArray &part : known.mapped())
            m_owners.erase(part);
    }
    // The object that the key is a part of; nullptr if it is part of none. Valid until the next
    // change.
    [[nodiscard]] const QByteArray *owner(const QByteArray &part) const
    {
        const auto known = m_owners.find(part);
        return known == m_owners.end() ? nullptr : &known->second;
    }
    [[nodiscard]] qint64 size() const { return static_cast<qint64>(m_owners.size()); } // parts
    template <typename F> void forEach(F &&f) const // f(part)
    {
        for (const auto &[part, owner] : m_owners)
            f(part);
    }

private:
    void takeFrom(const QByteArray &owner, const QByteArray &part)
    {
        const auto known = m_parts.find(owner);
        known->second.erase(part);
        if (known->second.empty())
            m_parts.erase(known);
    }

    std::unordered_map<QByteArray, QByteArray> m_owners; // by part
    std::unordered_map<QByteArray, std::unordered_set<QByteArray>> m_parts; // by owner
};

} // namespace lockstep
