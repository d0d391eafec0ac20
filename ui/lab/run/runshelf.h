#pragma once

#include "core/lab/history/run.h"

#include <list>

namespace lockstep {

// The last run of each scenario, so that coming back to one shows it. Bounded: the oldest go first.
class RunShelf
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
