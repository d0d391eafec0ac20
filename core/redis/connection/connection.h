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

class SentinelLookup;

struct ConnectionOptions
{
    QByteArray clientName = "lockstep"; // CLIENT SETNAME; a refusal by ACL is not an error
    std::chrono::milliseconds connectTimeout{
        5000}; // resolve, connect, TLS, AUTH and SELECT together, at each node that is tried
    // How long a command may take, from sending it to its reply. Time in which 64 KiB or more of
    // replies came in does not count. 0: for ever.
    std::chrono::milliseconds commandTimeout{5000};
    qint64 maxReplyBytes = 1024LL * 1024 * 1024; // one reply on the wire; more ends the connection
    // Called for every command, also those of the handshake. If it returns false, the command ends
    // as NotAllowed and is not sent. Empty: all commands are permitted.
    std::function<bool(const Command &)> permit;
    // keepOpen() waits so long between its attempts: at first this, then twice as long each time,
    // with jitter.
    std::chrono::milliseconds firstRetry{100};
    std::chrono::milliseconds longestRetry{5000};
    // Of an address of Sentinels: finds the primary for several connections together, so that they
    // lead to the same one. Whoever sets it has it ask. Empty: the connection asks by itself.
    std::shared_ptr<SentinelLookup> sentinels;
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

    // Closes the connection. Commands without a reply end as Cancelled, with mayHaveRun set if they
    // were written.
    void close();

    // A Reply of kind Error is returned as Error; everything else as value. The callback is called
    // on this thread, from the event loop or, when not connected, before send() returns. It may
    // delete this object.
    void send(const Command &command, ReplyCallback done);
    // Does the same as a coroutine, which ends as Cancelled with mayHaveRun if this object is
    // deleted meanwhile.
    QCoro::Task<Result<Reply>> request(Command command);

    [[nodiscard]] State state() const;
    [[nodiscard]] const Endpoint &endpoint() const;
    // The server that was reached, or tried, last: one of the nodes of a Cluster if endpoint()
    // names several, else endpoint() itself.
    [[nodiscard]] Endpoint server() const;
    // The primary that the Sentinels named, as "db2:6379"; empty if no Sentinels were asked.
    [[nodiscard]] QString peer() const;
    [[nodiscard]] Traffic traffic() const;
    // Returns how many commands were sent and are not yet answered.
    [[nodiscard]] qsizetype inFlight() const;
    // Tells since when the oldest command in flight has waited while less than 64 KiB came in;
    // nothing if none is in flight.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> waitingSince() const;

Q_SIGNALS:
    void opened();
    void lost(const lockstep::Error &error); // an open connection broke; not emitted by close()
    void failed(
        const lockstep::Error &error, std::chrono::milliseconds nextAttempt); // of keepOpen()
    // A message of pub/sub, after SUBSCRIBE or PSUBSCRIBE: an array that is no reply to a command.
    void pushed(const lockstep::Reply &message);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
