return {
  id     = "wakeup-ttl",
  family = "lock",
  order  = 180,
  title  = { en = "Wait no longer than the lease", zh_CN = "等待不超过租期" },
  lesson = { en = [[
Before it waits, the client asks how long the lock can last at most (PTTL), and waits for the message or that long. Crash the holder wherever you like: nobody is left behind.

The message is now only what makes it quick; the time-out is what makes it right:

    A                                  B
    SET lock A NX PX 30000  -> OK
                                       SET lock B NX  -> nil: taken
                                       SUBSCRIBE free
                                       SET lock B NX  -> nil: taken
                                       PTTL lock  -> 30000
    crash: no message will come
                                       waits for a message, or 30 s
                                       SET lock B NX PX 30000  -> OK

With two waiters and only one step of time 66,880,856 of 4,023,463,262 interleavings cannot be decided: the time that would wake the sleeper is not in the budget. That is neither "holds" nor "violated", so the verdict says it.

Mind the answers of PTTL: -2 means that the key has just gone (try at once, do not wait), -1 that it has no end at all (then a message is the only hope, and that lock is the one from the first lesson). And all who wait wake together at every message, and all but one go back to sleep: a crowd of thousands wants a queue.

>! What the search finds: with one crash and five time steps nobody is left behind, in all 11,731 interleavings of one waiter and in all 834,483,681,170 interleavings of two.
]], zh_CN = [[
等待之前，客户端先问锁最多还能存在多久（PTTL），然后等消息，或者等这么久。随便在哪里让持有者崩溃，都没有人被丢下。

消息现在只负责快，超时才负责对：

    A                                  B
    SET lock A NX PX 30000  -> OK
                                       SET lock B NX  -> nil：被占用
                                       SUBSCRIBE free
                                       SET lock B NX  -> nil：被占用
                                       PTTL lock  -> 30000
    崩溃：不会有消息了
                                       等消息，或者等 30 秒
                                       SET lock B NX PX 30000  -> OK

两个等待者、只给一步时间时，4,023,463,262 种交错中有 66,880,856 种无法判定：能叫醒睡眠者的那段时间不在预算里。那既不是“成立”也不是“违反”，结论里会写明。

注意 PTTL 的返回值：-2 表示键刚刚消失（马上再试，不要等），-1 表示没有期限（那就只能指望消息了，这正是第一课的那种锁）。另外，每条消息都会叫醒所有等待者，除一个以外又都睡回去（惊群）：上千人等待时，应当排队。

>! 探索结果：崩溃一次、时间前进五步时，一个等待者的全部 11,731 种交错、两个等待者的全部 834,483,681,170 种交错中，都没有人被落下。
]] },
  params = { waiters = { 2, 1, 4999, label = { en = "Waiters", zh_CN = "等待者" } },
             lease = { 30000, 100, 3600000, unit = "ms" },
             busy = { 0, 0, 60000, unit = "ms", label = { en = "Work takes", zh_CN = "工作耗时" } } },
  keys   = { "lock", "free" },
  bounds = { crashes = 1, time = 5 },
  free   = { waiters = 49, busy = 1, repeats = 10, lease = 200, crash = 0.0005 },

  clients = {
    { role = "holder", count = 1, run = function(p, me)
      repeat await_gone("lock")
      until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
      enter("lock")
      work(p.busy)
      work()
      leave("lock")
      redis.script("release-and-publish", { "lock", "free" }, { me.token })
    end },
    { role = "waiter", count = "waiters", run = function(p, me)
      local function taken()
        return redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
      end
      if not taken() then
        subscribe("free")
        while not taken() do
          local ttl = redis.call("PTTL", "lock")
          if ttl > 0 then
            receive("free", ttl)
          end
        end
      end
      enter("lock")
      work(p.busy)
      work()
      leave("lock")
      redis.script("release-and-publish", { "lock", "free" }, { me.token })
    end },
  },

  finally = { nobody_waits() },
}
