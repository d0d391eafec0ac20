#pragma once

#include "core/lab/checks/happenings.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace lockstep {

// Which operation set the deadline that a key has: it keeps it when it is written to, and takes it
// along under another name (RENAME). The happenings must outlive this.
class DeadlineSetters
{
public:
    explicit DeadlineSetters(const std::vector<Happening> &happenings);

    // change: of an operation. Its own one, unless it took over what another one than the setup's
    // commands had set: those are not told apart.
    [[nodiscard]] quint32 setterOf(const KeyChange &change) const;

private:
    void findTakenOver() const;

    const std::vector<Happening> &m_happenings;
    // By the change that took a deadline over. Found out when it is asked for first.
    mutable std::optional<std::unordered_map<const KeyChange *, quint32>> m_takenOver;
};

} // namespace lockstep
