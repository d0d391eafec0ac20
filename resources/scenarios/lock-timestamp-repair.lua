return {
  id     = "lock-timestamp-repair",
  family = "lock",
  order  = 30,
  title  = { en = "Repairing an old lock by its time stamp", zh_CN = "凭时间戳清理旧锁" },
  lesson = { en = [[
A lock of a client that crashed long ago lies in the way. The repair: the value of the lock is the time at which it was taken; who finds it too old deletes it and tries again. Watch two clients find the same old lock.

DEL does not say which lock it means. A judges the old one and deletes the new one:

    A                            B
    GET lock  -> too old
                                 GET lock  -> too old
                                 DEL lock
                                 SETNX lock … -> 1  inside
    DEL lock     (it is B's!)
    SETNX lock … -> 1  inside too

Do not repair, let it expire: SET lock token NX PX 30000. The server deletes the lock by its own clock, at one moment, and nobody has to judge. (Some swap the time by GETSET and look at what was there before. That lets only one in, but the losers have moved the time of somebody else's lock, the value no longer says whose it is, and all of it rests on clocks that agree.)

What is still wrong even for one client: a holder that is only slow looks exactly like a dead one. No time stamp, no lease and no watchdog can tell them apart, and a fencing token cannot either; but where the data checks one, a holder that was only slow does no harm.

>! What the search finds: two are inside in 480 of 1,556 interleavings. No crash and no time are needed, the old lock is enough. The shortest way takes 8 steps: A1 A2 B1 B2 B3 B4 A3 A4 (the schedule above; A1 and B1 are the SETNX that fail).
]], zh_CN = [[
很久以前崩溃的客户端留下了一把锁，挡住了路。“修复”办法是：锁的值就是加锁的时间；谁觉得它太旧，就删掉再抢。请看两个客户端同时发现同一把旧锁。

DEL 不会说明要删的是哪一把。A 判断的是旧锁，删掉的却是新锁：

    A                            B
    GET lock  -> 太旧
                                 GET lock  -> 太旧
                                 DEL lock
                                 SETNX lock … -> 1  进入
    DEL lock     （这是 B 的！）
    SETNX lock … -> 1  也进入

不要修复，让它自己过期：SET lock token NX PX 30000。由服务器按自己的时钟、在同一时刻删除，谁都不必判断。（也有人用 GETSET 换入新时间，再看换出来的旧值。这样确实只有一个能进，但抢输的人已经改动了别人那把锁的时间，锁的值也不再说明归谁所有，而且全都依赖各台机器的时钟一致。）

即使这样仍有问题：只是慢了一点的持有者，看上去和死掉的一模一样。时间戳、租期、看门狗都分辨不出来，防护令牌（fencing token）也不行；但只要数据检查令牌，只是慢了的持有者就造不成损害。

>! 探索结果：1,556 种交错中有 480 种两个客户端同时在里面。不需要崩溃，也不需要时间流逝，有那把旧锁就够了。最短的一种 8 步：A1 A2 B1 B2 B3 B4 A3 A4（即上面的过程；A1 和 B1 是失败的 SETNX）。
]] },
  params = { clients = { 2, 1, 5000 }, old = { 30000, 100, 3600000, unit = "ms",
             label = { en = "Too old after", zh_CN = "多久算太旧" } } },
  keys   = { "lock", "done" },
  clock  = true,
  fix    = "lock-set-nx-px",
  free   = { clients = 50, rounds = 10, work = 10, delay = 2 },

  -- left behind long ago by a client that crashed
  setup  = function(p)
    local seconds = redis.call("TIME")[1]
    redis.call("SET", "lock", seconds * 1000 - 2 * p.old)
  end,

  client = function(p, me)
    while redis.call("SETNX", "lock", now()) == 0 do
      local taken = tonumber(redis.call("GET", "lock"))
      if taken and now() - taken > p.old then
        redis.call("DEL", "lock")
      else
        await_gone("lock")
      end
    end
    enter("lock")
    redis.call("INCR", "done")
    leave("lock")
    redis.call("DEL", "lock")
  end,

  always = { holders_at_most("lock", 1) },
}
