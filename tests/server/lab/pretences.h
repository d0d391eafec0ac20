// Submissions to the exercises that lessons end with which only look like solutions.
#pragma once

namespace lockstep {

// Bodies that hold every check of the lesson without solving its exercise.
struct Pretence
{
    const char *exercise;
    const char *how;
    const char *body;
};

#define STOCK(program) "keys = { \"stock\" }, client = function(p, me) " program " end"
#define CALLS(program) "keys = { \"calls\", \"seen\" }, client = function(p, me) " program " end"
#define LOCKED(program) "keys = { \"stock\", \"lock\" }, client = function(p, me) " program " end"

inline constexpr const char *oneFixedClient = STOCK(R"(
    if me.index == 0 then redis.call("DECR", "stock") count("sold") end)");
inline constexpr const char *asManyAsTheParameterSays = STOCK(R"(
    if me.index < p.stock then redis.call("DECR", "stock") count("sold") end)");
inline constexpr const char *setsTheResult =
    STOCK(R"(redis.call("SET", "stock", 0) count("sold"))");
inline constexpr const char *locksItsAppServerOnly = STOCK(R"(
    local m = mutex("stock") m.lock()
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then redis.call("SET", "stock", stock - 1) count("sold") end
    m.unlock())");
inline constexpr const char *takesWithoutALock = LOCKED(R"(
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end)");
inline constexpr const char *onlyEntersAndLeaves = LOCKED(R"(enter("lock") leave("lock")
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end)");
inline constexpr const char *isInsideWithoutTheKey = LOCKED(R"(
    local m = mutex("lock") m.lock() enter("lock")
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
    leave("lock") m.unlock())");
inline constexpr const char *locksForOneFixedClient = LOCKED(R"(if me.index ~= 0 then return end
    if not redis.call("SET", "lock", me.token, "NX", "PX", p.lease) then return end
    enter("lock")
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token }))");
inline constexpr const char *prolongs = LOCKED(R"(
    local isTaken
    repeat
      await_gone("lock")
      redis.call("MULTI")
      redis.call("SETNX", "lock", me.token)
      redis.call("PEXPIRE", "lock", p.lease)
      isTaken = redis.call("EXEC")[1]
    until isTaken == 1
    enter("lock")
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token }))");
inline constexpr const char *leasesAMillisecond = LOCKED(R"(
    repeat await_gone("lock") until redis.call("SET", "lock", me.token, "NX", "PX", 1)
    enter("lock")
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token }))");
inline constexpr const char *movesTheDeadline = CALLS(R"(
    redis.call("MULTI")
    redis.call("INCR", "calls")
    redis.call("PEXPIRE", "calls", p.window)
    if redis.call("EXEC")[1] <= p.limit then count("admitted") end)");
inline constexpr const char *leasesTheStock = LOCKED(R"(
    repeat await_gone("lock") until redis.call("SET", "lock", me.token, "NX", "PX", 1000)
    local stock = tonumber(redis.call("GET", "stock"))
    if stock > 0 then redis.call("SET", "stock", stock - 1) count("sold") end
    redis.script("compare-and-delete", { "lock" }, { me.token }))");

#define CUTS(shortening)                                                                           \
    LOCKED(                                                                                        \
        "repeat await_gone('lock') until redis.call('SET', 'lock', me.token, 'NX', 'PX', p.lease)" \
        " enter('lock')"                                                                           \
        " if redis.script('stock-take', { 'stock' }, {}) == 1 then count('sold') end"              \
        " leave('lock')"                                                                           \
        " if redis.script('compare-and-delete', { 'lock' }, { me.token }) == 0 then " shortening   \
        " end")

#define WATCHDOG                                                                                   \
    "local dog = spawn(function() while true do sleep(300)"                                        \
    " redis.script('lock-extend', { 'lock' }, { me.token, 900 }) end end) "

#define CALLS_LOCKED(watchdog, program)                                                            \
    "keys = { 'calls', 'lock' }, client = function(p, me)"                                         \
    " repeat await_gone('lock') until redis.call('SET', 'lock', me.token, 'NX', 'PX', "            \
    "900) " watchdog program " redis.script('compare-and-delete', { 'lock' }, { me.token }) end"

inline constexpr const char *firstIsSafe = R"(keys = { "stock" }, scripts = { first = [[
      if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
      redis.call('DECR', KEYS[1])
      return 1 ]] },
    client = function(p, me)
      if redis.script("first", { "stock" }, { p.stock }) == 1 then count("sold") return end
      local stock = tonumber(redis.call("GET", "stock"))
      if stock > 0 then redis.call("SET", "stock", stock - 1) count("sold") end
    end)";
inline constexpr const char *sellsOnce = R"(keys = { "stock", "sold" }, client = function(p, me)
    if redis.call("SETNX", "sold", 1) == 1 and redis.script("stock-take", { "stock" }, {}) == 1 then
      count("sold") end end)";
inline constexpr const char *goesAway = LOCKED(R"(
    if redis.call("SETNX", "lock", 1) == 0 then return end
    local stock = tonumber(redis.call("GET", "stock"))
    if stock > 0 then redis.call("SET", "stock", stock - 1) count("sold") end
    redis.call("DEL", "lock"))");
inline constexpr const char *triesOnce = LOCKED(R"(
    local isTaken = redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    if isTaken then enter("lock") end
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
    if isTaken then leave("lock") redis.script("compare-and-delete", { "lock" }, { me.token }) end)");

inline constexpr Pretence pretences[] = {
    {"lock-blind-delete", "cuts the lease of others short",
        CUTS("redis.call('PEXPIRE', 'lock', 1)")},
    {"lock-blind-delete", "overwrites the lock of others",
        CUTS("redis.call('SET', 'lock', 'x', 'XX', 'PX', 1)")},
    {"semaphore-incr-decr", "cuts the permit of others short", R"(keys = { "permits" },
        client = function(p, me)
        repeat await_gone("permits")
        until redis.call("SET", "permits", me.token, "NX", "PX", 60000)
        enter("permit") work() leave("permit")
        if redis.script("compare-and-delete", { "permits" }, { me.token }) == 0 then
          redis.call("PEXPIRE", "permits", 1) end
        count("served") end)"},
    {"limit-incr-then-expire", "a window of a millisecond", CALLS(R"(
        redis.call("MULTI")
        redis.call("SET", "calls", 0, "PX", 1, "NX")
        redis.call("INCR", "calls")
        if redis.call("EXEC")[2] <= p.limit then count("admitted") end)")},
    {"limit-incr-then-expire", "a full window once, and then of a millisecond", CALLS(R"(
        local lasts = redis.call("SETNX", "seen", 1) == 1 and p.window or 1
        redis.call("MULTI")
        redis.call("SET", "calls", 0, "PX", lasts, "NX")
        redis.call("INCR", "calls")
        if redis.call("EXEC")[2] <= p.limit then count("admitted") end)")},
    {"limit-get-then-incr", "a window of a millisecond", CALLS(R"(for i = 1, p.requests do
        redis.call("MULTI")
        redis.call("SET", "calls", 0, "PX", 1, "NX")
        redis.call("INCR", "calls")
        if redis.call("EXEC")[2] <= p.limit then count("admitted") end end)")},
    {"limit-get-then-incr", "a full window once, and then of a millisecond", CALLS(R"(
        for i = 1, p.requests do
        local lasts = redis.call("INCR", "seen") <= p.clients * p.requests and p.window or 1
        redis.call("MULTI")
        redis.call("SET", "calls", 0, "PX", lasts, "NX")
        redis.call("INCR", "calls")
        if redis.call("EXEC")[2] <= p.limit then count("admitted") end end)")},
    {"counter-get-set", "sets the result", R"(keys = { "counter" }, client = function(p, me)
        redis.call("SET", "counter", p.clients) count("additions") end)"},
    {"counter-get-set", "adds too much", R"(keys = { "counter" }, client = function(p, me)
        redis.call("INCRBY", "counter", 5) count("additions") end)"},
    {"stock-read-then-write", "one fixed client", oneFixedClient},
    {"stock-read-then-write", "as many as the parameter says", asManyAsTheParameterSays},
    {"stock-read-then-write", "sets the result", setsTheResult},
    {"stock-read-then-write", "locks its app server only", locksItsAppServerOnly},
    {"stock-read-then-write", "says that there is one app server",
        R"(params = { servers = 1 }, keys = { "stock" }, client = function(p, me)
        local m = mutex("stock") m.lock()
        local stock = tonumber(redis.call("GET", "stock")) or 0
        if stock > 0 then redis.call("SET", "stock", stock - 1) count("sold") end
        m.unlock() end)"},
    {"stock-lost-update", "locks its app server only", locksItsAppServerOnly},
    {"stock-check-then-decr", "locks its app server only", locksItsAppServerOnly},
    {"counter-get-set", "locks its app server only", R"(keys = { "counter" },
        client = function(p, me) local m = mutex("counter") m.lock()
        redis.call("SET", "counter", (tonumber(redis.call("GET", "counter")) or 0) + 1)
        count("additions") m.unlock() end)"},
    {"stock-lost-update", "never looks", STOCK(R"(redis.call("DECR", "stock") count("sold"))")},
    {"stock-lost-update", "as many as the parameter says", asManyAsTheParameterSays},
    {"stock-check-then-decr", "one fixed client", oneFixedClient},
    {"stock-check-then-decr", "as many as the parameter says", asManyAsTheParameterSays},
    {"stock-check-then-decr", "sets the result", setsTheResult},
    {"stock-check-then-decr", "deletes the key",
        STOCK(R"(redis.call("DEL", "stock") count("sold"))")},
    {"stock-local-mutex", "one fixed client", oneFixedClient},
    {"stock-local-mutex", "as many as the parameter says", asManyAsTheParameterSays},
    {"stock-local-mutex", "one fixed server", STOCK(R"(
        if me.server == 0 then redis.call("DECR", "stock") count("sold") end)")},
    {"submit-once-lock", "one fixed client", R"(keys = { "order:42" }, client = function(p, me)
        if me.index == 0 then count("orders") end end)"},
    {"limit-check-then-incr", "one fixed client", CALLS(R"(
        if me.index == 1 then count("admitted") end)")},
    {"limit-check-then-incr", "counts the calls and admits one fixed client", CALLS(R"(
        redis.call("INCR", "calls") if me.index == 1 then count("admitted") end)")},
    {"limit-check-then-incr", "the first one is safe, the others race", CALLS(R"(
        if redis.call("SET", "calls", 1, "NX") then count("admitted")
        elseif tonumber(redis.call("GET", "calls")) < p.limit then
          redis.call("INCR", "calls") count("admitted") end)")},
    {"limit-get-then-incr", "only counts", CALLS(R"(for i = 1, p.requests do
        redis.call("GET", "calls") count("admitted") end)")},
    {"limit-get-then-incr", "never refuses", CALLS(R"(for i = 1, p.requests do
        redis.call("MULTI")
        redis.call("SET", "calls", 0, "PX", p.window, "NX")
        redis.call("INCR", "calls")
        redis.call("EXEC") count("admitted") end)")},
    {"limit-incr-then-expire", "only counts", CALLS(R"(
        redis.call("GET", "calls") count("admitted"))")},
    {"limit-incr-then-expire", "never refuses", CALLS(R"(
        redis.call("SET", "calls", 0, "PX", p.window, "NX")
        redis.call("INCR", "calls") count("admitted"))")},
    {"limit-incr-then-expire", "one fixed client", CALLS(R"(
        if me.index == 0 then
          redis.call("SET", "calls", 1, "PX", p.window) count("admitted")
        end)")},
    {"lock-blind-delete", "takes without a lock", takesWithoutALock},
    {"lock-blind-delete", "only enters and leaves", onlyEntersAndLeaves},
    {"lock-blind-delete", "is inside without the key", isInsideWithoutTheKey},
    {"lock-blind-delete", "one fixed client", locksForOneFixedClient},
    {"lock-setnx-then-expire", "takes without a lock", takesWithoutALock},
    {"lock-setnx-then-expire", "only enters and leaves", onlyEntersAndLeaves},
    {"lock-setnx-then-expire", "is inside without the key", isInsideWithoutTheKey},
    {"lock-setnx-then-expire", "one fixed client", locksForOneFixedClient},
    {"semaphore-incr-decr", "only enters and leaves",
        R"(keys = { "permits" }, client = function(p, me)
        enter("permit") leave("permit") count("served") end)"},
    {"semaphore-incr-decr", "is inside without the key",
        R"(keys = { "permits" }, client = function(p, me)
        local m = mutex("permit") m.lock()
        enter("permit") redis.call("GET", "permits") leave("permit")
        m.unlock() count("served") end)"},
    {"limit-incr-then-expire", "moves the deadline with each call", movesTheDeadline},
    {"limit-get-then-incr", "moves the deadline with each call", CALLS(R"(for i = 1, p.requests do
        redis.call("MULTI")
        redis.call("INCR", "calls")
        redis.call("PEXPIRE", "calls", p.window)
        if redis.call("EXEC")[1] <= p.limit then count("admitted") end end)")},
    {"limit-get-then-incr", "counts in another key", R"(keys = { "calls", "real" },
        client = function(p, me) for i = 1, p.requests do
        local calls = 1
        if redis.call("GET", "real") then
          calls = redis.call("INCR", "real")
        else
          redis.call("SET", "real", 1, "PX", p.window)
        end
        redis.call("SET", "calls", calls, "PX", p.window)
        if calls <= p.limit then count("admitted") end end end)"},
    {"limit-incr-then-expire", "tells the explorations apart by the clients", CALLS(R"(
        if p.clients == 3 then redis.call("MULTI")
          redis.call("INCR", "calls")
          redis.call("PEXPIRE", "calls", p.window)
          if redis.call("EXEC")[1] <= p.limit then count("admitted") end
        elseif redis.script("fixed-window", { "calls" }, { p.limit, p.window })[1] == 1 then
          count("admitted")
        end)")},
    {"limit-incr-then-expire", "tells the explorations apart", CALLS(R"(
        local _, place = pcall(error, "x", 3)
        if place == "x" then
          if me.index == 0 then redis.call("SET", "calls", 1, "PX", p.window) count("admitted") end
          return
        end
        local calls = redis.call("INCR", "calls")
        if calls == 1 then redis.call("PEXPIRE", "calls", p.window) end
        if calls <= p.limit then count("admitted") end)")},
    {"lock-setnx-then-expire", "prolongs the lock of others", prolongs},
    {"lock-blind-delete", "prolongs the lock of others", prolongs},
    {"lock-setnx-then-expire", "a lease of a millisecond", leasesAMillisecond},
    {"lock-blind-delete", "a lease of a millisecond", leasesAMillisecond},
    {"lock-blind-delete", "no lease", LOCKED(R"(
        repeat await_gone("lock") until redis.call("SET", "lock", me.token, "NX")
        enter("lock")
        if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
        leave("lock")
        redis.script("compare-and-delete", { "lock" }, { me.token }))")},
    {"lock-blind-delete", "a lease that comes later", LOCKED(R"(
        repeat await_gone("lock") until redis.call("SET", "lock", me.token, "NX")
        redis.call("PEXPIRE", "lock", p.lease)
        enter("lock")
        if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
        leave("lock")
        redis.script("compare-and-delete", { "lock" }, { me.token }))")},
    {"semaphore-incr-decr", "a lease of a millisecond", R"(keys = { "permits" },
        client = function(p, me)
        repeat await_gone("permits")
        until redis.script("permit-take", { "permits" }, { p.limit, 1, me.token }) == 1
        enter("permit") work() leave("permit")
        redis.call("ZREM", "permits", me.token) count("served") end)"},
    {"submit-once-lock", "remembers for the lease", R"(keys = { "order:42" },
        client = function(p, me)
        if redis.call("SET", "order:42", 1, "NX", "PX", p.lease) then count("orders") end end)"},
    {"submit-once-lock", "remembers for a millisecond", R"(keys = { "order:42" },
        client = function(p, me)
        if redis.call("SET", "order:42", 1, "NX", "PX", 1) then count("orders") end end)"},
    {"submit-once-lock", "keeps the lock for the lease", R"(keys = { "order:42", "order:42_lock" },
        client = function(p, me)
        if redis.call("SET", "order:42_lock", 1, "NX", "PX", p.lease) then
          redis.call("INCR", "order:42") count("orders") end end)"},
    {"stock-read-then-write", "a lease that may run out", leasesTheStock},
    {"stock-lost-update", "a lease that may run out", leasesTheStock},
    {"stock-check-then-decr", "a lease that may run out", leasesTheStock},
    {"stock-local-mutex", "a lease that may run out", leasesTheStock},
    {"counter-get-set", "a lease that may run out", R"(keys = { "counter", "lock" },
        client = function(p, me)
        repeat await_gone("lock") until redis.call("SET", "lock", me.token, "NX", "PX", 1000)
        redis.call("SET", "counter", redis.call("GET", "counter") + 1)
        count("additions")
        redis.script("compare-and-delete", { "lock" }, { me.token }) end)"},
    // Right for whoever is first, and the lesson's race for those behind.
    {"counter-get-set", "the first one is safe, the others race", R"(keys = { "counter" },
        scripts = { first = [[
          if redis.call('GET', KEYS[1]) ~= '0' then return 0 end
          redis.call('SET', KEYS[1], 1)
          return 1 ]] },
        client = function(p, me)
          if redis.script("first", { "counter" }, {}) ~= 1 then
            redis.call("SET", "counter", redis.call("GET", "counter") + 1)
          end
          count("additions")
        end)"},
    {"stock-read-then-write", "the first one is safe, the others race", firstIsSafe},
    {"stock-lost-update", "the first one is safe, the others race", firstIsSafe},
    {"stock-check-then-decr", "the first one is safe, the others race", firstIsSafe},
    {"stock-local-mutex", "the first one is safe, the others race", firstIsSafe},
    {"limit-incr-then-expire", "the first one is safe, the others race", CALLS(R"(
        if redis.call("SET", "calls", 1, "NX", "PX", p.window) then count("admitted")
        elseif (tonumber(redis.call("GET", "calls")) or 0) < p.limit then
          redis.script("limit-count", { "calls" }, { p.limit, p.window }) count("admitted") end)")},
    {"lock-blind-delete", "only the first of two releases safely", LOCKED(R"(
        repeat await_gone("lock") until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
        enter("lock")
        local stock = tonumber(redis.call("GET", "stock"))
        if stock > 0 then redis.call("SET", "stock", stock - 1) count("sold") end
        leave("lock")
        if stock > 1 then redis.script("compare-and-delete", { "lock" }, { me.token })
        else redis.call("DEL", "lock") end)")},
    {"lock-setnx-then-expire", "only the first of two takes it safely", R"(
        keys = { "stock", "lock" },
        scripts = { take = [[
          if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
          if redis.call('GET', KEYS[2]) == ARGV[3] then
            redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
          else
            redis.call('SET', KEYS[1], ARGV[1])
          end
          return 1 ]] },
        client = function(p, me)
          repeat
            await_gone("lock")
            local isTaken =
              redis.script("take", { "lock", "stock" }, { me.token, p.lease, p.stock }) == 1
          until isTaken
          redis.call("PEXPIRE", "lock", p.lease)
          enter("lock")
          if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
          leave("lock")
          redis.script("compare-and-delete", { "lock" }, { me.token })
        end)"},
    {"semaphore-incr-decr", "the first permit is safe, the others race", R"(
        keys = { "permits", "more" }, client = function(p, me)
        local isFirst
        repeat
          await_gone("permits")
          isFirst = redis.call("SET", "permits", me.token, "NX", "PX", 60000)
          local isSecond = not isFirst and (tonumber(redis.call("GET", "more")) or 1) < p.limit
          if isSecond then redis.call("INCR", "more") end
        until isFirst or isSecond
        enter("permit") work() leave("permit")
        if isFirst then redis.script("compare-and-delete", { "permits" }, { me.token }) end
        count("served") end)"},
    // No more than one, ever.
    {"stock-read-then-write", "sells once", sellsOnce},
    {"stock-check-then-decr", "sells once", sellsOnce},
    {"stock-local-mutex", "sells once", sellsOnce},
    {"stock-read-then-write", "goes away where the lock is taken", goesAway},
    {"stock-check-then-decr", "goes away where the lock is taken", goesAway},
    {"stock-local-mutex", "goes away where the lock is taken", goesAway},
    {"limit-incr-then-expire", "admits one in each window", CALLS(R"(
        if redis.call("SET", "calls", 1, "NX", "PX", p.window) then count("admitted") end)")},
    {"submit-once-lock", "forgets with the second submission", R"(keys = { "order:42" },
        client = function(p, me)
        if redis.call("SADD", "order:42", 1) == 1 then count("orders")
        else redis.call("SREM", "order:42", 1) end end)"},
    {"limit-check-then-incr", "two, whatever the limit", CALLS(R"(
        if redis.call("INCR", "calls") <= 2 then count("admitted") end)")},
    {"limit-incr-then-expire", "two, whatever the limit", CALLS(R"(
        redis.call("SET", "calls", 0, "PX", p.window, "NX")
        if redis.call("INCR", "calls") <= 2 then count("admitted") end)")},
    {"limit-get-then-incr", "three, whatever the limit", CALLS(R"(for i = 1, p.requests do
        redis.call("MULTI")
        redis.call("SET", "calls", 0, "PX", p.window, "NX")
        redis.call("INCR", "calls")
        if redis.call("EXEC")[2] <= 3 then count("admitted") end end)")},
    // Locks whose lease may run out, or a watchdog's.
    {"limit-check-then-incr", "a lease that may run out", CALLS_LOCKED("", R"(
        if (tonumber(redis.call("GET", "calls")) or 0) < p.limit then
          redis.call("INCR", "calls") count("admitted") end)")},
    {"limit-check-then-incr", "a watchdog that may be late", CALLS_LOCKED(WATCHDOG, R"(
        if (tonumber(redis.call("GET", "calls")) or 0) < p.limit then
          redis.call("INCR", "calls") count("admitted") end)")},
    {"limit-get-then-incr", "a lease that may run out", CALLS_LOCKED("", R"(
        for i = 1, p.requests do
          if (tonumber(redis.call("GET", "calls")) or 0) < p.limit then
            redis.script("limit-count", { "calls" }, { p.limit, p.window }) count("admitted")
          end
        end)")},
    {"counter-get-set", "a lease behind a lease", R"(keys = { "counter", "one", "two" },
        client = function(p, me)
        repeat await_gone("one") until redis.call("SET", "one", me.token, "NX", "PX", 900)
        repeat await_gone("two") until redis.call("SET", "two", me.token, "NX", "PX", 1900)
        redis.call("SET", "counter", redis.call("GET", "counter") + 1)
        count("additions")
        redis.script("compare-and-delete", { "two" }, { me.token })
        redis.script("compare-and-delete", { "one" }, { me.token }) end)"},
    {"limit-check-then-incr", "counts for a millisecond", CALLS(R"(
        redis.call("MULTI")
        redis.call("SET", "calls", 0, "PX", 1, "NX")
        redis.call("INCR", "calls")
        if redis.call("EXEC")[2] <= p.limit then count("admitted") end)")},
    // What an exercise takes for the fault of nobody.
    {"submit-once-lock", "says that it is another client", R"(keys = { "order:42" },
        client = function(p, me)
        if redis.call("SET", "order:42", 1, "NX", "PX", p.lease) then count("orders") end
        me.index = 7 end)"},
    {"submit-once-lock", "is late from the second time on", R"(keys = { "order:42" },
        client = (function() local isAgain = false return function(p, me)
        if redis.call("SET", "order:42", 1, "NX", "PX", p.lease) then count("orders") end
        if isAgain then sleep(20) end
        isAgain = true end end)())"},
    {"limit-incr-then-expire", "is late from the second time on", R"(keys = { "calls" },
        client = (function() local isAgain = false return function(p, me)
        redis.call("MULTI")
        redis.call("INCR", "calls")
        redis.call("PEXPIRE", "calls", p.window)
        if redis.call("EXEC")[1] <= p.limit then count("admitted") end
        if isAgain then sleep(20) end
        isAgain = true end end)())"},
    // Done by those who did not get what they came for.
    {"lock-blind-delete", "sells also without the lock", triesOnce},
    {"lock-setnx-then-expire", "sells also without the lock", triesOnce},
    {"semaphore-incr-decr", "is served also without a permit", R"(keys = { "permits" },
        client = function(p, me)
        if redis.call("SET", "permits", me.token, "NX", "PX", 60000) then
          enter("permit") work() leave("permit")
          redis.script("compare-and-delete", { "permits" }, { me.token })
        end
        count("served") end)"},
    {"semaphore-incr-decr", "cuts the permit of others short, inside of something else", R"(
        keys = { "permits" }, client = function(p, me)
        repeat await_gone("permits")
        until redis.call("SET", "permits", me.token, "NX", "PX", 60000)
        enter("permit") enter("slot") work() leave("permit")
        if redis.script("compare-and-delete", { "permits" }, { me.token }) == 0 then
          redis.call("PEXPIRE", "permits", 1) end
        leave("slot") count("served") end)"},
};

#undef STOCK
#undef CALLS
#undef CALLS_LOCKED
#undef WATCHDOG
#undef LOCKED
#undef CUTS

} // namespace lockstep
