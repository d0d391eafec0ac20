return {
  id     = "lock-setnx-then-expire",
  family = "lock",
  order  = 20,
  title  = { en = "SETNX, then EXPIRE: one step too late", zh_CN = "先 SETNX 再 EXPIRE：晚了一步" },
  lesson = { en = [[
Look at the gap between two commands. The lock now has a time to live, but it gets it from a second command, and a client can die between the two.

What is left is the lock of the lesson before, without an end:

    A                          B
    SETNX lock A  -> 1
    crash
    (EXPIRE is never sent)     waits until "lock" is gone: for ever

There are more than a hundred thousand orders in which the steps can meet, and hardly any ends like this. That is what makes it dangerous: a test of a thousand runs hardly ever dies in exactly that gap, a year in production does.

Taking the lock and setting its end must be one step: SET lock token NX PX 30000, or a server script that does both. MULTI with SETNX and EXPIRE inside is not the same: EXPIRE would also run for those who did not get the lock, and each of them would prolong it for the holder.

>! What the search finds: with at most one crash and two time steps, somebody waits for ever in 10 of 105,604 interleavings. The shortest way takes 3 steps: A1 X(A) B0 (the lock, the crash before EXPIRE, and B comes and waits).
]], zh_CN = [[
请看两条命令之间的空隙。锁现在有了过期时间，但它是由第二条命令设置的，而客户端可能恰好死在两条命令之间。

于是又剩下一把没有尽头的锁，和上一课一样：

    A                          B
    SETNX lock A  -> 1
    崩溃
    （EXPIRE 没有发出）         等待 "lock" 消失：永远等下去

步骤的先后有十万多种，几乎没有哪一种落到这个下场。危险正在于此：跑一千次测试，几乎不会恰好死在这个空隙里；在生产环境跑一年就会。

加锁和设置期限必须是一步：SET lock token NX PX 30000，或者用服务器脚本一次做完。用 MULTI 把 SETNX 和 EXPIRE 包起来并不等价：没抢到锁的客户端也会执行 EXPIRE，等于每个人都在替持有者续期。

>! 探索结果：最多崩溃一次、时间前进两步时，105,604 种交错中有 10 种会有人永远等待。最短的一种 3 步：A1 X(A) B0（拿到锁，在 EXPIRE 之前崩溃，B 到来并等待）。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "stock", "lock" },
  bounds = { crashes = 1, time = 2 },
  fix    = "lock-set-nx-px",
  free   = { clients = 20, stock = 100, repeats = 10, lease = 200, work = 2, crash = 0.005 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SETNX", "lock", me.token) == 1
    redis.call("PEXPIRE", "lock", p.lease)
    enter("lock")
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
    leave("lock")
    redis.call("DEL", "lock")
  end,

  finally = { nobody_waits() },

  exercise = {
    task  = { en = "Make this lock survive a crash: whoever crashes, the others do not wait for ever. It has a lease of p.lease, which only its holder may prolong. It still protects the stock: whoever has it enters it, and leaves it before it is released.",
              zh_CN = "让这把锁经得起崩溃：无论谁崩溃，其他客户端都不会永远等待。锁的租期是 p.lease，只有持有者可以续期。它仍然保护库存：拿到锁的客户端用 enter 进入，释放之前用 leave 离开。" },
    hints = {
      { en = "What if the client crashes right behind SETNX?",
        zh_CN = "如果客户端刚执行完 SETNX 就崩溃呢？" },
      { en = "A lock that has its deadline from the beginning needs one command.",
        zh_CN = "一开始就带过期时间的锁只需要一条命令。" },
      { en = "SET lock … NX PX … is SETNX and PEXPIRE in one.",
        zh_CN = "SET lock … NX PX … 就是合在一起的 SETNX 和 PEXPIRE。" },
    },
    params = { stock = 2 },
    meanwhile = {
      holders_at_most("lock", 1),
      check({ en = "whoever is inside has the lock", zh_CN = "在里面的客户端持有锁" }, function(v)
        if #v.inside("lock") > 0 and v.size("lock") == 0 then
          return { en = "a client is inside, and there is no key lock",
            zh_CN = "有客户端在里面，键 lock 却不存在" }
        end
      end),
      check({ en = "the lock has a lease that is long enough", zh_CN = "锁有足够长的租期" }, function(v, p)
        local ttl = v.ttl("lock")
        if #v.inside("lock") > 0 and ttl and ttl < p.lease then
          return { en = "a client is inside, and the lock lasts " .. (ttl < 0 and "for ever" or ttl .. " ms") .. " instead of " .. p.lease .. " ms",
            zh_CN = "有客户端在里面，锁的期限是" .. (ttl < 0 and "永远" or " " .. ttl .. " ms") .. "，而不是 " .. p.lease .. " ms" }
        end
      end),
      check({ en = "nobody is through while somebody else has the lock all the time", zh_CN = "别人一直持有锁时，谁也做不完" }, function(v)
        local insideBefore = {}
        for _, came in ipairs(v.events("@came")) do
          insideBefore[came.client] = table.concat(came.inside, " ")
        end
        for _, done in ipairs(v.events("@done")) do
          for _, other in ipairs(v.inside("lock")) do
            if other ~= done.client and insideBefore[done.client]:find(other, 1, true) then
              return { en = done.client .. " came and went while " .. other .. " was inside",
                zh_CN = done.client .. " 来去期间 " .. other .. " 一直在里面" }
            end
          end
        end
      end),
    },
    work  = {
      check({ en = "whoever comes buys while there is stock", zh_CN = "只要有库存，来的客户端就买到" }, function(v, p)
        local wanted, sold = math.min(#v.events("@came"), p.stock), v.count("sold")
        if sold ~= wanted then
          return { en = wanted .. " should be sold, and " .. sold .. " are",
            zh_CN = "应当卖出 " .. wanted .. " 件，实际卖出 " .. sold .. " 件" }
        end
      end),
      sum_equals("sold", "stock", "stock"),
      nobody_waits(),
    },
    absent = true,
    time  = 0, -- the work is looked at while no lease runs out
    trials = {
      { -- the third client only looks: a lock that it sees, and whose holder dies, ends a lease later
        clients = 3, bounds = { time = 6, crashes = 1 },
        before = function(p, me)
          if me.index < 2 then return true end
          local seen = redis.pcall("GET", "lock")
          sleep(p.lease // 2)
          sleep(p.lease // 4 * 3)
          if seen and redis.pcall("GET", "lock") == seen then event("@kept") end
          return false
        end,
        always = {
          check({ en = "nobody prolongs the lock of somebody else", zh_CN = "谁也不给别人的锁续期" }, function(v)
            local kept = v.events("@kept")[1]
            if kept and #kept.inside == 0 and v.count("sold") == 0 then
              return { en = "the lock of a client that has crashed outlasts its lease",
                zh_CN = "崩溃的客户端的锁在租期之后仍然存在" }
            end
          end),
        },
      },
      { -- nobody waits for the last one of two, whatever it leaves behind
        clients = 3, bounds = { time = 2, crashes = 1 }, finally = { nobody_waits() },
      },
    },
  },
}
