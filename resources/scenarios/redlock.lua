return {
  id     = "redlock",
  family = "fencing",
  order  = 70,
  title  = { en = "Redlock: two of three servers", zh_CN = "Redlock：三台里拿到两台" },
  lesson = { en = [[
Three servers that know nothing of each other. A client asks all of them and is inside if at least two said OK. One server may be lost and the lock lives on. With no fault and no pause, nobody gets in beside the holder.

A majority protects against a server that is away. It does not protect against a client that is:

    A                                  B
    n0 OK, n1 OK, n2 OK: inside
    (pause longer than the lease;
     all three keys expire)
                                       n0 OK, n1 OK, n2 OK: inside
    wakes up, and is inside too

The client also looks at the clock, as the full recipe has it: votes that took as long to collect as the lease do not count. That refuses a client that was slow while it asked. It does not help here: A collected its votes in time, and the pause came after the look at the clock. This is the lease of a single server once more, three times as expensive.

The second gap is a server that comes back without its memory. Set the time steps to 0, the node restarts to 1: A has n0 and n1, n1 restarts empty, B gets n1 and n2. Both have two of three. Servers that write every command to disk before they answer (appendfsync always), or that stay away for a whole lease after a crash, close it; a plain restart does not.

So use it where a second holder costs some work twice, and then a single server is often good enough as well. Where a second holder does damage, the data has to check a fencing token ("Fencing the read and the write"), and Redlock has none to give: its values are random and have no order.

>! What the search finds: without a fault it holds in all 14,852 interleavings. With one time step two are inside in 13,608 of 2,595,836 interleavings, by 12 steps: A1 A2 A3 A4 A4' T B1 B2 T T B3 B4 (A1 and B1 are when they come; with the first T the lease is over, and each of the three keys goes by a T of its own). With one restart and no time step two are inside in 45,360 of 561,050 interleavings, by 9 steps: A1 A2 A3 B1 B2 N(1) B3 B4 A4. A4' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
三台互不相识的服务器。客户端逐台去问，至少两台回答 OK 就算进入。丢了一台，锁照样可用。没有故障也没有停顿时，没有人能在持有者之外再进来。

多数派防的是服务器缺席，防不了客户端缺席：

    A                                  B
    n0 OK，n1 OK，n2 OK：进入
    （停顿超过租期，
     三个键全部过期）
                                       n0 OK，n1 OK，n2 OK：进入
    醒来，也还在里面

客户端也按完整的算法看了时钟：收集选票用掉了整个租期，就不算数。这能拒绝询问时变慢的客户端，在这里却没有用：A 是按时收齐的，停顿发生在看过时钟之后。这和单台服务器的租期是同一个问题，只是贵了三倍。

第二个漏洞是服务器丢了内存又回来。把时间步数设为 0，节点重启设为 1：A 有 n0 和 n1，n1 重启后是空的，B 拿到 n1 和 n2。两者都是三台里的两台。每条命令落盘之后才回复（appendfsync always），或者崩溃之后整整一个租期不参与，可以堵住它；普通的重启不行。

所以，它适用于多一个持有者只是白干一遍的场合，而那种场合单台服务器往往也够用。多一个持有者会造成损害时，必须由数据检查防护令牌（“读和写都检查令牌”），而 Redlock 给不出令牌：它的值是随机的，没有先后。

>! 探索结果：没有故障时，在全部 14,852 种交错中成立。时间前进一步时，2,595,836 种交错中有 13,608 种两个客户端同时在里面，12 步：A1 A2 A3 A4 A4' T B1 B2 T T B3 B4（A1 和 B1 是它们到来的时候；第一个 T 时租期结束，三个键各用一个 T 消失）。重启一台、时间不前进时，561,050 种交错中有 45,360 种两个客户端同时在里面，9 步：A1 A2 A3 B1 B2 N(1) B3 B4 A4。A4' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "lock", "done" },
  nodes  = 3,
  clock  = true,
  bounds = { time = 1 },
  free   = { clients = 10, repeats = 20, rounds = 5, lease = 100, work = 2, pause = { 0.03, 250 } },

  client = function(p, me)
    work() -- clients come at any time
    local begun, votes = now(), 0
    for n = 0, 2 do
      if redis.on(n).call("SET", "lock", me.token, "NX", "PX", p.lease) then
        votes = votes + 1
      end
    end
    if votes >= 2 and now() - begun < p.lease then
      enter("lock")
      count("won")
      redis.call("INCR", "done")
      leave("lock")
    end
    for n = 0, 2 do
      redis.on(n).script("compare-and-delete", { "lock" }, { me.token })
    end
  end,

  always = { holders_at_most("lock", 1) },
}
