#include "core/lab/serverscript.h"

#include "core/lab/clientthread.h"
#include "core/lab/nearest.h"
#include "core/lab/requestwire.h"
#include "core/redis/scriptfile.h"

#include <QDir>

#include <map>

namespace lockstep {

namespace {

using Scripts = std::map<std::string, ServerScript, std::less<>>;

const Scripts &allScripts()
{
    static const Scripts scripts = [] {
        Scripts read;
        const QDir folder(QStringLiteral(":/lockstep/scripts"));
        for (const QString &file : folder.entryList({QStringLiteral("*.lua")}, QDir::Files)) {
            const QString name = file.chopped(4);
            const Script script = scriptFile(name);
            read[name.toStdString()]
                = {script.source().toStdString(), script.sha1().toStdString()};
        }
        return read;
    }();
    return scripts;
}

} // namespace

const ServerScript *serverScript(std::string_view name)
{
    const auto found = allScripts().find(name);
    return found == allScripts().end() ? nullptr : &found->second;
}

QByteArray nearestServerScripts(const QByteArray &name)
{
    std::vector<QByteArray> names;
    for (const auto &[each, script] : allScripts())
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
