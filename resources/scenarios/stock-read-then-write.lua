return {
  id     = "stock-read-then-write",
  family = "stock",
  order  = 10,
  title  = { en = "Oversell: read, then write", zh_CN = "超卖：先读后写" },
  lesson = { en = [[
One unit is left and two clients want it. Each reads the stock, sees that there is one, writes one less and sells. Watch the two GETs: if the second comes before the first SET, the same unit is sold twice.

Between GET and SET a client knows an old number, and nothing tells it that the number has become old:

    A: GET stock -> 1
                          B: GET stock -> 1
                          B: SET stock 0        (B sells)
    A: SET stock 0                              (A sells the same unit)

In a test with one client this never shows. With two it happens in most of the possible orders, with a crowd nearly always: run it with 50 clients and a stock of 100, and see how many were sold, and how the stock goes up again when an old number is written over a newer one.

What fixes it is to look and to write in one step: a short script on the server. WATCH with MULTI, and DECR with a look at its reply, come close; each has a lesson. What does not fix it: more tests, a faster network, or a mutex in one of several app servers.

>! What the search finds: the unit is sold twice in 4 of 6 interleavings of two clients, and oversold in 60 of 66 interleavings of three. No fault is needed. The shortest way takes 4 steps: A1 B1 B2 A2 (the schedule above).
]], zh_CN = [[
只剩一件，两个客户端都想买。每个客户端都先读库存，看到还有一件，写回少一件的数，然后卖出。注意两次 GET：如果第二次 GET 早于第一次 SET，同一件商品就卖了两次。

在 GET 和 SET 之间，客户端手里是一个旧的数，而没有任何东西告诉它这个数已经旧了：

    A: GET stock -> 1
                          B: GET stock -> 1
                          B: SET stock 0        （B 卖出）
    A: SET stock 0                              （A 卖出同一件）

只有一个客户端的测试永远看不到这个问题。两个客户端时，大多数执行顺序都会出错；一大群客户端时几乎必然出错：用 50 个客户端、100 件库存运行一次，看看卖出了多少件，以及旧的数覆盖新的数时库存怎样又涨了回去。

修正的办法是把查看和写入放在同一步：一个在服务器上执行的短脚本。WATCH 加 MULTI、用 DECR 并查看返回值，也都接近正确，各有一课。没有用的办法：更多的测试、更快的网络、在多台应用服务器中的一台里加互斥锁。

>! 探索结果：两个客户端的 6 种交错中有 4 种把同一件卖了两次；三个客户端的 66 种交错中有 60 种超卖。不需要任何故障。最短的一种 4 步：A1 B1 B2 A2（即上面的过程）。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 } },
  keys   = { "stock" },
  fix    = "stock-script",
  free   = { clients = 50, stock = 100, repeats = 10 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
  end,

  always = { count_at_most("sold", "stock") },

  exercise = {
    task  = { en = "Sell what there is, and never more: with one unit left, one client buys it and the other goes away.",
              zh_CN = "有多少卖多少，绝不多卖：只剩一件时，一个客户端买到，另一个离开。" },
    hints = {
      { en = "Looking and taking have to be one step.",
        zh_CN = "查看和取走必须是同一步。" },
      { en = "A script on the server is one step. A file may bring its own: scripts = { take = [[…]] }.",
        zh_CN = "服务器上的脚本就是一步。文件可以自带脚本：scripts = { take = [[…]] }。" },
      { en = "redis.script(\"stock-take\", { \"stock\" }, {}) answers 1 where it took one.",
        zh_CN = "redis.script(\"stock-take\", { \"stock\" }, {}) 取到一件时返回 1。" },
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
