// Submissions that solve the exercises that lessons end with.
#pragma once

namespace lockstep {

struct Solution
{
    const char *exercise;
    const char *body;
};

inline constexpr const char *takesOne = R"(keys = { "stock" }, client = function(p, me)
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
  end)";

// Another way than the lesson's fix where there is one.
inline constexpr Solution solutions[] = {
    {"counter-get-set", R"(keys = { "counter" }, client = function(p, me)
        redis.call("INCRBY", "counter", 1)
        count("additions")
      end)"},
    {"stock-read-then-write", takesOne},
    {"stock-lost-update", takesOne},
    {"stock-check-then-decr", R"(keys = { "stock" }, client = function(p, me)
        repeat
          redis.call("WATCH", "stock")
          if tonumber(redis.call("GET", "stock")) <= 0 then return end
          redis.call("MULTI")
          redis.call("DECR", "stock")
        until redis.call("EXEC")
        count("sold")
      end)"},
    {"stock-local-mutex",
        R"(keys = { "stock" }, scripts = { sell = [[
          if tonumber(redis.call('GET', KEYS[1])) < 1 then return 0 end
          redis.call('DECR', KEYS[1])
          return 1 ]] },
        client = function(p, me)
          if redis.script("sell", { "stock" }, {}) == 1 then count("sold") end
        end)"},
    {"submit-once-lock", R"(keys = { "order:42" }, client = function(p, me)
        if redis.call("SETNX", "order:42", me.token) == 1 then count("orders") end
      end)"},
    {"limit-check-then-incr", R"(keys = { "calls" }, client = function(p, me)
        if redis.call("INCR", "calls") <= p.limit then count("admitted") end
      end)"},
    {"limit-get-then-incr", R"(keys = { "calls" }, client = function(p, me)
        for request = 1, p.requests do
          redis.call("MULTI")
          redis.call("SET", "calls", 0, "PX", p.window, "NX")
          redis.call("INCR", "calls")
          if redis.call("EXEC")[2] <= p.limit then count("admitted") end
        end
      end)"},
    {"limit-incr-then-expire", R"(keys = { "calls" }, client = function(p, me)
        redis.call("SET", "calls", 0, "PX", p.window, "NX")
        if redis.call("INCR", "calls") <= p.limit then count("admitted") end
      end)"},
    {"lock-blind-delete", R"(keys = { "stock", "lock" }, client = function(p, me)
        repeat await_gone("lock")
        until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
        enter("lock")
        local stock = tonumber(redis.call("GET", "stock"))
        if stock > 0 then
          redis.call("SET", "stock", stock - 1)
          count("sold")
        end
        leave("lock")
        redis.script("compare-and-delete", { "lock" }, { me.token })
      end)"},
    {"lock-setnx-then-expire", R"(keys = { "stock", "lock" }, client = function(p, me)
        repeat await_gone("lock")
        until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
        enter("lock")
        local stock = tonumber(redis.call("GET", "stock"))
        if stock > 0 then
          redis.call("SET", "stock", stock - 1)
          count("sold")
        end
        leave("lock")
        redis.script("compare-and-delete", { "lock" }, { me.token })
      end)"},
    {"semaphore-incr-decr", R"(keys = { "permits" }, client = function(p, me)
        repeat await_gone("permits")
        until redis.script("permit-take", { "permits" }, { p.limit, 60000, me.token }) == 1
        enter("permit")
        enter("slot")
        work()
        leave("permit")
        redis.call("ZREM", "permits", me.token)
        leave("slot")
        count("served")
      end)"},
};

// Other right ways.
inline constexpr Solution otherSolutions[] = {
    {"limit-incr-then-expire", R"(keys = { "calls" }, client = function(p, me)
        local calls = redis.call("INCR", "calls")
        redis.call("PEXPIRE", "calls", p.window, "NX")
        if calls <= p.limit then count("admitted") end
      end)"},
    {"limit-incr-then-expire", R"(keys = { "calls" }, scripts = { admit = [[
          local calls = redis.call('INCR', KEYS[1])
          if calls == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
          return calls ]] },
        client = function(p, me)
          if redis.script("admit", { "calls" }, { p.window }) <= p.limit then count("admitted") end
        end)"},
    {"lock-setnx-then-expire", R"(keys = { "stock", "lock" }, client = function(p, me)
        repeat await_gone("lock")
        until redis.call("SET", "lock", 1, "NX", "PX", p.lease)
        enter("lock")
        local stock = tonumber(redis.call("GET", "stock"))
        if stock > 0 then
          redis.call("SET", "stock", stock - 1)
          count("sold")
        end
        leave("lock")
        redis.call("DEL", "lock")
      end)"},
    {"submit-once-lock", R"(keys = { "order:42" }, client = function(p, me)
        if redis.call("INCR", "order:42") == 1 then count("orders") end
      end)"},
    {"submit-once-lock", R"(keys = { "order:42" }, client = function(p, me)
        if redis.call("SET", "order:42", 1, "NX", "PX", 86400000) then count("orders") end
      end)"},
    // With another key that has a deadline as well.
    {"limit-incr-then-expire", R"(keys = { "calls", "copy" }, client = function(p, me)
        redis.call("SET", "calls", 0, "PX", p.window, "NX")
        local calls = redis.call("INCR", "calls")
        redis.call("SET", "copy", calls, "PX", p.window)
        if calls <= p.limit then count("admitted") end
      end)"},
    {"limit-get-then-incr", R"(keys = { "calls", "copy" }, client = function(p, me)
        for request = 1, p.requests do
          redis.call("MULTI")
          redis.call("SET", "calls", 0, "PX", p.window, "NX")
          redis.call("INCR", "calls")
          local calls = redis.call("EXEC")[2]
          redis.call("SET", "copy", calls, "PX", p.window)
          if calls <= p.limit then count("admitted") end
        end
      end)"},
    // A count that expires after a minute.
    {"limit-check-then-incr", R"(keys = { "calls" }, client = function(p, me)
        if redis.script("fixed-window", { "calls" }, { p.limit, 60000, 1, 0 })[1] == 1 then
          count("admitted") end
      end)"},
    // One permit after the other, whatever the limit.
    {"semaphore-incr-decr", R"(keys = { "permits" }, client = function(p, me)
        repeat await_gone("permits")
        until redis.call("SET", "permits", me.token, "NX", "PX", 60000)
        enter("permit")
        work()
        leave("permit")
        redis.script("compare-and-delete", { "permits" }, { me.token })
        count("served")
      end)"},
};

} // namespace lockstep
