return {
  id     = "lock-setnx",
  family = "lock",
  order  = 10,
  title  = { en = "A lock that is never given back", zh_CN = "永远不会归还的锁" },
  lesson = { en = [[
Look at the key "lock" after the holder has crashed: it is still there, and everybody else waits for it to go. SETNX writes a key only if it does not exist, so of any number of clients exactly one gets the answer 1. As long as nobody dies, that is a correct lock.

Redis does not know that the key means "A is at work". When A crashes, nothing deletes it:

    A                          B
    SETNX lock A  -> 1
    crash
                               waits until "lock" is gone: for ever

What fixes it is a time after which the lock goes by itself, a lease. It has to be set in the same command that takes the lock: SET lock token NX PX 30000.

A lease heals the crash and brings a question of its own: what if it runs out while the holder is still alive and at work? That is "The lease runs out while the work goes on". Allow no crash here and search again: without one, nothing is wrong, which is why this lock passes every test at the desk.

>! What the search finds: with at most one crash, somebody waits for ever in 96 of 384 interleavings, as soon as the holder crashes: 3 steps: A1 X(A) B0 (B0 is where B comes, and begins to wait). Two holders are never found. Without a crash it holds in all 38 interleavings.
]], zh_CN = [[
请看持有者崩溃以后的键 "lock"：它还在，其他人都在等它消失。SETNX 只在键不存在时写入，所以不管有多少客户端，只有一个会得到 1。只要没有人崩溃，这就是一把正确的锁。

Redis 并不知道这个键表示“A 正在工作”。A 崩溃之后，没有谁会来删除它：

    A                          B
    SETNX lock A  -> 1
    崩溃
                               等待 "lock" 消失：永远等下去

办法是给锁一个期限（租期），到期自动消失。期限必须和加锁写在同一条命令里：SET lock token NX PX 30000。

租期治好了崩溃，却带来新的问题：持有者还活着、活还没干完，租期就到了怎么办？请看“租期已到，活还没干完”。把这里允许的崩溃次数改成 0 再探索一次：不崩溃就没有问题，所以这种锁在开发机上总能通过测试。

>! 探索结果：最多崩溃一次时，384 种交错中有 96 种会有人永远等待，持有者一崩溃就会这样，3 步：A1 X(A) B0（B0 是 B 到来并开始等待）。从未出现两个持有者。没有崩溃时，在全部 38 种交错中成立。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 } },
  keys   = { "stock", "lock" },
  bounds = { crashes = 1 },
  fix    = "lock-set-nx-px",
  free   = { clients = 20, stock = 100, repeats = 10, work = 2, crash = 0.006 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SETNX", "lock", me.token) == 1
    enter("lock")
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
    leave("lock")
    redis.call("DEL", "lock")
  end,

  always  = { holders_at_most("lock", 1) },
  finally = { nobody_waits() },
}
