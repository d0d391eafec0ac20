return {
  id      = "lock-failover",
  family  = "lock",
  order   = 200,
  title   = { en = "The lock that the replica never saw", zh_CN = "从节点没见过的锁" },
  lesson  = { en = [[
Here the server of the lock is lost. It has a replica that takes over; what is sold is counted on another server, which is not lost. Look at whether the new primary knows about the lock.

Redis copies to its replicas after it has answered. What was answered but not yet copied when the primary dies is gone:

    A                           primary         replica
    SET lock A NX PX 30000      lock = A        -
      -> OK                     dies            -
                                                becomes primary, no lock
    B
    SET lock B NX PX 30000  -> OK               lock = B

Both hold it, both read that nothing is sold yet, and neither did anything wrong. Neither the token nor the script nor the watchdog helps: they all ask a server that has forgotten. A free run shows it only if the failover falls into the moment before the replica has the lock, so many runs hold: run it again, or explore. You also see the opposite there: a release that the replica never heard of, so that a lock which nobody holds stays until its lease ends.

WAIT makes the gap smaller, not empty: it tells how many replicas have a write, but a replica without it may still be the one that is promoted. min-replicas-to-write only refuses writes when no replica is near. Redlock asks several independent servers, and has a failing of its own when one of them restarts without its memory. If two holders would really do damage, let the data check: a fencing token that comes from the data itself, not from the server that may forget ("The data hands out the token").

>! What the search finds: with one failover two are inside in 1,840 of 2,646 interleavings, by 3 steps: A1 F B1 (F is the failover). The unit is sold twice in 840 of 2,646 interleavings, by 10 steps: A1 A2 F B1 B2 B3 B3' B4 A3 A3'. In 56 of 2,646 interleavings the release is what the replica never heard of; the next client then waits for the end of the lease, and without a time step that stays undecided. B3' means that B goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
这次丢失的是锁所在的服务器。它有一个从节点来接管；卖出的数量记在另一台不会丢失的服务器上。请看新的主节点知不知道这把锁。

Redis 先回复客户端，再复制给从节点。主节点死掉时，已经回复却还没复制的内容就丢了：

    A                           主节点           从节点
    SET lock A NX PX 30000      lock = A        -
      -> OK                     宕机             -
                                                升为主节点，没有锁
    B
    SET lock B NX PX 30000  -> OK               lock = B

两者都持有锁，都读到还没有卖出，谁都没做错。令牌、脚本、看门狗都帮不上忙：它们问的是一台已经忘记的服务器。自由运行时，只有故障切换恰好落在从节点收到锁之前的那一刻才会看到，所以很多次运行都成立：再运行一次，或者探索。那里还会看到相反的情形：从节点没有收到释放，于是一把没人持有的锁一直留到租期结束。

WAIT 能缩小空隙，却不能消除：它只告诉你有几个从节点收到了写入，被提升的仍可能是没收到的那个。min-replicas-to-write 只在附近没有从节点时拒绝写入。Redlock 询问几台互相独立的服务器，但其中一台丢失内存后重启时又有它自己的问题。如果两个持有者真会造成损失，就让数据来检查：防护令牌要由数据那一端发放，而不是由可能忘记的服务器发放（“由数据那一端发放令牌”）。

>! 探索结果：故障切换一次时，2,646 种交错中有 1,840 种两个客户端同时在里面，3 步：A1 F B1（F 是故障切换）。2,646 种交错中有 840 种把同一件卖了两次，10 步：A1 A2 F B1 B2 B3 B3' B4 A3 A3'。2,646 种交错中有 56 种是从节点没有听说释放；下一个客户端于是等待租期结束，没有时间步就无法判定。B3' 表示 B 继续：回复已到，或等待结束。
]] },
  params  = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 },
              lease = { 30000, 100, 3600000, unit = "ms" } },
  keys    = { "lock", "sold" },
  nodes   = 2,
  replica = true,
  bounds  = { failovers = 1 },
  fix     = "lock-failover-fenced",
  free    = { clients = 4, stock = 8, repeats = 2, rounds = 20, lease = 300, work = 10 },

  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    local data = redis.on(1) -- it has no replica, and forgets nothing
    local sold = tonumber(data.call("GET", "sold")) or 0
    if sold < p.stock then
      data.call("SET", "sold", sold + 1)
      count("sold")
    end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  always = { holders_at_most("lock", 1), count_at_most("sold", "stock") },
}
