return {
  id     = "lock-redisson",
  family = "lock",
  order  = 190,
  title  = { en = "The whole of Redisson's lock", zh_CN = "Redisson 锁的完整协议" },
  lesson = { en = [[
All the parts together, as the Java library Redisson has them: a hash that says who is in and how often, a lease, a channel for the wake-up and a time-out in case it never comes. Crash anybody at any step.

Three ideas save round trips. The script that fails to take the lock returns its remaining time in the same answer, so there is no PTTL to be late with. The release deletes and publishes in one script. And the waiter looks again after SUBSCRIBE:

    A                                       B
    script: acquire  -> nil: mine
                                            script: acquire  -> 30000
                                            SUBSCRIBE redisson_lock__channel:{lock}
                                            script: acquire  -> 29990
                                            waits for a message, or 29990 ms
    script: release, PUBLISH 0
                                            wakes up
                                            script: acquire  -> nil: mine

The channel's name carries the lock's name in braces, so that both belong to the same slot of a cluster. The field in the hash is a UUID of the process and the number of the thread. Called without a lease, the library adds a watchdog that renews 30 s every 10 s.

It holds as long as the work is shorter than the lease; that assumption is switched on here. Switch it off, and two are inside, as with any lease. The other limit is the server: when a primary is lost before its replica has heard of the lock, see "The lock that the replica never saw".

>! What the search finds: with one crash and two time steps, and work shorter than the lease, it holds in all 5,474 interleavings of two clients, and with five time steps in all 62,638,479,822 interleavings of three. Without that assumption two are inside in 2,716 of 14,624 interleavings, by 3 steps: A1 T B1.
]], zh_CN = [[
把所有部分合在一起，就是 Java 库 Redisson 的做法：一个哈希记录谁在里面、进了几次，一个租期，一个用来唤醒的频道，再加一个超时，以防消息永远不来。请在任意一步让任何人崩溃。

有三处节省了往返。没抢到锁的脚本在同一个回复里返回剩余时间，不必再发一次会过时的 PTTL。释放时删除和发布在一个脚本里完成。等待者在 SUBSCRIBE 之后再看一眼：

    A                                       B
    脚本：加锁  -> nil：我的
                                            脚本：加锁  -> 30000
                                            SUBSCRIBE redisson_lock__channel:{lock}
                                            脚本：加锁  -> 29990
                                            等消息，或者等 29990 ms
    脚本：释放，PUBLISH 0
                                            醒来
                                            脚本：加锁  -> nil：我的

频道名里用花括号带上锁名，好让两者落在集群的同一个槽。哈希的字段是进程的 UUID 加线程号。加锁时不指定租期，库会再加一只看门狗，每 10 秒把期限续到 30 秒。

只要工作短于租期，它就成立；这里默认打开了这个假设。关掉它，就会有两个客户端同时在里面，凡是靠租期的锁都是如此。另一个限度在服务器：从节点还不知道这把锁时主节点就丢失了，见“从节点没见过的锁”。

>! 探索结果：崩溃一次、时间前进两步、工作短于租期时，两个客户端的全部 5,474 种交错中成立；时间前进五步时，三个客户端的全部 62,638,479,822 种交错中也成立。没有这个假设时，14,624 种交错中有 2,716 种两个客户端同时在里面，3 步：A1 T B1。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" },
             busy = { 0, 0, 60000, unit = "ms", label = { en = "Work takes", zh_CN = "工作耗时" } } },
  keys   = { "lock", "redisson_lock__channel:{lock}" },
  bounds = { crashes = 1, time = 2 },
  assume = { "work_shorter_than_lease" },
  free   = { clients = 50, busy = 1, repeats = 10, lease = 1000, crash = 0.0002 },

  client = function(p, me)
    local channel = "redisson_lock__channel:{lock}"
    local field = me.token .. ":1"
    local function tryAcquire()
      return redis.script("reentrant-acquire", { "lock" }, { p.lease, field })
    end

    local ttl = tryAcquire()
    if ttl then
      subscribe(channel)
      ttl = tryAcquire()
      while ttl do
        receive(channel, ttl)
        ttl = tryAcquire()
      end
    end
    enter("lock")
    work(p.busy)
    work()
    leave("lock")
    redis.script("reentrant-release", { "lock", channel }, { "0", field })
  end,

  always  = { holders_at_most("lock", 1) },
  finally = { nobody_waits() },
}
