#pragma once

#include "core/lab/history/run.h"

#include <list>

namespace lockstep {

// Keeps the last run of each scenario, so that it is shown when the user comes back to the
// scenario. What it keeps is bounded: the oldest runs go first.
class RecentRuns
{
public:
    static constexpr qint64 mostBytes = 256 * 1024 * 1024; // all histories together

    void put(const QString &key, const RunPtr &run);
    [[nodiscard]] RunPtr find(const QString &key) const; // nullptr: none

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
