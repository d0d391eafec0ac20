#pragma once

#include "app/arguments/arguments.h"
#include "core/watch/snapshot/snapshot.h"

#include <memory>

namespace lockstep {

// How `lockstep watch` prints what it sees to standard output. Each function returns whether it
// could be written. If not, every function except redraw() has already printed why.
class WatchOutput
{
public:
    virtual ~WatchOutput() = default;

    // Makes the JSON output if --json was given, or else the text output. where:
    // Endpoint::display(). metricsUrl: the URL of the metrics; empty if none are served.
    static std::unique_ptr<WatchOutput> of(
        const Arguments &arguments, const QString &where, const QString &metricsUrl);

    // From now on the output for people says that the server is marked as production. JSON does
    // not: it says the same of a server whatever somebody has marked.
    virtual void markAsProduction() { }
    // now: the time that ages and remaining times refer to.
    virtual bool printSnapshot(const Snapshot &snapshot, Instant now) = 0;
    // Shows the snapshot on the screen, in place of the one before. Nothing is printed if that
    // fails: the terminal is gone, so nobody would read it.
    virtual bool redraw(const Snapshot &snapshot, Instant now) = 0;
    virtual bool printEntry(const JournalEntry &entry) = 0;
    // Prints a counter whose value has changed.
    virtual bool printChange(const Item &counter, const Snapshot &snapshot) = 0;
};

} // namespace lockstep
