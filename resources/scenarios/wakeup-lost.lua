return {
  id     = "wakeup-lost",
  family = "lock",
  order  = 160,
  title  = { en = "The wake-up that nobody heard", zh_CN = "没人听见的唤醒" },
  lesson = { en = [[
Nobody polls here: who finds the lock taken listens on a channel, and the holder says "free" there when it goes. Look at the moment between "taken" and SUBSCRIBE.

Redis does not keep messages. PUBLISH reaches who is listening now; who listens one moment later hears nothing:

    A                                  B
    SET lock A NX  -> OK
                                       SET lock B NX  -> nil: taken
    DEL lock, PUBLISH free  -> 0
                                       SUBSCRIBE free
                                       waits for a word that was said

The lock is free, B is asleep, and no one will wake it. No crash, no expiry, no slow network is needed, only bad luck with the order of three steps. The 0 that PUBLISH returned was the sign: nobody heard it.

The fix is to listen first and look again: try, SUBSCRIBE, try once more, and only then wait ("Subscribe, then look again"). What still breaks that is a holder that dies without a word.

>! What the search finds: somebody sleeps for ever in 2 of 14 interleavings. The shortest way takes 5 steps: A1 A2 B1 A3 B2 (the schedule above; A2 is A's work).
]], zh_CN = [[
这里没有人轮询：发现锁被占用的客户端去监听一个频道，持有者离开时在上面说一声“空了”。请看“发现被占用”和 SUBSCRIBE 之间的那一刻。

Redis 不保存消息。PUBLISH 只送达此刻正在监听的人，晚一刻来的什么也听不到：

    A                                  B
    SET lock A NX  -> OK
                                       SET lock B NX  -> nil：被占用
    DEL lock，PUBLISH free  -> 0
                                       SUBSCRIBE free
                                       等一句已经说过的话

锁空着，B 睡着，没有谁会叫醒它。不需要崩溃、过期或网络延迟，只要三步的顺序不巧。PUBLISH 返回的 0 就是迹象：没有人听见。

办法是先监听，再看一眼：尝试、SUBSCRIBE、再尝试一次，然后才等待（“先订阅，再看一眼”）。仍会破坏它的，是一声不吭就死掉的持有者。

>! 探索结果：14 种交错中有 2 种会有人永远睡下去。最短的一种 5 步：A1 A2 B1 A3 B2（即上面的过程；A2 是 A 的工作）。
]] },
  params = { waiters = { 1, 1, 4999, label = { en = "Waiters", zh_CN = "等待者" } },
             lease = { 30000, 100, 3600000, unit = "ms" },
             busy = { 0, 0, 60000, unit = "ms", label = { en = "Work takes", zh_CN = "工作耗时" } } },
  keys   = { "lock", "free" },
  fix    = "wakeup-recheck",
  free   = { waiters = 1, busy = 1, delay = 3, rounds = 100 },

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
        repeat receive("free")
        until taken()
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
