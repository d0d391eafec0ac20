#pragma once

#include "core/lab/freerun/rounds/runtarget.h"
#include "core/lab/history/run.h"

#include <QObject>

namespace lockstep {

// A free run: real clients at full speed, with connections on a libuv loop on a thread of its own.
// The object belongs to the application's thread, in which its signals are emitted. Destroying it
// stops the run and leaves no servers, keys or threads behind.
class FreeRunSession : public QObject
{
    Q_OBJECT

public:
    FreeRunSession(
        ScenarioPtr scenario, RunOptions options, RunTarget place, QObject *parent = nullptr);
    ~FreeRunSession() override;

    // Begins the run and returns at once. Errors: BadInput, which says what is possible, for
    // settings or numbers of clients that are not possible, TLS, a scenario that needs servers of
    // its own on a server of the user's, and the limit of open files of this process. Errors that
    // need a server come by failed(): those of PrivateServer and of connecting, and BadInput for
    // more clients than the server accepts.
    Result<void> start();
    // Cuts off the present round and judges it; finished() follows with what there is. If a round
    // is being judged already, that is given up too.
    void stop();

Q_SIGNALS:
    void progressed(const lockstep::RunProgress &progress); // at most 30 times a second
    void finished(const lockstep::RunPtr &run);
    // Instead of finished(): a right is missing, the server went away before anything was found, …
    void failed(const lockstep::Error &error);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
