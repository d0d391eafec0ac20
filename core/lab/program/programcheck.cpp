// The part of ProgramState that calls check functions. They come from an instance of the file of
// their own, which no client has touched.

#include "core/lab/lua/capturedvalues.h"
#include "core/lab/lua/luasandbox.h"
#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

namespace lockstep {

namespace {

// Replaces check(name, function) on the top by the function alone.
void takeNamedFunction(lua_State *lua)
{
    if (!lua_istable(lua, -1))
        return;
    lua_rawgeti(lua, -1, 2);
    if (lua_isfunction(lua, -1))
        lua_remove(lua, -2);
    else
        lua_pop(lua, 1);
}

// Keeps the check functions of one list (invariants or finally) of the table on the top in Lua's
// registry.
void anchorFunctions(lua_State *lua, ProgramState *program, const char *list)
{
    lua_pushstring(lua, list);
    if (lua_rawget(lua, -2) == LUA_TTABLE) {
        for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; ++i) {
            takeNamedFunction(lua);
            if (lua_isfunction(lua, -1))
                program->checkFunctions.push_back(luaL_ref(lua, LUA_REGISTRYINDEX));
            else
                lua_pop(lua, 1);
        }
        lua_pop(lua, 1);
    }
    lua_pop(lua, 1);
}

int readChecks(lua_State *lua)
{
    auto *const program = static_cast<ProgramState *>(lua_touserdata(lua, 1));
    lua_createtable(lua, 0, 8);
    addViewFunctions(lua);
    closeTable(lua, QT_TRANSLATE_NOOP("lockstep::CoreText", "the view"));
    program->view = luaL_ref(lua, LUA_REGISTRYINDEX);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, program->chunk);
    lua_call(lua, 0, 1);
    if (lua_istable(lua, -1)) {
        anchorFunctions(lua, program, "always");
        anchorFunctions(lua, program, "finally");
    }
    return 0;
}

// Pops the top of the stack and returns it if it is a text, else an empty one.
QString takeText(lua_State *lua)
{
    size_t length = 0;
    const char *const text =
        lua_type(lua, -1) == LUA_TSTRING ? lua_tolstring(lua, -1, &length) : nullptr;
    const QString taken = QString::fromUtf8(text, qsizetype(length));
    lua_pop(lua, 1);
    return taken;
}

// Reads a text, or a table { en = "…", zh_CN = "…" }, on the top. Returns false if it is neither.
// sentence must outlive an error of Lua, which leaves this function by longjmp.
bool takeSentence(lua_State *lua, LocalText *sentence)
{
    constexpr size_t longestCode = 8; // of a language
    constexpr qint64 instructionsAField = 20;
    if (lua_type(lua, -1) == LUA_TSTRING) {
        sentence->en = takeText(lua);
        return true;
    }
    if (lua_type(lua, -1) != LUA_TTABLE)
        return false;
    bool isInEnglish = false;
    for (lua_pushnil(lua); lua_next(lua, -2);) {
        LuaState::of(lua).spend(lua, instructionsAField);
        const bool isNamed = lua_type(lua, -2) == LUA_TSTRING && lua_rawlen(lua, -2) <= longestCode;
        if (!isNamed || lua_type(lua, -1) != LUA_TSTRING) {
            lua_pop(lua, 1);
            continue;
        }
        const QString language = QString::fromUtf8(lua_tostring(lua, -2));
        if (language == u"en") {
            sentence->en = takeText(lua);
            isInEnglish = true;
        } else if (LocalText::isCode(language)) {
            if (const QString text = takeText(lua); !text.isEmpty()) // empty: in English
                sentence->others.insert(language, text);
        } else {
            lua_pop(lua, 1);
        }
    }
    return isInEnglish;
}

// Calls a check function. Arguments on the stack: function, view, settings. Its answer is left in
// program.seen.
int askCheck(lua_State *lua)
{
    lua_call(lua, 2, 1);
    const int type = lua_type(lua, -1);
    ProgramState::Seen &seen = threadOf(lua)->program->seen;
    seen.sentence = {};
    seen.violated = takeSentence(lua, &seen.sentence);
    if (seen.violated)
        return 0;
    if (type != LUA_TNIL && type != LUA_TBOOLEAN) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::tr("a check returns a sentence when it is violated, as a text or as { en "
                         "= \"…\", zh_CN = \"…\" }, and nothing otherwise")
                .toUtf8());
        LuaState::raise(lua);
    } else if (type == LUA_TBOOLEAN && lua_toboolean(lua, -1)) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::tr("a check that returns true says nothing; return a sentence when it is "
                         "violated")
                .toUtf8());
        LuaState::raise(lua);
    }
    return 0;
}

std::optional<std::vector<quint64>> capturedBy(lua_State *lua, int function)
{
    lua_rawgeti(lua, LUA_REGISTRYINDEX, function);
    auto values = capturedValues(lua);
    lua_pop(lua, 1);
    return values;
}

} // namespace

Result<std::optional<LocalText>> ProgramState::evaluate(const Check &check, const StateView &state)
{
    lua.beginTurn(options.instructionLimit, true);
    const auto broken = [&] {
        if (!lua.isOver())
            lua.noteMemory(lua.main());
        return failure(ErrorCode::BadInput,
            place(lua.mistakeLine() > 0 ? lua.mistakeLine() : check.line, lua.mistake()));
    };
    if (view == LUA_NOREF && !lua.callProtected(readChecks, this))
        return broken();
    if (check.function < 0 || check.function >= int(checkFunctions.size()))
        return failure(ErrorCode::BadInput,
            place(check.line, CoreText::tr("this check is no function").toUtf8()));
    if (!evaluator)
        evaluator = makeThread();
    if (!evaluator)
        return broken();
    evaluator->phase = ClientThread::Phase::Checking;
    viewed = &state;
    lua_State *const thread = evaluator->lua;
    const auto which = size_t(check.function);
    captured.resize(checkFunctions.size());
    if (captured[which].empty()) {
        auto reached = capturedBy(thread, checkFunctions[which]);
        if (!reached) {
            lua.noteMistakeAt(check.line,
                CoreText::tr(
                    "this check reaches an iterator of string.gmatch that was made outside "
                    "of it; how far that has come cannot be seen, so make it within the "
                    "check")
                    .toUtf8());
            return broken();
        }
        captured[which] = *std::move(reached);
    }
    lua_pushcfunction(thread, askCheck);
    lua_rawgeti(thread, LUA_REGISTRYINDEX, checkFunctions[which]);
    lua_rawgeti(thread, LUA_REGISTRYINDEX, view);
    lua_rawgeti(thread, LUA_REGISTRYINDEX, settings);
    int results = 0;
    const int status = lua_resume(thread, nullptr, 3, &results);
    viewed = nullptr;
    if (status == LUA_OK) {
        lua_settop(thread, 0);
        if (captured[which] != capturedBy(thread, checkFunctions[which])) {
            lua.noteMistakeAt(check.line,
                CoreText::tr("this check changes a variable or a table outside of it; what it says "
                             "must follow from what it is shown alone, for it is shown one "
                             "interleaving after the other")
                    .toUtf8());
            return broken();
        }
        // The error that the function caught may be that a value was hidden, which is no mistake of
        // its own.
        if (lua.hasCaught() && state.isHiding()) {
            lua.noteMistakeAt(check.line, CoreText::tr("who was inside is not told here").toUtf8());
            return broken();
        }
        if (!seen.violated)
            return std::nullopt;
        return seen.sentence;
    }
    if (status == LUA_ERRMEM)
        lua.noteMemory(thread);
    if (!lua.isOver()) {
        int line = 0;
        const QByteArray words = errorWords(thread, chunkName, &line);
        lua.noteMistakeAt(line > 0 ? line : LuaState::currentLine(thread), words);
    }
    evaluator->phase = ClientThread::Phase::Broken;
    releaseThread(std::move(evaluator));
    return broken();
}

} // namespace lockstep
