#pragma once

#include "core/lab/program/program.h"
#include "core/redis/values/coretext.h"

#include <string_view>

struct lua_State;

namespace lockstep {

struct ClientThread;
class ProgramState;

// The functions of the lab, as they are called from a file. All of them find the thread that calls
// them by its coroutine; outside of a client they are mistakes.

// The thread that runs on this coroutine.
ClientThread *&threadOf(lua_State *lua);
// As threadOf(), but raises, with a sentence that names the function, unless a client is running.
// steps: whether the function yields to the scheduler.
ClientThread *clientOf(lua_State *lua, const char *function, bool steps);
// Raises if the setup function of a stepped run calls this function: there, setup is done at one
// instant, before the clients begin. sentence: what can be done instead, a text of CoreText.
void refuseInSetup(
    lua_State *lua, const ClientThread &thread, const char *function, const char *sentence);
inline constexpr const char *letAClientWait =
    // What every kind of wait passes to refuseInSetup().
    QT_TRANSLATE_NOOP(
        "lockstep::CoreText", "let a client do it, or write what is to be there then");
// The text at the argument, which is a name. Raises if it is no text (a number is none) or longer
// than 1000 bytes.
const char *textArgument(lua_State *lua, int index, const char *function, size_t *length);
// The milliseconds at the argument, rounded up. Raises unless it is a number from 0 to a day.
std::chrono::milliseconds timeArgument(lua_State *lua, int index, const char *function);
// Raises a mistake. sentence: a text of CoreText, in which %1 is the function's name.
[[noreturn]] void refuseCall(lua_State *lua, const char *function, const char *sentence);

// Each adds its functions to the table on the top of the stack.
void addCommandFunctions(lua_State *lua); // redis
void addNodeFunctions(lua_State *lua, int node); // call, pcall, script
void addWaitFunctions(lua_State *lua, int node); // await, await_gone
void addMessageFunctions(lua_State *lua, int node); // subscribe, receive
void addThreadFunctions(lua_State *lua); // spawn, mutex
void addTimeFunctions(lua_State *lua); // work, sleep, now, random
void addMarkFunctions(lua_State *lua);
void addCheckConstructors(lua_State *lua);
void addViewFunctions(lua_State *lua);

// Pushes Redis' reply as Lua sees it: nil is false, a status a text, an error { err = … }. prefix:
// the run's; it is cut off from texts that begin with it.
void pushReply(lua_State *lua, const redisReply *reply, const char *prefix, size_t prefixLength);
// Answers the thread's call with the reply that it awaits (ClientThread::awaits), as functions
// called from Lua do; raises the reply if it is an error that the thread does not await.
int giveReply(lua_State *lua, const ClientThread *thread, const redisReply *reply);

// Yields to the scheduler with the request that the thread has composed; goes on with its reply.
int yieldRequest(lua_State *lua, ClientThread *thread);
// Composes a request without a command; the caller adds its words, wire and whatever else it has.
void composeRequest(lua_State *lua, ClientThread *thread, Request::Kind kind, int node);
// Composes a wait of that kind; refuses more than ten thousand without a command between them.
void composeWait(lua_State *lua, ClientThread *thread, Wait::Kind kind, const char *function);

// Whether key is among those of the scenario; notes the mistake if not.
bool checkKey(lua_State *lua, const ProgramState &program, const char *key, size_t length);

// Gives a Lua state the globals of a file. Pass its address to LuaState::callProtected().
int openLab(lua_State *lua);

// A name as it is shown in a sentence: its beginning, where it is long.
QByteArray shortened(std::string_view name);
// What a server answered to redis.call, as a program sees it: refusedByServer, the server's words,
// hintAtPcall. A program may catch it, so it is the same in every language.
inline constexpr QByteArrayView refusedByServer = "the server refused the command: ";
inline constexpr QByteArrayView hintAtPcall = "; redis.pcall returns an error that is expected";
// Lua's own sentence (“attempt to call a nil value (global 'x')”), and what is said above, in the
// lab's words.
QByteArray explained(const QByteArray &sentence);
// The sentence of the error object on the top of the stack, which is left as it is. *line is set to
// the line that it names, 0 if it names none.
QByteArray errorWords(lua_State *lua, const QByteArray &chunkName, int *line);

} // namespace lockstep
