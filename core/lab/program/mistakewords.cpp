// Implements explained() and errorWords() of luaapi.h: Lua's own error messages are reworded to say
// what was expected. They are told apart by their wording, which has not changed within 5.4
// (ldebug.c, lauxlib.c, ldo.c); one that is not known stays as it is.

#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/redis/values/coretext.h"

#include <QFileInfo>

#include <lua.hpp>

#include <algorithm>

namespace lockstep {

namespace {

// The name x in a sentence with "(global 'x')" or "(field 'x')".
QByteArray namedIn(const QByteArray &sentence)
{
    const qsizetype from = sentence.indexOf('\'');
    const qsizetype to = sentence.lastIndexOf('\'');
    return from >= 0 && to > from ? sentence.mid(from + 1, to - from - 1) : QByteArray();
}

// Names and errors of a file may hold any byte, even what a terminal takes for commands.
QString printable(const QByteArray &sentence)
{
    QString text;
    for (const QChar c : QString::fromUtf8(sentence)) {
        if (c.category() == QChar::Other_Control)
            text += QStringLiteral("\\x%1").arg(int(c.unicode()), 2, 16, QLatin1Char('0'));
        else
            text += c;
    }
    return text;
}

constexpr auto tooDeepCalls = QT_TRANSLATE_NOOP("lockstep::CoreText",
    "functions call one another too deeply; a function that calls itself without end?");

QByteArray chunkTail(const QString &path)
{
    return QFileInfo(path).fileName().toUtf8().right(48);
}

} // namespace

QByteArray chunkNameOf(const QString &path)
{
    return "=" + chunkTail(path);
}

QString placed(const QString &path, int line, const QByteArray &sentence)
{
    // Files of our own have no path that anybody could open.
    QString place = path.startsWith(u':') ? QFileInfo(path).fileName() : path;
    if (line > 0)
        place += QStringLiteral(":%1").arg(line);
    return place + QStringLiteral(": ") + printable(sentence);
}

QByteArray shortened(std::string_view name)
{
    constexpr size_t longest = 60; // bytes
    size_t length = std::min(name.size(), longest);
    if (length == name.size())
        return QByteArray(name.data(), qsizetype(length));
    while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xc0) == 0x80)
        --length; // never cut within a UTF-8 character
    return QByteArray(name.data(), qsizetype(length)) + "…";
}

QByteArray explained(const QByteArray &sentence)
{
    if (sentence.startsWith("attempt to call a nil value")) {
        const QByteArray name = namedIn(sentence);
        if (name == "print")
            return CoreText::tr(
                "there is no function “print” here; event(name, value) notes a value "
                "in the run")
                .toUtf8();
        if (sentence.contains("(global"))
            return CoreText::bytes(
                CoreText::tr("there is no function “%1”; there are those of this file above this "
                             "line, those of the lab (redis.call, await, enter, …) and Lua's own "
                             "without files, time and chance"),
                name);
        if (name == "random" || name == "randomseed")
            return CoreText::bytes(
                CoreText::tr("there is no function “%1” here; chance comes from the lab's own "
                             "random(n), so that a run can be repeated"),
                name);
        if (!name.isEmpty())
            return CoreText::bytes(
                CoreText::tr("there is no function “%1” here; it may be misspelt"), name);
        return CoreText::tr("what is called here is no function, it is nil").toUtf8();
    }
    if (sentence.startsWith(refusedByServer) && sentence.endsWith(hintAtPcall))
        return CoreText::bytes(CoreText::tr("the server refused the command: %1; redis.pcall "
                                            "returns an error that is expected"),
            sentence.sliced(refusedByServer.size()).chopped(hintAtPcall.size()));
    if (sentence.contains("stack overflow"))
        return CoreText::tr(tooDeepCalls).toUtf8();
    if (sentence.startsWith("attempt to") && sentence.contains("a nil value"))
        return CoreText::bytes(CoreText::tr("%1; nothing has given it a value"), sentence);
    if (sentence.startsWith("attempt to")
        && (sentence.contains("a boolean value") || sentence.contains("boolean with")
            || sentence.contains("with boolean")))
        return CoreText::bytes(
            CoreText::tr("%1; a reply of nil is false, so the key may not exist"), sentence);
    if (sentence.startsWith("attempt to compare") && sentence.contains("string"))
        return CoreText::bytes(
            CoreText::tr("%1; a reply is a text, tonumber(reply) makes it a number"), sentence);
    return sentence;
}

QByteArray errorWords(lua_State *lua, const QByteArray &chunkName, int *line)
{
    *line = 0;
    size_t length = 0;
    const char *text = nullptr;
    switch (lua_type(lua, -1)) {
    case LUA_TSTRING:
        text = lua_tolstring(lua, -1, &length);
        break;
    case LUA_TNUMBER:
        return CoreText::bytes(
            CoreText::tr("error(%1) was called; a sentence in its place would be shown here"),
            QByteArray::number(lua_tonumber(lua, -1), 'g', 15));
    case LUA_TTABLE: {
        // A program may raise the table that redis.pcall has returned.
        for (lua_pushnil(lua); lua_next(lua, -2); lua_pop(lua, 1)) {
            if (lua_type(lua, -2) == LUA_TSTRING && lua_type(lua, -1) == LUA_TSTRING
                && QByteArrayView(lua_tostring(lua, -2)) == QByteArrayView("err")) {
                text = lua_tolstring(lua, -1, &length);
                const QByteArray words =
                    CoreText::bytes(CoreText::tr("the server refused the command: %1"),
                        QByteArray(text, qsizetype(length)));
                lua_pop(lua, 2);
                return words;
            }
        }
        [[fallthrough]];
    }
    default:
        return CoreText::bytes(
            CoreText::tr("error was called with %1; with a sentence, it would be shown here"),
            luaL_typename(lua, -1));
    }
    QByteArray words(text, qsizetype(std::min<size_t>(length, 2000)));
    const QByteArray prefix = chunkName.mid(1) + ":";
    if (words.startsWith(prefix)) {
        const qsizetype colon = words.indexOf(':', prefix.size());
        bool isNumber = false;
        const int number = words.mid(prefix.size(), colon - prefix.size()).toInt(&isNumber);
        if (isNumber) {
            *line = number;
            words = words.mid(colon + 1).trimmed();
        }
    }
    return explained(words);
}

bool compile(LuaState *lua, Chunk *chunk)
{
    const QByteArray &source = *chunk->source;
    // Everything global is reached by this name; a file that changed it would leave the Lua
    // sandbox.
    const qsizetype environment = source.indexOf("_ENV");
    if (environment >= 0) {
        chunk->line = int(source.left(environment).count('\n')) + 1;
        chunk->sentence =
            CoreText::tr("_ENV cannot be used here, not even in a text; globals are fixed")
                .toUtf8();
        return false;
    }
    const auto load = [](lua_State *main) {
        auto *const wanted = static_cast<Chunk *>(lua_touserdata(main, 1));
        wanted->status = luaL_loadbufferx(main, wanted->source->constData(),
            size_t(wanted->source->size()), wanted->name->constData(), "t");
        if (wanted->status == LUA_OK)
            wanted->anchor = luaL_ref(main, LUA_REGISTRYINDEX);
        else
            wanted->sentence = errorWords(main, *wanted->name, &wanted->line);
        return 0;
    };
    if (!lua->callProtected(load, chunk) || chunk->status == LUA_ERRMEM) {
        lua->noteMemory(lua->main());
        chunk->sentence = lua->mistake();
        return false;
    }
    // Nothing has been called yet: it is Lua's reader that has gone too deep.
    if (chunk->sentence == CoreText::tr(tooDeepCalls).toUtf8())
        chunk->sentence =
            CoreText::tr("tables, functions or brackets are nested too deeply; Lua takes some "
                         "200 levels")
                .toUtf8();
    else if (chunk->status != LUA_OK)
        chunk->sentence =
            CoreText::bytes(CoreText::tr("this is no valid Lua: %1"), chunk->sentence);
    return chunk->status == LUA_OK;
}

} // namespace lockstep
