#pragma once

#include "core/lab/history/history.h"

#include <map>
#include <unordered_map>

namespace lockstep {

struct RoundRecords;

// What the ends of waits prove about the keys. Whoever has waited until a key is gone, or until it
// has changed, goes on only after the server has shown that. So what the client waited for had
// happened by then, however late the reply to the command came that did it, and however badly the
// servers' clock is known. Nothing is proved where not all changes are known in their order.
class WaitProofs
{
public:
    explicit WaitProofs(const RoundRecords &records);

    // By when the operation had been executed; never: no wait proves it.
    [[nodiscard]] Moment executedBy(quint32 operation) const;
    // By when the clock of that server had passed the deadline, so that all keys had expired that
    // had it, or an earlier one; never: no wait proves it.
    [[nodiscard]] Moment expiredBy(quint8 node, Moment deadline) const;

    // Whether it is ever proved that a deadline had passed.
    [[nodiscard]] bool proveExpiries() const { return !m_expired.empty(); }

private:
    std::unordered_map<quint32, Moment> m_executed;
    std::map<quint8, std::map<Moment, Moment>> m_expired; // by node and deadline, never decreasing
};

} // namespace lockstep
