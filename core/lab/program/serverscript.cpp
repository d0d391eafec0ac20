// The keys of our scripts are those they are given, but some publish to a channel that stands in an
// argument or in the line of a lock, and what stands there a program of the user's chooses. On a
// server of the user's each of their commands is therefore looked at within the server: its first
// word after the name, key or channel, begins with the prefix of the run. The guard is the same
// text for all runs, so that a server keeps each script but once.

#include "core/lab/program/serverscript.h"

#include "core/lab/lua/spelling.h"
#include "core/lab/program/clientthread.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/connection/scriptfile.h"

#include <QDir>

#include <map>

namespace lockstep {

namespace {

using Scripts = std::map<std::string, ServerScript, std::less<>>;

// Stands before a script, on its first line, so that the lines keep their numbers. What is neither
// text nor number the server refuses by itself.
constexpr const char *prefixGuard =
    "local redis = (function() "
    "local own = string.match(KEYS[1] or '', '^{lab:%w+}:') "
    "local function guarded(call, raises) return function(...) "
    "local name, place = ... "
    "local isNamed = type(place) == 'string' or type(place) == 'number' "
    "if name == 'TIME' or not isNamed or own and string.sub(place, 1, #own) == own then "
    "return call(...) end "
    "local refusal = name .. ' of what is not the run\\'s' "
    "if raises then error(refusal, 0) end "
    "return redis.error_reply('ERR ' .. refusal) end end "
    "return setmetatable({call = guarded(redis.call, true), pcall = guarded(redis.pcall, false)}, "
    "{__index = redis}) end)() ";

ServerScript guarded(const Script &script)
{
    const Script whole(prefixGuard + script.source());
    return {whole.source().toStdString(), whole.sha1().toStdString()};
}

const Scripts &allScripts(ScriptGuard guard)
{
    static const auto read = [](ScriptGuard wanted) {
        Scripts scripts;
        const QDir folder(QStringLiteral(":/lockstep/scripts"));
        for (const QString &file : folder.entryList({QStringLiteral("*.lua")}, QDir::Files)) {
            const QString name = file.chopped(4);
            const Script script = scriptFile(name);
            scripts[name.toStdString()] = wanted == ScriptGuard::Prefix
                ? guarded(script)
                : ServerScript{script.source().toStdString(), script.sha1().toStdString()};
        }
        return scripts;
    };
    static const Scripts plain = read(ScriptGuard::None);
    static const Scripts withGuard = read(ScriptGuard::Prefix);
    return guard == ScriptGuard::Prefix ? withGuard : plain;
}

} // namespace

const ServerScript *serverScript(std::string_view name, ScriptGuard guard)
{
    const Scripts &scripts = allScripts(guard);
    const auto found = scripts.find(name);
    return found == scripts.end() ? nullptr : &found->second;
}

QByteArray nearestServerScripts(const QByteArray &name)
{
    std::vector<QByteArray> names;
    for (const auto &[each, script] : allScripts(ScriptGuard::None))
        names.push_back(QByteArray::fromStdString(each));
    return nearest(name, names);
}

void appendScript(const ClientThread &thread, bool byHash, std::string *wire)
{
    appendHeader(wire, thread.scriptWords);
    appendWord(wire, {}, byHash ? "EVALSHA" : "EVAL");
    appendWord(wire, {}, byHash ? thread.script->sha1 : thread.script->source);
    appendWord(wire, {}, std::to_string(thread.scriptKeys));
    wire->append(thread.scriptRest);
}

} // namespace lockstep
