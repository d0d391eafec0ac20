#pragma once

#include "app/arguments/arguments.h"
#include "core/watch/snapshot/snapshot.h"

#include <memory>

namespace lockstep {

// How `lockstep watch` prints what it sees, to standard output. Each function returns whether it
// could be written; but for redraw(), why not has been said then.
class WatchOutput
{
public:
    virtual ~WatchOutput() = default;

    // The output that --json asks for, or else the text. where: Endpoint::display(). metricsUrl:
    // where metrics are served; empty: nowhere.
    static std::unique_ptr<WatchOutput> of(
        const Arguments &arguments, const QString &where, const QString &metricsUrl);

    // now: the moment that times are told for.
    virtual bool printSnapshot(const Snapshot &snapshot, Instant now) = 0;
    // The snapshot on a screen, in place of the one before. Where that fails the terminal is gone:
    // nothing is said, for nobody would read it.
    virtual bool redraw(const Snapshot &snapshot, Instant now) = 0;
    virtual bool printEntry(const JournalEntry &entry) = 0;
    // A counter that has another value than before.
    virtual bool printChange(const Item &counter, const Snapshot &snapshot) = 0;
};

} // namespace lockstep
