return {
  id     = "wakeup-recheck",
  family = "lock",
  order  = 170,
  title  = { en = "Subscribe, then look again", zh_CN = "先订阅，再看一眼" },
  lesson = { en = [[
One line has moved: after SUBSCRIBE the client tries again before it waits. Search for somebody who sleeps beside a free lock.

Whatever the order, one of two things is true. Either the release came after SUBSCRIBE, then its message is in the inbox; or it came before, then the second try finds the lock free:

    A                                  B
    SET lock A NX  -> OK
                                       SET lock B NX  -> nil: taken
    DEL lock, PUBLISH free
                                       SUBSCRIBE free
                                       SET lock B NX  -> OK

It is the rule for every condition that is waited for, in Redis or in threads: get ready to hear of the change, look, and only then sleep. And after waking look again, for another may have been faster.

Now allow one step of time. The lease of the holder ends, because it died or because it is slow; the lock is free, and nobody has said so: an expired key publishes nothing on this channel, and a release that finds its lock gone does not either. Everybody who waits for a message waits for ever. Waiting has to have an end of its own: "Wait no longer than the lease".

>! What the search finds: without a fault nobody sleeps for ever, in all 18 interleavings of one waiter and in all 61,974 interleavings of two. With one crash and one time step somebody does in 25 of 1,210 interleavings. The shortest way takes 7 steps: A1 B1 B2 B3 A2 T A3 (B tries, subscribes, tries again; A2 is A's work, in which its lease ends; its release finds nothing to delete, and says nothing).
]], zh_CN = [[
只挪动了一行：SUBSCRIBE 之后、等待之前，再尝试一次。请探索有没有人睡在一把空着的锁旁边。

不论顺序如何，总有一条成立：要么释放发生在 SUBSCRIBE 之后，消息就在收件箱里；要么发生在之前，第二次尝试就会发现锁空着：

    A                                  B
    SET lock A NX  -> OK
                                       SET lock B NX  -> nil：被占用
    DEL lock，PUBLISH free
                                       SUBSCRIBE free
                                       SET lock B NX  -> OK

凡是等待某个条件，无论在 Redis 里还是在线程之间，规则都一样：先准备好听到变化，再看一眼，然后才睡。醒来之后还要再看，因为可能有人更快。

现在允许一步时间。持有者死了或者太慢，租期结束，锁空了，却没有人说：键过期不会在这个频道上发消息，发现锁已不在的释放也不会。所有等消息的人都会永远等下去。等待本身必须有期限：“等待不超过租期”。

>! 探索结果：没有故障时，一个等待者的全部 18 种交错、两个等待者的全部 61,974 种交错中，都没有人永远睡下去。崩溃一次、时间前进一步时，1,210 种交错中有 25 种会有人这样。最短的一种 7 步：A1 B1 B2 B3 A2 T A3（B 尝试、订阅、再尝试；A2 是 A 的工作，其间租期结束；它的释放没有东西可删，也就什么都不说）。
]] },
  params = { waiters = { 1, 1, 4999, label = { en = "Waiters", zh_CN = "等待者" } },
             lease = { 30000, 100, 3600000, unit = "ms" },
             busy = { 0, 0, 60000, unit = "ms", label = { en = "Work takes", zh_CN = "工作耗时" } } },
  keys   = { "lock", "free" },
  fix    = "wakeup-ttl",
  free   = { waiters = 49, busy = 1, repeats = 10 },

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
          receive("free")
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
