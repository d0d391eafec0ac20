#pragma once

#include "core/lab/checks/happenings.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace lockstep {

// Which operation set the deadline that a key has: it keeps it when it is written to, and takes it
// along under another name (RENAME), and a copy has that of what was copied (COPY). The history and
// the happenings must outlive this.
class DeadlineSetters
{
public:
    DeadlineSetters(const History &history, const std::vector<Happening> &happenings);

    // change: made by an operation. Returns that operation, unless it took over a deadline that
    // another one had set. The commands of the setup do not count as others, because they cannot be
    // told apart.
    [[nodiscard]] quint32 setterOf(const KeyChange &change) const;

private:
    [[nodiscard]] quint32 copiedBy(quint32 operation) const;
    void findTakenOver() const;

    const History &m_history;
    const std::vector<Happening> &m_happenings;
    // The operation that set a deadline, by the key change that took this deadline over. Computed
    // on first use.
    mutable std::optional<std::unordered_map<const KeyChange *, quint32>> m_takenOver;
};

} // namespace lockstep
