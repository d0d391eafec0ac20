#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace lockstep {

// A private redis-server (or valkey-server): unix socket in a private temporary folder, no TCP
// port, no persistence. It ends with this object, and, on Linux by a parent-death signal, with the
// process, kill -9 included. The signal follows the thread that forked: make the private server on
// a thread that lives as long as the program. Folders left by owners that are dead are removed at
// start.
class PrivateServer : public QObject
{
    Q_OBJECT

public:
    enum class Clock : quint8 {
        Real,
        // Real, but the same millisecond throughout a command: what the server judges by is then
        // what MONITOR tells. Where the library for it is missing: Real.
        Held,
        StandsStill, // see ServerClock
        Shifted, // runs, and is ahead or behind by what ServerClock::shift() says
    };
    struct Options
    {
        QStringList extraArguments{}; // appended to the server's command line
        // Makes the server listen on a free port of 127.0.0.1 as well. It then has a random
        // password, which it also asks for over the unix socket, and which it gives when it is made
        // a replica of another private server.
        bool tcp = false;
        Clock clock = Clock::Real;
    };

    // Blocks until the server answers PING, at most some seconds.
    // Errors: ServerProgramMissing, PrivateServerFailed.
    static Result<std::unique_ptr<PrivateServer>> start(const Options &options);
    static Result<std::unique_ptr<PrivateServer>> start() { return start(Options()); }
    // The two halves of start(), for whoever has something to do while the server comes up. Between
    // them there is a folder and a process, but nothing that answers, and no port.
    static Result<std::unique_ptr<PrivateServer>> launch(const Options &options);
    Result<void> waitUntilReady();
    ~PrivateServer() override;

    // Ends the server as a crash would. died() is not emitted.
    void kill();
    // Starts the server again after kill(), at the same socket and port, without any keys. It
    // answers a moment later. Errors: PrivateServerFailed.
    Result<void> launchAgain();

    // Both endpoints have the password, if there is one.
    [[nodiscard]] Endpoint endpoint() const; // over the unix socket
    [[nodiscard]] Endpoint tcpEndpoint() const; // only with Options::tcp
    [[nodiscard]] qint64 processId() const;
    [[nodiscard]] QString folder() const;

Q_SIGNALS:
    void died(const QString &lastLogLines); // the server ended although nobody asked it to

private:
    class Private;
    explicit PrivateServer(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace lockstep
