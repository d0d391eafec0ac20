#pragma once

#include "core/lab/scenario/scenario.h"

#include <QByteArray>
#include <QtGlobal>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct ClientThread;

// A script as the server knows it: of resources/scripts, or of a file's own.
struct ServerScript
{
    std::string source;
    std::string sha1;
};

// Guarded, a script can reach no other key or channel than those with the prefix of its first key:
// what it tries is answered with an error.
enum class ScriptGuard : quint8 { None, Prefix };

using ServerScripts = std::map<std::string, ServerScript, std::less<>>;

// Of resources/scripts. nullptr: there is none of this name. Lives as long as the program; any
// thread.
const ServerScript *serverScript(std::string_view name, ScriptGuard guard);
// Whether it is one of resources/scripts, which touch no key but those they are given.
bool isShippedScript(std::string_view sha1);
// Those that stand in the file itself.
ServerScripts ownServerScripts(const Scenario &scenario);
// "; did you mean …", or what there is.
QByteArray nearestServerScripts(const QByteArray &name, const ServerScripts &own);

struct NamedScript
{
    QByteArray name;
    QByteArray source;
};
// What a reader of the file wants to see beside it: its own scripts, and those of resources/scripts
// that it names in redis.script("…"), in the order in which the names first stand in its text.
std::vector<NamedScript> scriptsNamedBy(const Scenario &scenario);
// The thread's script as EVALSHA (byHash) or EVAL.
void appendScript(const ClientThread &thread, bool byHash, std::string *wire);

} // namespace lockstep
