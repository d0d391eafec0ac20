#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <map>

namespace lockstep {

// What one holder holds, kept up to date. Of successive lists of locks it looks only at what has
// changed.
class HeldLocks
{
public:
    // Begins anew for another holder. holder: that of the lock that is looked at; nothing: nobody
    // holds it. True: what it holds has changed.
    bool update(const std::optional<Holder> &holder, const Snapshot::Items &locks);

    [[nodiscard]] const std::optional<Holder> &holder() const { return m_holder; }
    [[nodiscard]] const std::map<QByteArray, ItemPtr> &locks() const { return m_held; } // by key

private:
    std::optional<Holder> m_holder;
    Snapshot::Items m_locks = std::make_shared<const std::vector<ItemPtr>>();
    std::map<QByteArray, ItemPtr> m_held;
};

} // namespace lockstep
