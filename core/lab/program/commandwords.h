#pragma once

#include "core/lab/program/clientthread.h"

#include <string>
#include <string_view>

struct lua_State;

namespace lockstep {

// These take the words of a command from Lua's stack into a thread's buffers. Each notes a mistake
// and returns false, or raises where it says so.

// Reads the word at the index, which stays on the stack. Returns false, and notes no mistake, if it
// is neither text nor number.
bool readWord(lua_State *lua, int index, std::string_view *word);
// Reads all arguments into thread->arguments; raises.
void readWords(lua_State *lua, ClientThread *thread, const char *function);
// The error message for a command that programs may not send.
QByteArray refusedCommand(std::string_view name, const char *why);
// Charges for words of that length, in bytes, which the caller then appends to the wire; raises
// when the command would be too long or take too much memory.
void chargeWord(lua_State *lua, const std::string &wire, size_t length);
// Appends the command in thread->arguments to wire, its keys and channel with the run's prefix, and
// to words as people read it.
bool encode(lua_State *lua, ClientThread *thread, std::string *wire, std::string *words);
// Makes a command the thread's next request; its words are still to be added.
void composeCommand(lua_State *lua, ClientThread *thread, int node, ClientThread::Awaits awaits);

} // namespace lockstep
