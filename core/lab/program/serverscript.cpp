// Scripts as they are sent to servers, and the guard for those sent to a user's server. The shipped
// scripts use only the keys they are given, but some publish to a channel whose name stands in an
// argument or in a lock's waiting line, and a user's program chooses that name. On a server of the
// user's each of their commands is therefore looked at within the server: its first word after the
// name, key or channel, begins with the prefix of the run. The guard is the same text for all runs,
// so that a server keeps each script but once.

#include "core/lab/program/serverscript.h"

#include "core/lab/lua/spelling.h"
#include "core/lab/program/clientthread.h"
#include "core/lab/program/luaapi.h"
#include "core/lab/wire/commandtable.h"
#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/scriptcalls.h"
#include "core/redis/connection/scriptfile.h"
#include "core/redis/values/coretext.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

// Stands before a script, on its first line, so that line numbers stay the same. The server itself
// refuses words that are neither texts nor numbers.
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

ServerScript asSent(const Script &script)
{
    return {script.source().toStdString(), script.sha1().toStdString()};
}

ServerScript guarded(const Script &script)
{
    return asSent(Script(prefixGuard + script.source()));
}

const ServerScripts &allScripts(ScriptGuard guard)
{
    static const auto read = [](ScriptGuard wanted) {
        ServerScripts scripts;
        const QDir folder(QStringLiteral(":/lockstep/scripts"));
        for (const QString &file : folder.entryList({QStringLiteral("*.lua")}, QDir::Files)) {
            const QString name = file.chopped(4);
            const Script script = scriptFile(name);
            scripts[name.toStdString()] =
                wanted == ScriptGuard::Prefix ? guarded(script) : asSent(script);
        }
        return scripts;
    };
    static const ServerScripts plain = read(ScriptGuard::None);
    static const ServerScripts withGuard = read(ScriptGuard::Prefix);
    return guard == ScriptGuard::Prefix ? withGuard : plain;
}

// The places of the keys in a call, as far as they can be told from its text; 0 is the command.
std::vector<int> keysOf(const ScriptCall &call, const KeyPlaces &places)
{
    std::vector<std::string_view> words{viewOf(call.command)};
    for (const ScriptWord &each : call.words)
        words.push_back(viewOf(each.constant));
    // A number of words that is not known hides where the ids behind the keys of XREAD begin.
    auto keys = places.afterStreams && call.mayHaveMore ? std::nullopt : places.in(words);
    if (keys)
        return *std::move(keys);
    return places.first > 0 ? std::vector<int>{places.first} : std::vector<int>();
}

} // namespace

const ServerScript *serverScript(std::string_view name, ScriptGuard guard)
{
    const ServerScripts &scripts = allScripts(guard);
    const auto found = scripts.find(name);
    return found == scripts.end() ? nullptr : &found->second;
}

bool isShippedScript(std::string_view sha1)
{
    const ServerScripts &scripts = allScripts(ScriptGuard::None);
    return std::any_of(scripts.begin(), scripts.end(),
        [sha1](const auto &each) { return each.second.sha1 == sha1; });
}

ServerScripts ownServerScripts(const Scenario &scenario)
{
    ServerScripts scripts;
    for (const auto &[name, source] : scenario.scripts)
        scripts[name.toStdString()] = asSent(Script(source));
    return scripts;
}

std::vector<NamedScript> scriptsNamedBy(const Scenario &scenario)
{
    static const QRegularExpression called(
        QStringLiteral(R"re(\bscript\s*\(\s*["']([\w-]+)["'])re"));
    std::vector<NamedScript> named;
    const auto add = [&](const QByteArray &name, const QByteArray &source) {
        const bool isThere = std::any_of(
            named.begin(), named.end(), [&](const NamedScript &each) { return each.name == name; });
        if (!isThere)
            named.push_back({name, source});
    };
    auto found = called.globalMatch(QString::fromUtf8(scenario.source));
    while (found.hasNext()) {
        const QByteArray name = found.next().captured(1).toUtf8();
        if (const auto own = scenario.scripts.find(name); own != scenario.scripts.end())
            add(name, own->second);
        else if (const ServerScript *const ours =
                     serverScript(name.toStdString(), ScriptGuard::None))
            add(name, QByteArray::fromStdString(ours->source));
    }
    for (const auto &[name, source] : scenario.scripts)
        add(name, source);
    return named;
}

QByteArray nearestServerScripts(const QByteArray &name, const ServerScripts &own)
{
    std::vector<QByteArray> names;
    for (const auto &[each, script] : own)
        names.push_back(QByteArray::fromStdString(each));
    for (const auto &[each, script] : allScripts(ScriptGuard::None))
        names.push_back(QByteArray::fromStdString(each));
    return nearest(name, names);
}

QByteArray refusalOfNames(
    std::string_view script, const CommandTable &commands, bool programsSubscribe)
{
    const ScriptCalls found = ScriptCalls::of(script);
    for (const ScriptCall &call : found.calls) {
        const CommandTable::Place place = commands.place(viewOf(call.command));
        const auto foreignAt = [&](int i) {
            return i > 0 && i <= int(call.words.size()) ? call.words[size_t(i) - 1].foreign
                                                        : QByteArrayView();
        };
        const auto refusal = [&](const QString &sentence, QByteArrayView name) {
            return CoreText::bytes(
                sentence, QByteArray::number(call.line), shortened(viewOf(name)));
        };
        for (const int key : keysOf(call, place)) {
            if (const QByteArrayView name = foreignAt(key); !name.isEmpty())
                return refusal(
                    CoreText::tr("line %1 of the script uses %2 as a key, and a run puts a prefix "
                                 "before its keys, which a script has in KEYS alone; hand the key "
                                 "over there"),
                    name);
        }
        if (const QByteArrayView name = foreignAt(place.channelAt);
            programsSubscribe && !name.isEmpty())
            return refusal(
                CoreText::tr("line %1 of the script uses %2 as a channel, and a run puts a prefix "
                             "before its channels, which a script has in KEYS alone; hand the "
                             "channel over there, as one of the scenario's keys"),
                name);
    }
    return {};
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
