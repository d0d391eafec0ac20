return {
  id     = "limit-check-then-incr",
  family = "limiter",
  order  = 20,
  title  = { en = "Check the limit, then count", zh_CN = "先查上限，再计数" },
  lesson = { en = [[
The limiter in its shortest form: if the count is below the limit, add one and let the call through. With one client at a time it is right. With two, one more passes than may.

Both read the count before either of them has raised it. It is the oversell again, with "calls" in place of units:

    A: GET calls -> (nil)
                          B: GET calls -> (nil)
                          B: INCR calls -> 1     (let through)
    A: INCR calls -> 2                           (let through as well)

A limit that is exceeded by a little may seem harmless. But how far it is exceeded depends on how many ask at once, and that is many in just those moments for which the limit was made. The fix is to count first and to decide by the reply of INCR, or to do both in a script.

What is missing here as well: the key has no deadline, so after the limit is reached nobody is let through ever again. The next lessons add the deadline, and show how it gets lost.

>! What the search finds: one call too many is let through in 4 of 6 interleavings. The shortest way takes 4 steps: A1 B1 B2 A2 (the schedule above).
]], zh_CN = [[
最短的限流器：计数小于上限就加一，放行。一次只有一个客户端时没有问题；有两个时，就会多放行一次。

两个客户端都在对方加一之前读了计数。这就是超卖，只是把商品换成了“调用”：

    A: GET calls -> (nil)
                          B: GET calls -> (nil)
                          B: INCR calls -> 1     （放行）
    A: INCR calls -> 2                           （也放行）

稍微超过一点上限，看似无害。但超过多少取决于同时来了多少请求，而上限正是为请求很多的时刻设置的。修正的办法是先计数，再由 INCR 的返回值决定，或者用脚本一次做完。

这里还缺一样东西：键没有过期时间，达到上限之后就再也不会放行任何人。后面的课程会加上过期时间，并演示它是怎样丢失的。

>! 探索结果：6 种交错中有 4 种多放行了一次。最短的一种 4 步：A1 B1 B2 A2（即上面的过程）。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 1, 1, 1000000 } },
  keys   = { "calls" },
  fix    = "limit-script",
  free   = { clients = 50, limit = 120, repeats = 10, rounds = 3 },

  client = function(p, me)
    if (tonumber(redis.call("GET", "calls")) or 0) < p.limit then
      redis.call("INCR", "calls")
      count("admitted")
    else
      count("refused")
    end
  end,

  always = { count_at_most("admitted", "limit") },

  exercise = {
    params = { clients = 3, limit = 2 },
    task  = { en = "Admit as many as the limit says, and not one more. If the count expires, it lasts for a second at least.",
              zh_CN = "放行的数量等于限额，一个也不多。如果计数会过期，它至少持续一秒。" },
    hints = {
      { en = "Two clients may read the same number.",
        zh_CN = "两个客户端可能读到同一个数。" },
      { en = "INCR answers the new value: it can be looked at afterwards.",
        zh_CN = "INCR 返回新值：可以之后再看。" },
      { en = "Count first, and admit if the reply is not above the limit.",
        zh_CN = "先计数，返回值不超过限额才放行。" },
    },
    work  = {
      check({ en = "requests are counted, and admitted up to the limit", zh_CN = "请求被计数，并在限额之内放行" }, function(v, p)
        local wanted, admitted = math.min(#v.events("@came"), p.limit), v.count("admitted")
        local calls = tonumber(v.get("calls"))
        if admitted ~= wanted or (calls or 0) < wanted then
          return { en = wanted .. " should be admitted, " .. admitted .. " are, and the key calls says " .. (calls or 0),
            zh_CN = "应当放行 " .. wanted .. " 个，实际放行 " .. admitted .. " 个，键 calls 是 " .. (calls or 0) }
        end
        local ttl = v.ttl("calls")
        if calls and ttl >= 0 and ttl < 1000 then -- no time passes here
          return { en = "the count lasts for " .. ttl .. " ms only", zh_CN = "计数只持续 " .. ttl .. " ms" }
        end
      end),
    },
    absent = true,
    trials = {
      { -- with another limit; where a lock has a lease, it may run out, also behind a watchdog
        clients = 2, params = { limit = 1 }, bounds = { time = 2 },
        finally = {
          check({ en = "no more than the limit is admitted while the count lasts", zh_CN = "计数未过期时，放行的不超过限额" }, function(v, p)
            local admitted, calls = v.count("admitted"), tonumber(v.get("calls")) or 0
            if admitted > p.limit and (calls >= admitted or v.ttl("calls") == -1) then
              return { en = admitted .. " are admitted, the limit is " .. p.limit .. ", and the key calls says " .. calls,
                zh_CN = "放行了 " .. admitted .. " 个，限额是 " .. p.limit .. "，键 calls 是 " .. calls }
            end
          end),
          count_at_least("admitted", "limit"),
        },
      },
    },
  },
}
