#pragma once

#include "core/redis/endpoint.h"
#include "core/redis/error.h"

#include <map>
#include <memory>
#include <vector>

struct redisContext;

namespace lockstep {

// What a key holds after some commands.
struct KeyState
{
    bool exists = false;
    bool isNumber = false;
    bool deadlineSet = false; // by these commands, be it to the same instant
    qint64 number = 0; // of an integer string; else elements or bytes
    qint64 deadlineMs = -1; // on the clock of the commands' first execution; -1: none
    QByteArray text; // of a string, up to 200 bytes; of a hash its first field
    QByteArray digest; // of the whole, where text is not all of it
};

// Commands to be executed again, all at once.
struct Replay
{
    int node = 0;
    qint64 atMs = 0; // when the server executed them
    std::vector<std::vector<QByteArray>> commands;
    std::vector<QByteArray> keys; // that they name
};

// A real server on which commands are executed once more, as if it were the time of their first
// execution. Nothing expires there by itself. Blocks; belongs to one thread.
class ScratchServer
{
public:
    // Empties the databases 8 … 8 + nodes - 1, now and in the end.
    // Errors: of connecting, BadInput for TLS and more than 8 nodes.
    static Result<std::unique_ptr<ScratchServer>> open(const Endpoint &endpoint, int nodes);
    ~ScratchServer();
    Q_DISABLE_COPY_MOVE(ScratchServer)

    // Whether a command of that name (in capitals) can change a key. Not between send and receive.
    Result<bool> writes(const QByteArray &command);
    // Whether that is known without asking the server.
    [[nodiscard]] bool knows(const QByteArray &command) const { return m_writes.contains(command); }

    // Pipelined; states in the order of the keys.
    void send(const Replay &replay);
    Result<std::vector<KeyState>> receive(const Replay &replay);
    Result<void> forget(int node); // what a node holds. Not between send and receive

private:
    struct FreeContext
    {
        void operator()(redisContext *context) const;
    };
    using Context = std::unique_ptr<redisContext, FreeContext>;

    ScratchServer() = default;
    static Result<Context> connect(const Endpoint &endpoint, int database);

    std::vector<Context> m_nodes;
    std::map<QByteArray, bool> m_writes;
    QByteArray m_script; // its SHA1
};

} // namespace lockstep
