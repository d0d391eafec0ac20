#pragma once

#include "core/lab/program/clientthread.h"

struct lua_State;

namespace lockstep {

// MULTI … EXEC of one thread: everything goes to the server at once with EXEC. Functions that
// return int answer as functions called from Lua do, or raise.
class TransactionQueue
{
public:
    TransactionQueue(lua_State *lua, ClientThread *thread, int node);

    // Whether a command that is called now is queued until EXEC.
    [[nodiscard]] bool takes() const;
    int open();
    // Queues the command in the thread's arguments. Where the server would refuse that, the answer
    // is the server's error, and EXEC, with which the command is sent all the same, will fail.
    int add(ClientThread::Awaits awaits);
    // Queues a command whose wire and words have been appended to the transaction already.
    int added();
    int execute(ClientThread::Awaits awaits);
    int discard(ClientThread::Awaits awaits);
    // Called with every command that is about to be sent: remembers a WATCH, forgets it after
    // UNWATCH.
    void noteWatch();

private:
    int answer(const char *status);
    int refuse(const char *sentence);
    void wantNoArguments(const char *sentence);
    [[nodiscard]] bool isWatching() const;
    void forgetWatch();

    lua_State *m_lua;
    ClientThread *m_thread;
    Transaction &m_transaction;
    int m_node;
};

} // namespace lockstep
