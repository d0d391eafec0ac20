return {
  id     = "lock-lease-expires",
  family = "lock",
  order  = 50,
  title  = { en = "The lease runs out while the work goes on", zh_CN = "租期已到，活还没干完" },
  lesson = { en = [[
Look at the two bars of the clients: for a while both believe that they hold the lock. A got it rightfully, was slow for longer than its lease, and nobody told it that the lock is gone.

A may be slow for any reason: garbage collection, a busy disk, a lost packet, a machine that was put to sleep. The lease does not wait for it:

    A                                  B
    SET lock A NX PX 30000  -> OK
    GET stock  -> 1
    (slow for 30 s; the key expires)
                                       SET lock B NX PX 30000  -> OK
                                       GET stock  -> 1
                                       SET stock 0      sold
                                       DEL lock
    SET stock 0      sold again

A longer lease makes this rarer and crashes more expensive. A watchdog that renews the lease keeps it as long as its process runs, but a paused process pauses its watchdog too. Asking "is it still mine?" before the write only moves the gap: A can be slow between the answer and the write.

What fixes it: the data checks, not the lock. Every holder gets a number that only grows (a fencing token), and whoever comes with a smaller one than has already been seen is refused. See "Fencing the read and the write". Assume "work is shorter than the lease" here, and it holds: this lock is exactly as good as that assumption.

>! What the search finds: with one time step, two are inside in 1,840 of 2,552 interleavings, by 3 steps: A1 T B1. The unit is sold twice in 840 of 2,552 interleavings, by 10 steps: A1 A2 T B1 B2 B3 B3' B4 A3 A3' (the schedule above). While the work is shorter than the lease, it holds in all 274 interleavings. B3' means that B goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
请看两个客户端的条带：有一段时间，两者都以为自己持有锁。A 的锁是正当拿到的，但它慢得超过了租期，而没有谁告诉它锁已经没了。

A 变慢可以有各种原因：垃圾回收、磁盘繁忙、丢包、机器休眠。租期不会等它：

    A                                  B
    SET lock A NX PX 30000  -> OK
    GET stock  -> 1
    （慢了 30 秒，键过期）
                                       SET lock B NX PX 30000  -> OK
                                       GET stock  -> 1
                                       SET stock 0      卖出
                                       DEL lock
    SET stock 0      又卖出一次

租期设得更长，只是让它更少见，崩溃的代价却更高。看门狗可以在进程运行期间不断续期，但进程停顿时看门狗也一起停顿。写之前再问一句“锁还是我的吗”，只是把空隙挪了个地方：A 可能恰好慢在得到回答和写入之间。

真正的办法是由数据来检查，而不是由锁：每个持有者拿到一个只增不减的编号（防护令牌，fencing token），编号比已经见过的小，就拒绝。请看“读和写都检查令牌”。在这里假设“工作短于租期”，检查就成立：这把锁有多可靠，完全取决于这个假设。

>! 探索结果：时间前进一步时，2,552 种交错中有 1,840 种两个客户端同时在里面，3 步：A1 T B1。2,552 种交错中有 840 种把同一件卖了两次，10 步：A1 A2 T B1 B2 B3 B3' B4 A3 A3'（即上面的过程）。工作短于租期时，在全部 274 种交错中成立。B3' 表示 B 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "stock", "lock" },
  bounds = { time = 1 },
  fix    = "fence-read-and-write",
  free   = { clients = 50, stock = 100, repeats = 10, lease = 200, work = 2, pause = { 0.03, 300 } },

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

  always = { holders_at_most("lock", 1), count_at_most("sold", "stock") },
}
