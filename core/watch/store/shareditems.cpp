#include "core/watch/store/shareditems.h"

#include "core/watch/store/itemstore.h"

#include <algorithm>
#include <numeric>

namespace lockstep {

// There is a store a node, so asking each is cheaper than an index of all keys.
ItemStore *SharedItems::storeOf(const QByteArray &key) const
{
    const auto found = std::find_if(m_stores.begin(), m_stores.end(),
        [&key](const ItemStore *store) { return store->contains(key); });
    return found == m_stores.end() ? nullptr : *found;
}

std::size_t SharedItems::entries() const
{
    return std::accumulate(m_stores.begin(), m_stores.end(), std::size_t(0),
        [](std::size_t sum, const ItemStore *store) { return sum + store->entries(); });
}

void SharedItems::setAlertRules(const std::vector<AlertRule> &rules)
{
    if (!alerts.setRules(rules))
        return;
    for (ItemStore *store : m_stores)
        store->noteAlertRules();
}

void SharedItems::publish(Snapshot &snapshot)
{
    tables.publish(snapshot);
    snapshot.freed = freed.publish(snapshot.takenAt);
    snapshot.alerts = alerts.firing();
    snapshot.alertsLeftOut = alerts.leftOut();
    snapshot.journal = journal.take();
    snapshot.journalTotal = journal.total();
}

} // namespace lockstep
