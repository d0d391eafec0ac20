#pragma once

#include "core/watch/alerts/alertevaluation.h"
#include "core/watch/items/holdstore.h"
#include "core/watch/items/journalwriter.h"
#include "core/watch/items/seriesstore.h"
#include "core/watch/store/freedlocks.h"
#include "core/watch/store/publishedtables.h"

#include <optional>
#include <vector>

namespace lockstep {

class ItemStore;

// What the item stores of all nodes of a Cluster have together, so that it is watched as one: the
// tables, the histories and the journal. A server that is no Cluster has one store.
class SharedItems
{
public:
    enum class Of : quint8 { Server, Cluster };
    explicit SharedItems(Of of)
        : m_of(of)
    {
    }

    PublishedTables tables;
    FreedLocks freed;
    SeriesStore series;
    HoldStore holds;
    JournalWriter journal;
    AlertEvaluation alerts{&journal};
    std::optional<Instant> sleptUntil; // the last sleep of this machine that the journal tells of

    [[nodiscard]] bool isOfCluster() const { return m_of == Of::Cluster; }
    void becomeOfCluster() { m_of = Of::Cluster; } // the server has turned out to be a node of one
    void add(ItemStore *store) { m_stores.push_back(store); }
    void remove(ItemStore *store) { std::erase(m_stores, store); }
    [[nodiscard]] const std::vector<ItemStore *> &stores() const { return m_stores; }
    // The store that has the key; nullptr if none has.
    [[nodiscard]] ItemStore *storeOf(const QByteArray &key) const;
    [[nodiscard]] std::size_t entries() const; // of all stores
    // Sets the rules that count from now on. Objects that are known already are read again if one
    // of them may match.
    void setAlertRules(const std::vector<AlertRule> &rules);
    void publish(Snapshot &snapshot); // the tables, the alerts, and the journal with its total

private:
    Of m_of;
    std::vector<ItemStore *> m_stores;
};

} // namespace lockstep
