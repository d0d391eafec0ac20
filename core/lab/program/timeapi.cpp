// The functions of luaapi.h for time and chance: work, sleep, now and random.

#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

namespace lockstep {

namespace {

constexpr lua_Integer mostChoices = 100; // so that an exploration can take them all

int waitForTime(lua_State *lua, ClientThread *thread, const char *function, bool sleeps)
{
    const std::chrono::milliseconds span = timeArgument(lua, 1, function);
    composeWait(lua, thread, Wait::Kind::Until, function);
    thread->request.wait.span = span;
    thread->request.wait.sleeps = sleeps;
    appendReadable(&thread->words, std::to_string(span.count()));
    return yieldRequest(lua, thread);
}

int work(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "work", true);
    refuseInSetup(lua, *thread, "work", letAClientWait);
    if (!lua_isnoneornil(lua, 1))
        return waitForTime(lua, thread, "work", false);
    composeRequest(lua, thread, Request::Kind::Work, 0);
    thread->words.append("work");
    return yieldRequest(lua, thread);
}

int sleep(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "sleep", true);
    refuseInSetup(lua, *thread, "sleep", letAClientWait);
    if (!thread->cancelled)
        return waitForTime(lua, thread, "sleep", true);
    timeArgument(lua, 1, "sleep");
    thread->phase = ClientThread::Phase::Broken;
    composeRequest(lua, thread, Request::Kind::Finished, 0);
    return yieldRequest(lua, thread); // the thread was cancelled and ends here
}

int now(lua_State *lua)
{
    const ClientThread *const thread = clientOf(lua, "now", false);
    ProgramState &program = *thread->program;
    if (!program.scenario->clock || !program.options.clock)
        refuseCall(lua, "now",
            QT_TRANSLATE_NOOP("lockstep::CoreText", "%1() is for scenarios that say clock = true"));
    program.hasReadClock = true;
    lua_pushinteger(lua, program.options.clock());
    return 1;
}

// The output function of SplitMix64. Source: Steele, Lea, Flood: Fast splittable pseudorandom
// number generators, OOPSLA 2014.
quint64 mixed(quint64 value)
{
    value += 0x9e3779b97f4a7c15ULL;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}

int choose(lua_State *lua, lua_Integer most)
{
    ClientThread *const thread = clientOf(lua, "random", true);
    refuseInSetup(lua, *thread, "random(n)",
        QT_TRANSLATE_NOOP("lockstep::CoreText", "let a client choose, or a parameter"));
    if (most > mostChoices)
        refuseCall(lua, "random",
            QT_TRANSLATE_NOOP("lockstep::CoreText",
                "%1(n) of more than 100 numbers has too many outcomes to be stepped or "
                "explored; a free run takes any"));
    composeRequest(lua, thread, Request::Kind::Choice, 0);
    thread->request.choices = int(most);
    thread->words.append("random");
    appendReadable(&thread->words, std::to_string(most));
    thread->awaits = ClientThread::Awaits::Number;
    return yieldRequest(lua, thread);
}

int random(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "random", false);
    int isWhole = 0;
    const lua_Integer most = lua_tointegerx(lua, 1, &isWhole);
    if (!isWhole || most < 1)
        refuseCall(lua, "random",
            QT_TRANSLATE_NOOP(
                "lockstep::CoreText", "%1(n) takes a whole number from 1 and gives one of 1 … n"));
    if (thread->program->options.asksForChoices)
        return choose(lua, most);
    thread->program->hasChosen = true;
    const ClientIdentity &identity = thread->process->identity;
    quint64 value = mixed(thread->program->options.seed);
    value = mixed(value ^ quint64(identity.index));
    value = mixed(value ^ (quint64(identity.round) << 32) ^ quint64(identity.begun));
    value = mixed(value ^ (quint64(thread->number) << 32) ^ quint64(thread->randomCalls++));
    lua_pushinteger(lua, lua_Integer(value % quint64(most)) + 1);
    return 1;
}

} // namespace

void addTimeFunctions(lua_State *lua)
{
    const luaL_Reg functions[] = {
        {"now", now}, {"random", random}, {"sleep", sleep}, {"work", work}, {nullptr, nullptr}};
    luaL_setfuncs(lua, functions, 0);
}

} // namespace lockstep
