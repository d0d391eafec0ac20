#include "core/lab/loader/scenariofile.h"

#include "core/lab/loader/scenarioreader.h"
#include "core/lab/lua/spelling.h"
#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/redis/values/coretext.h"
#include "core/redis/values/readfile.h"

#include <QDir>

#include <lua.hpp>

#include <algorithm>
#include <tuple>

namespace lockstep {

namespace {

constexpr qint64 memoryOfFile = 32 * 1024 * 1024;
constexpr int instructionsOfFile = 10'000'000;
constexpr qint64 longestFile = 256 * 1024; // bytes; Lua's compiler takes quadratic time
constexpr int deepestTable = 7;
constexpr int mostValues = 20'000;

// The result of running a file once.
struct Reading
{
    int chunk = 0;
    LuaValue table;
    int room = mostValues;
};

int runChunk(lua_State *lua)
{
    auto *const reading = static_cast<Reading *>(lua_touserdata(lua, 1));
    lua_rawgeti(lua, LUA_REGISTRYINDEX, reading->chunk);
    lua_call(lua, 0, 1);
    // Nothing after this line raises a Lua error, which would skip destructors.
    reading->table = LuaValue::copy(lua, deepestTable, &reading->room);
    return 0;
}

// Runs the chunk on a coroutine, whose frames are still there when it has failed.
bool runFile(LuaState *lua, const QByteArray &chunkName, Reading *reading)
{
    lua_State *thread = nullptr;
    const auto make = [](lua_State *main) {
        *static_cast<lua_State **>(lua_touserdata(main, 1)) = lua_newthread(main);
        luaL_ref(main, LUA_REGISTRYINDEX);
        return 0;
    };
    if (!lua->callProtected(make, &thread)) {
        lua->noteMemory(lua->main());
        return false;
    }
    LuaState::countInstructions(thread);
    lua_pushcfunction(thread, runChunk);
    lua_pushlightuserdata(thread, reading);
    int results = 0;
    const int status = lua_resume(thread, nullptr, 1, &results);
    if (status == LUA_OK)
        return true;
    if (status == LUA_ERRMEM)
        lua->noteMemory(thread);
    if (!lua->isOver()) {
        int line = 0;
        const QByteArray words = errorWords(thread, chunkName, &line);
        lua->noteMistakeAt(line > 0 ? line : LuaState::currentLine(thread), words);
    }
    return false;
}

} // namespace

Result<ScenarioPtr> scenarioFromText(const QByteArray &text, const QString &path)
{
    const auto failed = [&](int line, const QByteArray &sentence) {
        return failure(ErrorCode::BadInput, placed(path, line, sentence));
    };
    if (text.size() > longestFile)
        return failed(
            0, CoreText::tr("the file is longer than 256 KiB; a scenario is a few pages").toUtf8());
    LuaState lua(memoryOfFile);
    lua.beginTurn(instructionsOfFile);
    const QByteArray name = chunkNameOf(path);
    if (!lua.callProtected(openLab, nullptr)) {
        lua.noteMemory(lua.main());
        return failed(0, lua.mistake());
    }
    Chunk chunk;
    chunk.source = &text;
    chunk.name = &name;
    if (!compile(&lua, &chunk))
        return failed(chunk.line, chunk.sentence);
    Reading reading;
    reading.chunk = chunk.anchor;
    if (!runFile(&lua, name, &reading))
        return failed(lua.mistakeLine(), lua.mistake());
    if (reading.room < 0)
        return failed(0,
            CoreText::tr("the table of the file is too large or too deep for a scenario").toUtf8());
    auto scenario = std::make_shared<Scenario>();
    scenario->path = path;
    scenario->source = text;
    ScenarioMistake mistake;
    if (!readScenario(reading.table, scenario.get(), &mistake))
        return failed(mistake.line, mistake.sentence);
    return scenario;
}

Result<ScenarioPtr> scenarioFromFile(const QString &path)
{
    const auto text = readBeginning(path, longestFile + 1);
    if (!text)
        return tl::unexpected(text.error());
    return scenarioFromText(*text, path);
}

const std::vector<ScenarioPtr> &shippedScenarios()
{
    static const std::vector<ScenarioPtr> scenarios = [] {
        std::vector<ScenarioPtr> read;
        const QDir folder(QStringLiteral(":/lockstep/scenarios"));
        for (const QString &file : folder.entryList({QStringLiteral("*.lua")}, QDir::Files)) {
            auto scenario = scenarioFromFile(folder.filePath(file));
            if (!scenario)
                qFatal("%s", qPrintable(scenario.error().detail));
            read.push_back(std::move(scenario.value()));
        }
        std::sort(read.begin(), read.end(), [](const ScenarioPtr &a, const ScenarioPtr &b) {
            return std::tuple(placeOfFamily(a->family), a->order, a->id)
                < std::tuple(placeOfFamily(b->family), b->order, b->id);
        });
        return read;
    }();
    return scenarios;
}

Result<ScenarioPtr> findScenario(const QString &idOrPath)
{
    if (idOrPath.contains(u'/') || idOrPath.endsWith(QStringLiteral(".lua")))
        return scenarioFromFile(idOrPath);
    const QByteArray id = idOrPath.toUtf8();
    std::vector<QByteArray> ids;
    for (const ScenarioPtr &each : shippedScenarios()) {
        if (each->id == id)
            return each;
        ids.push_back(each->id);
    }
    return failure(ErrorCode::BadInput,
        CoreText::tr("there is no scenario “%1”").arg(idOrPath)
            + QString::fromUtf8(nearest(id, ids)));
}

} // namespace lockstep
