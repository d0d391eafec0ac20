return {
  id     = "lock-watchdog-check-then-extend",
  family = "lock",
  order  = 120,
  title  = { en = "Look whose lock it is, then extend it", zh_CN = "先看是谁的锁，再续期" },
  lesson = { en = [[
This watchdog reads the lock and prolongs it only if its own token is in it. It is the mistake of "look, then delete" once more, with PEXPIRE in place of DEL.

The answer to the GET is old by the time it is used:

    A's watchdog                       B
    GET lock  -> A: mine
    (slow; the key expires)
                                       SET lock B NX PX 30000  -> OK
    PEXPIRE lock 30000  -> 1           its lease is counted anew

It harms less than a wrong DEL: B's lock only lives longer than B asked for. But if B crashes then, everybody waits longer than the lease promises; and A reads the 1 as "the lock is mine for another 30 s" and goes on working.

One script that compares and extends, and a watchdog that believes its 0, fix this: "A watchdog that renews by script". PEXPIRE with XX, GT or LT, which newer servers have, does not: those options ask about the time, not about the owner.

>! What the search finds: with three time steps, another's lock is extended in 28,716 of 87,596 interleavings. With eight, when none is left undecided, it is 1,010,783,942 of 1,528,341,502 interleavings. No crash and no pause are needed. The shortest way takes 10 steps: A1 A1' T A~0' A~1 A~1' T B1 B1' A~2 (A~1 and A~2 are the GET and the PEXPIRE of A's watchdog). A1' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
这只看门狗先读锁，里面是自己的令牌才续期。这是“先看再删”的错误又来了一次，只是 DEL 换成了 PEXPIRE。

GET 的回答到用的时候已经旧了：

    A 的看门狗                          B
    GET lock  -> A：是我的
    （变慢，键过期）
                                       SET lock B NX PX 30000  -> OK
    PEXPIRE lock 30000  -> 1           它的租期被重新计时

它的危害比误删小：B 的锁只是比 B 要求的活得更久。但如果 B 此时崩溃，大家等待的时间就超过租期所承诺的；而 A 把返回的 1 理解成“锁又归我 30 秒”，继续干活。

用一个脚本比较并续期，并且让看门狗相信返回的 0，就能解决：“用脚本续期的看门狗”。新版服务器里 PEXPIRE 的 XX、GT、LT 选项解决不了：它们问的是时间，不是归属。

>! 探索结果：时间前进三步时，87,596 种交错中有 28,716 种给别人的锁续了期。前进八步、没有一种未定时，1,528,341,502 种交错中有 1,010,783,942 种如此。不需要崩溃，也不需要暂停。最短的一种 10 步：A1 A1' T A~0' A~1 A~1' T B1 B1' A~2（A~1 和 A~2 是 A 的看门狗的 GET 和 PEXPIRE）。A1' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" },
             busy = { 40000, 0, 3600000, unit = "ms", label = { en = "Work takes", zh_CN = "工作耗时" } } },
  keys   = { "lock", "done" },
  bounds = { time = 3 },
  assume = { "timers_on_time" },
  fix    = "lock-watchdog-script",
  free   = { clients = 10, repeats = 2, lease = 150, busy = 200, pause = { 0.05, 400 } },

  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    local dog = spawn(function()
      while true do
        sleep(p.lease // 3)
        if redis.call("GET", "lock") ~= me.token then return end
        redis.call("PEXPIRE", "lock", p.lease)
      end
    end)
    work(p.busy)
    redis.call("INCR", "done")
    leave("lock")
    dog.cancel()
    work(0) -- the release is on time as well
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  always = { renewed_by_owner("lock") },
}
