#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <map>

namespace lockstep {

// The locks that one holder holds, kept up to date. An update looks only at what has changed since
// the last list of locks.
class HeldLocks
{
public:
    // Takes a new list. If the holder is another one, it begins again. holder: that of the lock in
    // the dialog; nothing if nobody holds it. Returns whether the held locks have changed.
    bool update(const std::optional<Holder> &holder, const Snapshot::Items &locks);

    [[nodiscard]] const std::optional<Holder> &holder() const { return m_holder; }
    [[nodiscard]] const std::map<QByteArray, ItemPtr> &locks() const { return m_held; } // by key

private:
    std::optional<Holder> m_holder;
    Snapshot::Items m_locks = std::make_shared<const std::vector<ItemPtr>>();
    std::map<QByteArray, ItemPtr> m_held;
};

} // namespace lockstep
