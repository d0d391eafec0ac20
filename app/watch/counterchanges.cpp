#include "app/watch/counterchanges.h"

#include <utility>

namespace lockstep {

void CounterChanges::noteTold(const JournalEntry &entry)
{
    if (entry.family == Family::Counter && entry.value && !entry.alert)
        m_told.insert(entry.key, {*entry.value, entry.largeInteger});
}

std::vector<ItemPtr> CounterChanges::take(const Snapshot::Items &counters)
{
    std::vector<ItemPtr> changed;
    if (std::exchange(m_compared, counters) == counters)
        return changed;
    QHash<QByteArray, Value> values; // without the counters that are gone
    for (const ItemPtr &item : *counters) {
        if (!item->reading.value) {
            // The value cannot be read at present. The last one is kept, so that the next one is
            // compared with it.
            const auto told = m_told.constFind(item->key);
            if (told != m_told.cend())
                values.insert(item->key, *told);
            continue;
        }
        const Value value{*item->reading.value, largeInteger(item->reading)};
        values.insert(item->key, value);
        if (m_told.value(item->key, value) != value)
            changed.push_back(item);
    }
    m_told.swap(values);
    return changed;
}

} // namespace lockstep
