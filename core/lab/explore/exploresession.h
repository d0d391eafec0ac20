#pragma once

#include "core/lab/explore/exploration.h"

#include <QObject>

#include <memory>

namespace lockstep {

// Explores on a thread of its own, on servers of its own. Lives in the thread that made it, the
// application's; signals arrive there, and no call waits. Destroying it cancels.
class ExploreSession : public QObject
{
    Q_OBJECT

public:
    explicit ExploreSession(QObject *parent = nullptr);
    ~ExploreSession() override;

    // Begins. Errors: BadInput, one is under way: it is until finished() or failed().
    Result<void> start(ScenarioPtr scenario, ExploreOptions options);
    // Ends the exploration, if one is under way: finished() follows within some milliseconds, with
    // what it has found so far.
    void cancel();
    [[nodiscard]] bool isRunning() const;
    // The process of the server of node 0; 0: there is none at the moment.
    [[nodiscard]] qint64 serverProcess() const;

Q_SIGNALS:
    void progressed(const lockstep::ExploreProgress &progress); // at most 30 times a second
    void finished(const lockstep::ExplorationPtr &exploration);
    void failed(const lockstep::Error &error); // as of Explorer::explore(); starting again works

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
