return {
  id     = "lock-blind-delete",
  family = "lock",
  order  = 60,
  title  = { en = "Released: somebody else's lock", zh_CN = "释放了别人的锁" },
  lesson = { en = [[
Here the work itself is always done in time. Only the release comes late, and look at which lock it deletes.

DEL lock means "delete whatever lock is there now". A's own had expired in the meantime:

    A                                  B
    SET lock A NX PX 30000  -> OK
    works, is done in time
    (30 s pass; the key expires)
                                       SET lock B NX PX 30000  -> OK
    DEL lock      (it is B's!)         still at work

Two clients are enough to delete another's lock. Set three clients to see the damage: the third one finds the lock gone, takes it, and is inside together with B. And when it comes to its own end late, or B does, the next lock is deleted, and so on: one late release can start a chain.

The value of the key has to say whose lock it is: a token that nobody else uses. Release only if it is still there. But asking first and deleting then is again two steps ("Look whose lock it is, then delete"); only a script does both in one ("Compare and delete").

>! What the search finds: with two clients and one time step, another's lock is deleted in 114 of 274 interleavings, by 7 steps: A1 A2 A3 A3' T B1 A4 (the schedule above); two are never inside together. With three clients two are, in 662,820 of 1,707,696 interleavings, and one step more is enough, 8 steps: A1 A2 A3 A3' T B1 A4 C1. A3' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
这里的工作总能按时干完，只有释放晚了一步。请看它删掉的是哪一把锁。

DEL lock 的意思是“现在那里有什么锁就删什么锁”。而 A 自己的锁已经过期：

    A                                  B
    SET lock A NX PX 30000  -> OK
    干活，按时干完
    （30 秒过去，键过期）
                                       SET lock B NX PX 30000  -> OK
    DEL lock      （这是 B 的！）       还在干活

两个客户端就足以误删别人的锁。设成三个客户端，就能看到后果：第三个发现锁没了，抢到手，于是和 B 同时在里面。等到它或 B 也释放晚了，又会删掉下一把，如此下去：一次迟到的释放可以引发一连串误删。

键的值必须说明锁归谁：一个别人不会用的令牌（唯一标识）。只有它还在，才能释放。但先查询再删除仍然是两步（“先看是谁的锁，再删”），只有脚本能一步做完（“比较并删除”）。

>! 探索结果：两个客户端、时间前进一步时，274 种交错中有 114 种删掉了别人的锁，7 步：A1 A2 A3 A3' T B1 A4（即上面的过程）；从未有两个同时在里面。三个客户端时就有了，1,707,696 种交错中有 662,820 种，只要再多一步，8 步：A1 A2 A3 A3' T B1 A4 C1。A3' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "stock", "lock" },
  bounds = { time = 1 },
  assume = { "work_shorter_than_lease" },
  fix    = "lock-compare-and-delete",
  free   = { clients = 50, stock = 100, repeats = 10, lease = 200, work = 2, pause = { 0.01, 300 } },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
    leave("lock")
    redis.call("DEL", "lock")
  end,

  always = { released_by_owner("lock"), holders_at_most("lock", 1) },

  exercise = {
    task  = { en = "Let nobody release a lock that is not theirs. The lock still lets one after the other sell, and nobody waits for ever, whoever crashes. It has a lease of p.lease, which only its holder may prolong.",
              zh_CN = "谁也不能释放不属于自己的锁。锁仍然让客户端一个接一个地卖出，无论谁崩溃，都没有谁永远等待。锁的租期是 p.lease，只有持有者可以续期。" },
    hints = {
      { en = "Whose lock is it when the lease ran out before DEL?",
        zh_CN = "如果租期在 DEL 之前到期，锁是谁的？" },
      { en = "A look at the token before DEL leaves a gap between the two.",
        zh_CN = "在 DEL 之前查看令牌，两者之间仍有空隙。" },
      { en = "redis.script(\"compare-and-delete\", { \"lock\" }, { me.token }) is both in one step.",
        zh_CN = "redis.script(\"compare-and-delete\", { \"lock\" }, { me.token }) 把两者放在同一步。" },
    },
    params  = { stock = 2 },
    bounds  = { time = 2, crashes = 1 },
    finally = { nobody_waits() },
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
      { -- nor is the lease of somebody else cut short, or its lock overwritten
        bounds = { time = 2, crashes = 1 }, assume = { "work_shorter_than_lease" },
        always = { renewed_by_owner("lock") },
      },
      { -- the last one of two may release as it likes; of three it may not
        clients = 3, bounds = { time = 1 }, assume = { "work_shorter_than_lease" },
        always = { released_by_owner("lock") },
      },
    },
  },
}
