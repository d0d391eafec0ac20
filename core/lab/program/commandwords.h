#pragma once

#include "core/lab/program/clientthread.h"

#include <string>
#include <string_view>

struct lua_State;

namespace lockstep {

// These take the words of a command from Lua's stack into a thread's buffers. Each notes a mistake
// and returns false, or raises where it says so.

// Reads the word at the index, which stays on the stack. False: it is neither text nor number, and
// nothing is noted.
bool readWord(lua_State *lua, int index, std::string_view *word);
// Reads all arguments into thread->arguments; raises.
void readWords(lua_State *lua, ClientThread *thread, const char *function);
// The sentence of a command that programs may not send.
QByteArray refusedCommand(std::string_view name, const char *why);
// Charges words of that length, which are to follow on the wire; raises when the command would be
// too long or take too much memory.
void chargeWord(lua_State *lua, const std::string &wire, size_t length);
// Appends the command, keys and channel with the prefix.
bool encode(lua_State *lua, ClientThread *thread, std::string *wire, std::string *words);
// Makes a command the thread's next request; its words are still to be added.
void composeCommand(lua_State *lua, ClientThread *thread, int node, ClientThread::Awaits awaits);

} // namespace lockstep
