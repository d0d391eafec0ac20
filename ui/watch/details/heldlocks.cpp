#include "ui/watch/details/heldlocks.h"

#include "core/watch/snapshot/holdstatistics.h"
#include "ui/watch/rows/placechanges.h"

namespace lockstep {

bool HeldLocks::update(const std::optional<Holder> &holder, const Snapshot::Items &locks)
{
    bool hasChanged = false;
    const bool isSame =
        holder && m_holder ? isSameHolder(*holder, *m_holder) : !holder && !m_holder;
    if (!isSame) {
        hasChanged = true;
        m_locks = std::make_shared<const std::vector<ItemPtr>>();
        m_held.clear();
    }
    m_holder = holder;
    if (!m_holder)
        return hasChanged;
    for (const auto &[before, after] : changesBetween(*m_locks, *locks)) {
        const ItemPtr &item = after >= 0 ? (*locks)[size_t(after)] : (*m_locks)[size_t(before)];
        const bool isHeld = after >= 0 && isHeldBy(*item, *m_holder);
        const bool wasHeld = m_held.erase(item->key) > 0;
        if (isHeld)
            m_held[item->key] = item;
        hasChanged = hasChanged || isHeld != wasHeld;
    }
    m_locks = locks;
    return hasChanged;
}

} // namespace lockstep
