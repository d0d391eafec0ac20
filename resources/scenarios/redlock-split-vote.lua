return {
  id     = "redlock-split-vote",
  family = "fencing",
  order  = 80,
  title  = { en = "Redlock: everybody has one vote", zh_CN = "Redlock：人人一票，无人当选" },
  lesson = { en = [[
Three clients, three servers, nothing fails. Look for an order in which each client gets exactly one server.

Everybody asks the servers one after another, and goes on to the next after a "no":

    A             B             C
    n0 OK
                  n0 no
                  n1 OK
                                n0 no
                                n1 no
                                n2 OK
    n1 no
    n2 no         n2 no
    one vote      one vote      one vote: nobody is inside

The lock is safe here, nobody is in beside anybody; it is just of no use: three want it, it belongs to no one, and all give up. With more clients that come at once it happens more often. A single server cannot split: somebody is always first.

The usual answer: release everything at once, wait for a random time, try again, and ask all servers at the same time rather than in turn. The random part matters, since those who wait equally long meet again. That makes a win likely, not certain: there is no bound on how often they may collide. Who releases only the servers that said OK leaves locks behind where the OK was lost on the way; release on all of them.

>! What the search finds: nobody wins in 896,208 of 56,247,882 interleavings, and no fault is needed. The shortest way takes 18 steps: A1 B1 B2 C1 C2 C3 A2 A3 A4 A5 A6 B3 B4 B5 B6 C4 C5 C6 (all that each of the three clients does: three votes asked for, three releases).
]], zh_CN = [[
三个客户端，三台服务器，没有任何故障。请找一种顺序，使每个客户端恰好拿到一台。

每个客户端依次询问各台服务器，遇到“不行”就问下一台：

    A             B             C
    n0 OK
                  n0 不行
                  n1 OK
                                n0 不行
                                n1 不行
                                n2 OK
    n1 不行
    n2 不行        n2 不行
    一票           一票          一票：没有人进入

锁在这里是安全的，没有两个人同时进去；只是毫无用处：三个人都要，它却不属于任何人，大家都放弃。同时来的客户端越多，越容易发生。单台服务器不会分票：总有人是第一个。

通常的办法：立刻全部释放，随机等一段时间再试，并且同时询问所有服务器，而不是轮流问。随机很重要，等得一样久的人会再次相撞。这样多半能成功，但没有保证：碰撞次数没有上限。另外，如果只在回答 OK 的服务器上释放，而某个 OK 在路上丢了，那里就会留下一把锁；应当在所有服务器上释放。

>! 探索结果：56,247,882 种交错中有 896,208 种无人当选，不需要任何故障。最短的一种 18 步：A1 B1 B2 C1 C2 C3 A2 A3 A4 A5 A6 B3 B4 B5 B6 C4 C5 C6（三个客户端的全部步骤：各问三票，各释放三次）。
]] },
  params = { clients = { 3, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "lock" },
  nodes  = 3,
  free   = { clients = 20, rounds = 50 },

  client = function(p, me)
    local votes = 0
    for n = 0, 2 do
      if redis.on(n).call("SET", "lock", me.token, "NX", "PX", p.lease) then
        votes = votes + 1
      end
    end
    if votes >= 2 then
      enter("lock")
      count("won")
      work()
      leave("lock")
    end
    for n = 0, 2 do
      redis.on(n).script("compare-and-delete", { "lock" }, { me.token })
    end
  end,

  finally = { count_at_least("won", 1) },
}
