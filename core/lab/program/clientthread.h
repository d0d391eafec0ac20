#pragma once

#include "core/lab/program/program.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>

struct lua_State;

namespace lockstep {

struct ClientProcess;

// The commands between MULTI and EXEC, which are sent together with EXEC.
struct Transaction
{
    bool isOpen = false;
    int node = 0;
    int queued = 0;
    int line = 0; // line of the MULTI in the file
    std::string wire;
    std::string words;
    std::string error; // with which the server refuses to queue the latest command; else empty
};

// One thread of a process: a Lua coroutine and the request at which it has yielded.
struct ClientThread
{
    enum class Phase : quint8 {
        Reading, // the file itself is being run
        Checking, // a check function is being run
        Running,
        Ended,
        Broken // a mistake has ended it; its coroutine cannot be resumed
    };
    // What the reply of the request means to the program.
    enum class Awaits : quint8 { Reply, ReplyOrError, Nothing, Message, Number };

    Phase phase = Phase::Running;
    Awaits awaits = Awaits::Reply;
    bool cancelled = false;
    int number = 0;
    int anchor = 0; // keeps the coroutine alive, in Lua's registry
    int randomCalls = 0;
    int waits = 0; // number of waits since its last command
    lua_State *lua = nullptr;
    ClientProcess *process = nullptr;
    class ProgramState *program = nullptr;
    const redisReply *reply = nullptr; // the reply it is resumed with; null otherwise

    Request request;
    std::string wire;
    std::string words;
    std::vector<std::string_view> arguments; // of the call that is being made
    Transaction transaction;
    std::vector<int> watchedNodes; // nodes on which it may have an open WATCH
    const struct ServerScript *script = nullptr; // the script that the request calls
    int scriptKeys = 0;
    int scriptWords = 0; // number of words of the whole EVALSHA
    std::string scriptRest; // the script's keys and arguments, encoded
    qint64 chargedBytes = 0; // for the buffers above
};

struct ClientProcess
{
    int number = 0;
    bool failed = false;
    ClientIdentity identity;
    int mutexOwner = 0; // whose mutexes it uses: the number of its app server, or one of its own
    QString mistake;
    std::map<QByteArray, int> inside; // by lock: how often entered and not left
    std::set<std::pair<int, QByteArray>> subscriptions; // node, channel as the server knows it
    std::vector<std::unique_ptr<ClientThread>> threads;
};

} // namespace lockstep
