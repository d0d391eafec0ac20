#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <QList>
#include <QString>

#include <atomic>
#include <memory>
#include <utility>

namespace lockstep {

// The wall clock of a private server that was started with PrivateServer::Clock::StandsStill. It
// stands still and shows what is set here, forwards or backwards; the server's next command sees
// it. One object for a server; any thread.
class ServerClock
{
public:
    // Unix time in ms that every such server shows at first: 2026-01-01T00:00:00Z. Always the same,
    // so that what depends on the time can be repeated.
    static constexpr qint64 beginning = 1'767'225'600'000;

    // Puts into the folder what a server needs that is started there with environment(): the file
    // that it reads, with ms in it at first, and a link to the library that is preloaded. Errors:
    // PrivateServerFailed.
    static Result<void> prepare(const QString &folder, qint64 ms = beginning);
    static QList<std::pair<QString, QString>> environment(const QString &folder);
    // The environment of a server with PrivateServer::Clock::Shifted, whose folder was prepared
    // with ms = 0.
    static QList<std::pair<QString, QString>> shiftedEnvironment(const QString &folder);

    // Links the library into the folder of a server with PrivateServer::Clock::Held, whose
    // environment is heldEnvironment(). Errors: PrivateServerFailed, the library is missing.
    static Result<void> linkLibrary(const QString &folder);
    static QList<std::pair<QString, QString>> heldEnvironment();

    // endpoint: of a PrivateServer, on its unix socket. Errors: BadInput, it has no such clock.
    static Result<std::unique_ptr<ServerClock>> open(const Endpoint &endpoint);
    ~ServerClock();
    Q_DISABLE_COPY_MOVE(ServerClock)

    void set(qint64 ms); // ms since `beginning`; may be negative
    [[nodiscard]] qint64 now() const; // ms since `beginning`
    // Sets by how many ms a clock of PrivateServer::Clock::Shifted is ahead of real time.
    void shift(qint64 ms);

private:
    using Microseconds = std::atomic<qint64>; // since 1970, as preloadedclock.cpp reads them

    explicit ServerClock(Microseconds *mapped);

    Microseconds *m_mapped;
};

} // namespace lockstep
