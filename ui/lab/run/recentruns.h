#pragma once

#include "core/lab/history/run.h"

#include <list>

namespace lockstep {

// Keeps the last run of each scenario, so that it is shown again when the user returns to the
// scenario. The memory for it is bounded: the oldest runs are dropped first.
class RecentRuns
{
public:
    static constexpr qint64 mostBytes = 256 * 1024 * 1024; // all histories together

    void put(const QString &key, const RunPtr &run);
    [[nodiscard]] RunPtr find(const QString &key) const; // nullptr if it is not kept

private:
    struct Kept
    {
        QString key;
        RunPtr run;
        qint64 bytes;
    };
    std::list<Kept> m_kept; // the newest first
};

} // namespace lockstep
