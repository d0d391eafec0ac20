#pragma once

#include "core/lab/run.h"
#include "core/redis/endpoint.h"

#include <QObject>

namespace lockstep {

// Where a free run takes place.
struct RunPlace
{
    // Nothing: servers of the lab's own, started for the run. Else a server that the user has
    // explicitly allowed; never one marked as production: the caller has made sure.
    std::optional<Endpoint> allowed;
};

// Clients at full speed: real connections on a libuv loop of its own thread. Lives in the thread
// that made it; signals arrive there. Destroying it stops the run and leaves nothing behind.
class FreeRun : public QObject
{
    Q_OBJECT

public:
    FreeRun(ScenarioPtr scenario, RunOptions options, RunPlace place, QObject *parent = nullptr);
    ~FreeRun() override;

    // Says before anything starts what cannot be had, and then begins: clients beyond the limits of
    // this process or the server, TLS, several nodes on one allowed server.
    // Errors: BadInput with what is possible, those of Sandbox and of connecting.
    Result<void> start();
    // The present round is cut off and judged; finished() follows with what there is. While a round
    // is being judged: that is given up too.
    void stop();

Q_SIGNALS:
    void progressed(const lockstep::RunProgress &progress); // at most 30 times a second
    void finished(const lockstep::RunPtr &run);
    void failed(const lockstep::Error &error); // the server went away, … : no run

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
