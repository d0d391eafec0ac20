#pragma once

#include "core/lab/scenario/scenario.h"

#include <QByteArray>
#include <QtGlobal>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

class CommandTable;
struct ClientThread;

// A script as the server knows it: of resources/scripts, or of a file's own.
struct ServerScript
{
    std::string source;
    std::string sha1;
};

// A guarded script can reach only keys and channels with the prefix of its first key: whatever else
// it tries is answered with an error.
enum class ScriptGuard : quint8 { None, Prefix };

using ServerScripts = std::map<std::string, ServerScript, std::less<>>;

// A script of resources/scripts; nullptr if there is none of this name. It lives as long as the
// program. Any thread.
const ServerScript *serverScript(std::string_view name, ScriptGuard guard);
// Whether it is the SHA1 of one of resources/scripts, which touch no key but those they are given.
bool isShippedScript(std::string_view sha1);
// The scripts that stand in the file itself.
ServerScripts ownServerScripts(const Scenario &scenario);
// The end of a sentence: "; did you mean …", or which scripts there are.
QByteArray nearestServerScripts(const QByteArray &name, const ServerScripts &own);

// Why a run may not use a script; empty if it may: it names a key itself, or a channel where
// programs subscribe to some. A name without the run's prefix is another one than the programs
// mean.
QByteArray refusalOfNames(
    std::string_view script, const CommandTable &commands, bool programsSubscribe);

struct NamedScript
{
    QByteArray name;
    QByteArray source;
};
// The scripts that are shown beside a file: its own, and those of resources/scripts that it names
// in redis.script("…"), in the order in which the names first stand in its text.
std::vector<NamedScript> scriptsNamedBy(const Scenario &scenario);
// Appends the call of the thread's script as EVALSHA (byHash) or as EVAL.
void appendScript(const ClientThread &thread, bool byHash, std::string *wire);

} // namespace lockstep
