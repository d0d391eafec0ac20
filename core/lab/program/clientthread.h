#pragma once

#include "core/lab/program/program.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>

struct lua_State;

namespace lockstep {

struct ClientProcess;

// Commands that wait for EXEC.
struct Transaction
{
    bool isOpen = false;
    int node = 0;
    int queued = 0;
    int line = 0; // of MULTI
    std::string wire;
    std::string words;
};

// One thread of a process: a coroutine of Lua and what it asks for.
struct ClientThread
{
    enum class Phase : quint8 {
        Reading, // the file itself is run
        Checking, // a function among the checks
        Running,
        Ended,
        Broken // by a mistake; its coroutine is of no more use
    };
    // What the reply of the request means to the program.
    enum class Awaits : quint8 { Reply, ReplyOrError, Nothing, Message, Number };

    Phase phase = Phase::Running;
    Awaits awaits = Awaits::Reply;
    bool cancelled = false;
    int number = 0;
    int anchor = 0; // in the registry
    int randomCalls = 0;
    int waits = 0; // since its last command
    lua_State *lua = nullptr;
    ClientProcess *process = nullptr;
    class ProgramState *program = nullptr;
    const redisReply *reply = nullptr; // while it is resumed

    Request request;
    std::string wire;
    std::string words;
    std::vector<std::string_view> arguments; // of the call that is being made
    Transaction transaction;
    std::vector<int> watchedNodes; // that may have an open WATCH of it
    const struct ServerScript *script = nullptr; // of the request
    int scriptKeys = 0;
    int scriptWords = 0; // of the whole command
    std::string scriptRest; // keys and arguments, encoded
    qint64 chargedBytes = 0; // for the buffers above
};

struct ClientProcess
{
    int number = 0;
    bool failed = false;
    ClientIdentity identity;
    int mutexOwner = 0; // whose mutexes it uses: the number of its app server, or one of its own
    QString mistake;
    std::map<QByteArray, int> inside; // locks: entered so often and not left
    std::set<std::pair<int, QByteArray>> subscriptions; // node, channel as the server knows it
    std::vector<std::unique_ptr<ClientThread>> threads;
};

} // namespace lockstep
