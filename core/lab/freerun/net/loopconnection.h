#pragma once

#include "core/lab/freerun/net/runloop.h"
#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <hiredis/hiredis.h>

#include <memory>
#include <string>
#include <string_view>

namespace lockstep {

// Frees a reply, and subtracts its bytes from the counter that they were added to (see
// RunLoop::replyBytes); nullptr: they were not added to any.
struct RunReplyDeleter
{
    qint64 *account = nullptr;
    qint64 bytes = 0;

    void operator()(redisReply *reply) const
    {
        if (account)
            *account -= bytes;
        freeReplyObject(reply);
    }
};
using RunReply = std::unique_ptr<redisReply, RunReplyDeleter>;

// One connection of a free run, over a unix socket or TCP. It reads when libuv says that data has
// arrived, and writes at the end of a turn of the loop. Belongs to the loop's thread.
class LoopConnection : private RunLoop::Writer
{
public:
    // Its functions are called from within the loop. They may close the connection, but must not
    // delete it.
    class Listener
    {
    public:
        virtual ~Listener() = default;
        // Is given the bytes as they arrive. Returns true if they are not to be read as replies.
        virtual bool received(LoopConnection &, std::string_view) { return false; }
        virtual void replied(LoopConnection &link, RunReply reply) = 0;
        // The connection broke and is closed. Not called after close().
        virtual void lost(LoopConnection &link, const Error &error) = 0;
    };

    LoopConnection(RunLoop &loop, Listener &listener);
    ~LoopConnection() override;
    Q_DISABLE_COPY_MOVE(LoopConnection)

    enum class Opening : quint8 { Begun, QueueFull /* of the server: try again in a moment */ };
    // Sends AUTH and SELECT if the endpoint has a password or a database. endpoint.host has to be a
    // numeric address. Errors: SocketMissing, ConnectionRefused, …; later errors are told by
    // Listener::lost().
    Result<Opening> open(const Endpoint &endpoint);
    void close();
    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    // The address of this side, as MONITOR writes it: "127.0.0.1:51312".
    [[nodiscard]] QByteArray address() const;

    // wire: a command in RESP. It is written once the connection is open; with flushed = false, not
    // before flush() is called.
    void send(std::string_view wire, bool flushed = true);
    void flush();

private:
    struct Watcher;

    Result<Opening> connect(const Endpoint &endpoint);
    void write() override;
    void watch();
    void ready(int status, int events);
    void read();
    [[nodiscard]] RunReply accountFor(redisReply *reply, size_t length);
    void take(RunReply reply);
    void noteUnfinished(size_t bytes, size_t lines);
    void makeReader();
    void fail(int systemError);
    void fail(const Error &error);

    RunLoop &m_loop;
    Listener &m_listener;
    Watcher *m_watcher = nullptr; // deletes itself when the loop has let go of it
    redisReader *m_reader = nullptr;
    int m_descriptor = -1;
    int m_greetings = 0; // how many replies to AUTH and SELECT are still to come
    quint64 m_openings = 0; // grows whenever the connection is closed
    bool m_isConnected = false;
    bool m_isWriter = false; // the loop is going to call write()
    std::string m_unsent;
    size_t m_unfinished = 0; // bytes of a reply whose end has not arrived yet
    size_t m_lines = 0; // about how many lines of that reply have arrived
    size_t m_mostUnfinished = 0; // the largest m_unfinished since the reader was made
    QString m_place; // the endpoint, for error messages
};

} // namespace lockstep
