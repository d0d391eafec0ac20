#pragma once

#include "core/redis/values/command.h"
#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"
#include "core/redis/values/reply.h"

#include <QCoroTask>
#include <QObject>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace lockstep {

struct ConnectionOptions
{
    QByteArray clientName = "lockstep"; // CLIENT SETNAME; a refusal by ACL is not an error
    std::chrono::milliseconds connectTimeout{
        5000}; // resolve, connect, TLS, AUTH and SELECT together, at each node that is tried
    // From sending to the reply, not counting time in which 64 KiB or more of replies came in;
    // 0: for ever.
    std::chrono::milliseconds commandTimeout{5000};
    qint64 maxReplyBytes = 1024LL * 1024 * 1024; // one reply on the wire; more ends the connection
    // Asked for every command, the handshake's too; false: it ends as NotAllowed and is not sent.
    // Empty: all may.
    std::function<bool(const Command &)> permit;
    // Back-off between attempts of keepOpen(): doubled each time, with jitter.
    std::chrono::milliseconds firstRetry{100};
    std::chrono::milliseconds longestRetry{5000};
};

// What a connection has moved since it was made, over all its reconnects.
struct Traffic
{
    qint64 commands = 0; // sent, the handshake's included
    qint64 bytesSent = 0;
    qint64 bytesReceived = 0;
};

// One connection to one server, over a unix socket, TCP or TLS. Commands are pipelined and answered
// in order. Lives on the thread it was made on, which needs an event loop; nothing here blocks.
//
// A command is written once. When the connection breaks, those that were not written end as
// NotConnected, those that were as ConnectionLost with mayHaveRun set: nothing is sent twice.
class Connection : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 { Closed, Opening, Open, Waiting /* for the next attempt */ };
    Q_ENUM(State)
    using ReplyCallback = std::function<void(Result<Reply>)>;

    explicit Connection(
        Endpoint endpoint, ConnectionOptions options = {}, QObject *parent = nullptr);
    ~Connection() override; // callbacks that are still waiting are dropped, not called

    // One attempt: connect, TLS, AUTH, SELECT, CLIENT SETNAME. Of a Cluster's nodes each is tried,
    // in the order of the address, until one answers.
    // Errors: HostNotFound … TlsFailed, NoAuth, WrongPass, NoPasswordSet, ProtectedMode,
    // MaxClients, …; of a Cluster NoCluster, and NoClusterNode where it has several nodes.
    QCoro::Task<Result<void>> open();

    // From now on the connection is opened, and opened again with back-off and jitter whenever it
    // is lost, until close(). Each success emits opened(), each failure failed().
    void keepOpen();

    // Everything that waits ends as Cancelled (mayHaveRun where it was written).
    void close();

    // A Reply of kind Error is returned as Error; everything else as value. The callback is called
    // on this thread, from the event loop or, when not connected, before send() returns. It may
    // delete this object.
    void send(const Command &command, ReplyCallback done);
    // When this object is deleted meanwhile, it ends as Cancelled with mayHaveRun.
    QCoro::Task<Result<Reply>> request(Command command);

    [[nodiscard]] State state() const;
    [[nodiscard]] const Endpoint &endpoint() const;
    // Where the server is that was reached, or tried, last: of the nodes of a Cluster that
    // endpoint() names, one; else endpoint().
    [[nodiscard]] Endpoint server() const;
    // Where Sentinels had to be asked: which primary they led to, "db2:6379"; else empty.
    [[nodiscard]] QString peer() const;
    [[nodiscard]] Traffic traffic() const;
    // Commands sent and not yet answered.
    [[nodiscard]] qsizetype inFlight() const;
    // Since when the oldest of them has waited while less than 64 KiB came in; nothing: none waits.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> waitingSince() const;

Q_SIGNALS:
    void opened();
    void lost(const lockstep::Error &error); // was open, is not any more; not after close()
    void failed(
        const lockstep::Error &error, std::chrono::milliseconds nextAttempt); // of keepOpen()
    // An array that answers no command: messages of pub/sub, once SUBSCRIBE or PSUBSCRIBE was sent.
    void pushed(const lockstep::Reply &message);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
