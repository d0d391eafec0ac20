#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <string>
#include <string_view>

namespace lockstep {

struct ClientThread;

// A script of resources/scripts, as the server knows it.
struct ServerScript
{
    std::string source;
    std::string sha1;
};

// Guarded, a script can reach no other key or channel than those with the prefix of its first key:
// what it tries is answered with an error.
enum class ScriptGuard : quint8 { None, Prefix };

// nullptr: there is none of this name. Lives as long as the program; any thread.
const ServerScript *serverScript(std::string_view name, ScriptGuard guard);
// "; did you mean …", or what there is.
QByteArray nearestServerScripts(const QByteArray &name);
// The thread's script as EVALSHA (byHash) or EVAL.
void appendScript(const ClientThread &thread, bool byHash, std::string *wire);

} // namespace lockstep
