return {
  id      = "lock-failover-fenced",
  family  = "lock",
  order   = 210,
  title   = { en = "The data hands out the token", zh_CN = "由数据那一端发放令牌" },
  lesson  = { en = [[
The lock's server is lost again, and again two clients are inside. But look at what is sold: the data, on a server of its own, lets only one of them write.

The fencing token must not come from the server that may forget: a replica that has not heard of the latest token gives it a second time. So it is drawn where the data is, and the read shows it:

    A                           server of the lock     server of the data
    SET lock A NX PX 30000      lock = A
    INCR fence  -> 1                                   fence = 1
                                fails over: no lock
    B
    SET lock B NX PX 30000      lock = B
    INCR fence  -> 2                                   fence = 2
    read with 2  -> 0 sold                             highest = 2
    A
    read with 1: refused                               1 < 2

Why the lock at all, if the data decides? It keeps most clients from doing work that would be refused. It may fail without harm now, and that is all that a lock on a server with a replica can promise.

It costs one more round trip, and the data must be able to compare numbers. A client that is refused takes that as an answer, and begins again with a new lock and a new token. And the data's own server must not forget: where it has a replica as well, the same question is asked of it, and only a database that waits for its replicas has the answer.

>! What the search finds: with one failover and one time step, never more is sold than there is, in all 35,270 interleavings.
]], zh_CN = [[
锁所在的服务器又丢失了，又有两个客户端同时在里面。但请看卖出的数量：数据放在自己的服务器上，只让其中一个写入。

防护令牌不能来自可能忘记的服务器：没有收到最新令牌的从节点，会把同一个令牌再发一次。所以令牌要在数据那一端取得，并在读的时候出示：

    A                           锁的服务器              数据的服务器
    SET lock A NX PX 30000      lock = A
    INCR fence  -> 1                                   fence = 1
                                故障切换：没有锁
    B
    SET lock B NX PX 30000      lock = B
    INCR fence  -> 2                                   fence = 2
    带着 2 读  -> 已售 0                                最大 = 2
    A
    带着 1 读：拒绝                                     1 < 2

既然由数据决定，还要锁做什么？它让大多数客户端不去做会被拒绝的工作。现在它失效也不造成损害，而带从节点的服务器上的锁，能答应的也只有这么多。

代价是多一次往返，并且数据必须会比较编号。被拒绝的客户端要接受这个回答，重新加锁、重新取令牌。另外，数据自己的服务器不能忘记：如果它也有从节点，同样的问题就落到它身上，只有会等待从节点确认的数据库才有答案。

>! 探索结果：故障切换一次、时间前进一步时，在全部 35,270 种交错中都没有卖多。
]] },
  params  = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 },
              lease = { 30000, 100, 3600000, unit = "ms" } },
  keys    = { "lock", "sold", "sold:fence", "fence" },
  nodes   = 2,
  replica = true,
  bounds  = { failovers = 1, time = 1 },
  free    = { clients = 10, stock = 20, repeats = 5, rounds = 20, lease = 300, work = 20 },

  client = function(p, me)
    local data = redis.on(1) -- it has no replica, and forgets nothing
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    local fence = data.call("INCR", "fence")
    local read = fence and data.script("fenced-read", { "sold", "sold:fence" }, { fence })
    if not read or read[1] == 0 then -- a request that was lost is answered false
      count("refused")
    elseif tonumber(read[2] or 0) < p.stock then
      local sold = tonumber(read[2] or 0)
      if data.script("fenced-write", { "sold", "sold:fence" }, { fence, sold + 1 }) == 1 then
        count("sold")
      else
        count("refused")
      end
    end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  always = { count_at_most("sold", "stock") },
}
