return {
  id     = "semaphore-incr-decr",
  family = "bounded",
  order  = 80,
  title  = { en = "A semaphore from INCR and DECR", zh_CN = "用 INCR 和 DECR 做信号量" },
  lesson = { en = [[
A semaphore with one permit, from a counter alone: INCR; if the reply is above the limit, DECR again and go away; else work, and DECR at the end. Three questions, each by itself: are there ever two at work, is anybody refused while the permit is free, and does the permit survive a crash?

There are never two at work: whoever works is counted, so INCR answers 1 only when nobody does. But an attempt that fails counts for a moment too, and in that moment it stands in the way of others:

    A: INCR permits -> 1                       (A works)
                          B: INCR permits -> 2         (too many)
    A: DECR permits -> 1                       (A is done, the permit is free)
                          C: INCR permits -> 2         (refused: because of B, who has nothing)
                          B: DECR permits -> 1

With many clients trying all the time the counter may never come down, and nobody gets in. And a client that crashes at work takes its permit with it for good, because nothing says whose it was or how long it may last.

The fix is a script that looks before it counts, so that a refused attempt leaves no trace, with a leased permit for each client. A deadline on this counter would be no fix: it ends the permits of all at once, and every DECR that comes later falls below zero.

>! What the search finds: with three clients and at most one crash, two are never at work, in all 37,020 interleavings. Somebody is refused while the permit is free in 10,332 of 37,020 interleavings, by 6 steps: A1 A2 B1 A3 A3' B1' (A2 is A's work). The permit is lost in 16,284 of 37,020 interleavings, by 8 steps: A1 X(A) B1 B1' B2 C1 C1' C2. A3' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
只用一个计数器做信号量，许可只有一份：INCR；返回值超过上限就 DECR 然后离开；否则工作，结束时 DECR。分别看三个问题：会不会有两个同时工作？许可空着的时候，会不会有人被拒绝？崩溃之后许可还在吗？

不会有两个同时工作：在工作的都计在内，只有没有人工作时 INCR 才会返回 1。但失败的尝试也会短暂地计入，这时就挡了别人的路：

    A: INCR permits -> 1                       （A 在工作）
                          B: INCR permits -> 2         （太多了）
    A: DECR permits -> 1                       （A 完成，许可空出）
                          C: INCR permits -> 2         （被拒绝：因为 B，而 B 什么也没得到）
                          B: DECR permits -> 1

如果很多客户端不停地尝试，计数器可能一直降不下来，谁也进不去。在工作中崩溃的客户端，则把许可永远带走了，因为没有任何记录说明它是谁的、能用多久。

修正的办法是用脚本先看再数，被拒绝的尝试就不会留下痕迹，并且每个客户端一份带租期的许可。给这个计数器设置过期时间并不能修正：它会让所有许可同时失效，之后的每次 DECR 都会减到零以下。

>! 探索结果：三个客户端、最多崩溃一次时，在全部 37,020 种交错中从未有两个同时工作。37,020 种交错中有 10,332 种在许可空着时拒绝了别人，6 步：A1 A2 B1 A3 A3' B1'（A2 是 A 的工作）。37,020 种交错中有 16,284 种丢失了许可，8 步：A1 X(A) B1 B1' B2 C1 C1' C2。A3' 表示 A 继续：回复已到，或等待结束。
]] },
  params = {
    clients  = { 3, 1, 5000 },
    limit    = { 1, 1, 1000000 },
  },
  keys   = { "permits" },
  bounds = { crashes = 1 },
  fix    = "bounded-permits",
  free   = { clients = 50, limit = 10, repeats = 20, crash = 0.001, work = 2 },

  client = function(p, me)
    if redis.call("INCR", "permits") > p.limit then
      event("refused")
      redis.call("DECR", "permits")
      return
    end
    enter("permit")
    enter("slot") -- until it is given back
    work()
    leave("permit")
    redis.call("DECR", "permits")
    leave("slot")
    count("served")
  end,

  always  = {
    holders_at_most("permit", "limit"),
    check({ en = "nobody is refused while the permit is free", zh_CN = "许可空闲时没有人被拒绝" }, function(v)
      local refused = v.events("refused")
      local newest = refused[#refused]
      if newest and #newest.inside == 0 then
        return { en = "a client was refused although nobody had a permit",
          zh_CN = "没有人持有许可，却有客户端被拒绝" }
      end
    end),
  },
  finally = { value_at_most("permits", 0) }, -- a permit survives a crash

  exercise = {
    task  = { en = "Make this semaphore survive a crash: whoever comes waits for a permit instead of going away, one after the other is served, and the permit of whoever crashes comes back. A permit lasts for a second at least. The permits are kept in the key permits.",
              zh_CN = "让这个信号量经得起崩溃：来的客户端等待许可，而不是离开；一个接一个地得到服务；崩溃者的许可会回来。许可至少持续一秒。许可保存在键 permits 中。" },
    hints = {
      { en = "A number does not say whose permit it was, nor for how long. What would?",
        zh_CN = "一个数说不出许可是谁的，也说不出还有多久。什么可以？" },
      { en = "Make the permit a key, or a member of a set, with the name of its holder and a deadline. await_gone waits until a key is gone, released or expired.",
        zh_CN = "把许可做成一个键或集合的成员，带上持有者的名字和过期时间。await_gone 会等到键消失，无论是释放还是过期。" },
      { en = "redis.script(\"permit-take\", { \"permits\" }, { p.limit, 60000, me.token }) answers 1 where it took one for 60 s; ZREM gives it back.",
        zh_CN = "redis.script(\"permit-take\", { \"permits\" }, { p.limit, 60000, me.token }) 取到 60 秒的许可时返回 1；ZREM 归还。" },
    },
    bounds  = { time = 2, crashes = 1 },
    assume  = { "work_shorter_than_lease" },
    finally = { count_at_least("served", 2) }, -- of three clients one may crash
    meanwhile = {
      holders_at_most("permit", "limit"),
      check({ en = "whoever is inside has a permit", zh_CN = "在里面的客户端持有许可" }, function(v)
        if #v.inside("permit") > 0 and v.size("permits") == 0 then
          return { en = "a client is inside, and there is no key permits",
            zh_CN = "有客户端在里面，键 permits 却不存在" }
        end
      end),
      check({ en = "a permit lasts for a second at least", zh_CN = "许可至少持续一秒" }, function(v)
        local ttl = v.ttl("permits")
        if #v.inside("permit") > 0 and ttl and ttl >= 0 and ttl < 1000 then
          return { en = "a client is inside, and its permit lasts " .. ttl .. " ms",
            zh_CN = "有客户端在里面，它的许可只持续 " .. ttl .. " ms" }
        end
      end),
      check({ en = "nobody is through while somebody else has the permit all the time", zh_CN = "别人一直持有许可时，谁也做不完" }, function(v)
        local insideBefore = {}
        for _, came in ipairs(v.events("@came")) do
          insideBefore[came.client] = table.concat(came.inside, " ")
        end
        for _, done in ipairs(v.events("@done")) do
          for _, other in ipairs(v.inside("permit")) do
            if other ~= done.client and insideBefore[done.client]:find(other, 1, true) then
              return { en = done.client .. " came and went while " .. other .. " was inside",
                zh_CN = done.client .. " 来去期间 " .. other .. " 一直在里面" }
            end
          end
        end
      end),
    },
    work  = {
      check({ en = "whoever comes is served", zh_CN = "来的客户端都得到服务" }, function(v)
        local came, served = #v.events("@came"), v.count("served")
        if served ~= came then
          return { en = came .. " came, and " .. served .. " are served",
            zh_CN = "来了 " .. came .. " 个客户端，" .. served .. " 个得到服务" }
        end
      end),
    },
    absent = true,
    time  = 0, -- the work is looked at while no lease runs out
    trials = {
      { -- a permit runs out, and its holder is late: the next one's is not cut short
        bounds = { time = 1 },
        always = {
          check({ en = "nobody cuts the permit of somebody else short", zh_CN = "谁也不缩短别人的许可" }, function(v)
            local ttl = v.ttl("permits")
            if #v.inside("permit") > 0 and ttl and ttl >= 0 and ttl < 500 then -- half of it may be over
              return { en = "a client is inside, and its permit lasts only " .. ttl .. " ms more",
                zh_CN = "有客户端在里面，它的许可只剩 " .. ttl .. " ms" }
            end
          end),
        },
      },
      { -- with one permit nobody races for the second
        params = { limit = 2 }, always = { holders_at_most("permit", "limit") },
        finally = { count_at_least("served", 3) },
      },
    },
  },
}
