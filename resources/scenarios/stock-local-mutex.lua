return {
  id     = "stock-local-mutex",
  family = "stock",
  order  = 30,
  title  = { en = "A mutex in the app server", zh_CN = "应用服务器里的互斥锁" },
  lesson = { en = [[
The app server guards "read the stock, write the stock" with a mutex of its own, and in the test with one server all is well. In production two of them stand behind a load balancer that sends requests to them in turn. Set the number of servers to 1 and to 2 and compare.

A mutex lives in the memory of one process. Two clients on the same server wait for each other; two on different servers hold two different mutexes and know nothing of each other:

    A, server 1: lock, GET stock -> 1
                          B, server 2: lock, GET stock -> 1
                          B, server 2: SET stock 0, unlock    (B sells)
    A, server 1: SET stock 0, unlock                          (A sells too)

Who is to be excluded decides where the lock must be: for clients on several machines it has to be in a place that all of them reach. For a stock no lock is needed at all: a script on the Redis server is that place, and it does the whole work in one step.

What is still good about the local mutex: in front of the script it saves the server needless attempts. As a guard it breaks with the second server, and also with the second process on the same machine.

>! What the search finds: with two servers the unit is sold twice in 4 of 6 interleavings, just as often as without the mutex. The shortest way takes 4 steps: A1 B1 B2 A2 (the schedule above). With one server it holds in all 2 interleavings.
]], zh_CN = [[
应用服务器用自己的互斥锁保护“读库存、写库存”，只有一台服务器的测试一切正常。到了生产环境，负载均衡后面有两台，请求轮流分给它们。把服务器数分别设为 1 和 2，比较一下。

互斥锁存在于一个进程的内存里。同一台服务器上的两个客户端会互相等待；不同服务器上的两个客户端，拿的是两把不同的锁，彼此毫不知情：

    A，服务器 1：加锁，GET stock -> 1
                          B，服务器 2：加锁，GET stock -> 1
                          B，服务器 2：SET stock 0，解锁    （B 卖出）
    A，服务器 1：SET stock 0，解锁                          （A 也卖出）

要把谁挡在外面，决定了锁必须放在哪里：客户端分布在多台机器上，锁就要放在它们都能到达的地方。而扣库存根本不需要锁：在 Redis 服务器上执行的脚本就是这样的地方，它一步就把事情做完。

本地互斥锁还有什么用：放在脚本前面，可以减少对服务器的无谓尝试。但用它来防止超卖，多一台服务器就失效，同一台机器上多一个进程也一样失效。

>! 探索结果：两台服务器时，6 种交错中有 4 种把同一件卖了两次，和没有互斥锁时一样多。最短的一种 4 步：A1 B1 B2 A2（即上面的过程）。只有一台服务器时，在全部 2 种交错中成立。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, servers = { 2, 1, 64 } },
  keys   = { "stock" },
  fix    = "stock-script",
  free   = { clients = 50, stock = 100, repeats = 10 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    local m = mutex("stock") -- of this app server
    m.lock()
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
    m.unlock()
  end,

  always = { count_at_most("sold", "stock") },

  exercise = {
    task  = { en = "Two app servers, each with its own mutex, sell the same unit twice. Make it right for any number of app servers.",
              zh_CN = "两台应用服务器各有一个互斥锁，把同一件卖了两次。让它在任意多台应用服务器上都正确。" },
    hints = {
      { en = "What do clients of different app servers share? Not a mutex.",
        zh_CN = "不同应用服务器上的客户端共享什么？不是互斥锁。" },
      { en = "Only Redis sees them all: let it look and take.",
        zh_CN = "只有 Redis 看得到所有客户端：让它来查看并取走。" },
      { en = "A script makes both one step; then no mutex is needed.",
        zh_CN = "脚本把两者变成一步，这样就不需要互斥锁了。" },
    },
    params = { clients = 3, stock = 2 }, -- the first unit may be safe by itself
    bounds = { time = 2 }, -- where a lock has a lease, it may run out, also behind a watchdog
    work  = {
      check({ en = "whoever comes buys while there is stock", zh_CN = "只要有库存，来的客户端就买到" }, function(v, p)
        local wanted, sold = math.min(#v.events("@came"), p.stock), v.count("sold")
        if sold ~= wanted then
          return { en = wanted .. " should be sold, and " .. sold .. " are",
            zh_CN = "应当卖出 " .. wanted .. " 件，实际卖出 " .. sold .. " 件" }
        end
      end),
      sum_equals("sold", "stock", "stock"),
    },
    absent = true,
  },
}
