#pragma once

#include "core/lab/history/orderedchanges.h"

#include <map>
#include <utility>

namespace lockstep {

struct RoundRecords;

// How early the waits of a round can have been over. The records must outlive this.
class WaitEnds
{
public:
    explicit WaitEnds(const RoundRecords &records);

    // When the thread can have gone on that made the mark after a wait, at the earliest. The moment
    // of the mark, if it made the mark after something else.
    [[nodiscard]] Moment earliestBefore(const MarkRecord &mark);

private:
    [[nodiscard]] Moment ofKey(const WaitRecord &wait);
    [[nodiscard]] Moment ofMessage(const WaitRecord &wait) const;
    [[nodiscard]] const OrderedChanges &changesOf(quint32 key, quint8 node);

    const RoundRecords &m_records;
    std::map<std::pair<quint32, quint8>, OrderedChanges> m_changes; // by key and node
};

} // namespace lockstep
