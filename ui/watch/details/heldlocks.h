#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <map>

namespace lockstep {

// What one holder holds, kept up to date: of successive lists of locks only what changed is looked
// at.
class HeldLocks
{
public:
    // Begins anew where it is another holder. holder: of a lock that is looked at; nothing: nobody.
    // True: what it holds is not what it was.
    bool update(const std::optional<Holder> &holder, const Snapshot::Items &locks);

    [[nodiscard]] const std::optional<Holder> &holder() const { return m_holder; }
    [[nodiscard]] const std::map<QByteArray, ItemPtr> &locks() const { return m_held; } // by key

private:
    std::optional<Holder> m_holder;
    Snapshot::Items m_locks = std::make_shared<const std::vector<ItemPtr>>();
    std::map<QByteArray, ItemPtr> m_held;
};

} // namespace lockstep
