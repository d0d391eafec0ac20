#pragma once

#include "core/lab/freerun/rounds/runtarget.h"
#include "core/lab/history/run.h"

#include <QObject>

namespace lockstep {

// Clients at full speed: real connections on a libuv loop of its own thread. Lives in the thread
// that made it, the application's; signals arrive there. Destroying it stops the run and leaves
// nothing behind.
class FreeRunSession : public QObject
{
    Q_OBJECT

public:
    FreeRunSession(
        ScenarioPtr scenario, RunOptions options, RunTarget place, QObject *parent = nullptr);
    ~FreeRunSession() override;

    // Begins, and does not wait for it. What can be said at once is an error of this call: settings
    // and clients that are not possible, TLS, several nodes on one server of the user's, the file
    // limit of this process (BadInput with what is possible). What needs a server is told by
    // failed(): errors of PrivateServer and of connecting, clients beyond the server's limit
    // (BadInput).
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
