#include "core/lab/program/program.h"
#include "tests/bench/figure.h"
#include "tests/core/lab/playedprogram.h"

#include <lua.hpp>

#include <chrono>

using namespace lockstep;

namespace {

constexpr int turns = 1'000'000;

template <typename Turn> double nanosecondsOf(Turn turn)
{
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < turns; ++i)
            turn();
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / turns);
    }
    return best;
}

// Lua alone: a coroutine that gives way and is given a text.
double bareYield()
{
    lua_State *const lua = luaL_newstate();
    luaL_openlibs(lua);
    lua_State *const thread = lua_newthread(lua);
    luaL_loadstring(thread, "local give = coroutine.yield while true do give('GET', 'k') end");
    int results = 0;
    lua_resume(thread, nullptr, 0, &results);
    const double took = nanosecondsOf([&] {
        lua_pop(thread, results);
        lua_pushlstring(thread, "5", 1);
        lua_resume(thread, nullptr, 1, &results);
    });
    lua_close(lua);
    return took;
}

} // namespace

// What a turn of a client costs besides its socket, and what starting one does.
int main()
{
    const double floor = bareYield();
    Program::Options options;
    options.prefix = "{lab:7}:";
    PlayedProgram played(scenarioAround("while true do redis.call(\"GET\", \"k\") end"), options);
    played.start();
    MadeReply reply = MadeReply::text("5");
    const redisReply *const ready = reply.get();
    const double turn = nanosecondsOf([&] { played->resume(0, 0, ready); });
    print({"turn of a client", turn, "ns", floor, "value <= 1000", turn <= 1000});

    const double life = nanosecondsOf([&] {
        ClientIdentity identity;
        identity.name = "A";
        played->end(played->start(identity));
    });
    print({"start and end of a client", life, "ns", floor, "value <= 5000", life <= 5000});
    return 0;
}
