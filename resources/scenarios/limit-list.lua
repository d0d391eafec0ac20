return {
  id     = "limit-list",
  family = "limiter",
  order  = 70,
  title  = { en = "Counting with a list", zh_CN = "用列表计数" },
  lesson = { en = [[
Another well-known recipe counts the calls of one address as the elements of a list: LLEN, refuse if it is above the limit; if the list exists, RPUSHX, else create it in MULTI with RPUSH and EXPIRE. The deadline at least is safe. Look at how many pass, and whether every call is counted.

Three things are wrong in it. "Above" lets one more pass than the limit, even without a race. LLEN is asked before anything is added, so all who ask at once pass together. And EXISTS and RPUSHX are two commands, between which the list can expire:

    B: LLEN calls -> 1          (A has made the list)
    B: EXISTS calls -> 1
    … the list expires …
    B: RPUSHX calls -> 0        (nothing was added: this call is never counted)

Of two clients that both see no list, both create one: the second RPUSH only adds to it, and its EXPIRE moves the deadline. The fix for all of it is one script that counts and then decides, and a number in place of the list.

What a list would be good for: nothing here. It takes memory for every call, and knows no more than a counter. When the times of the calls matter, a sorted set is the right type, see the lessons about the sliding log.

>! What the search finds: with a limit of 1 and one time step, too many are let through in 180 of 324 interleavings; no race is needed, by 8 steps: A1 A2 A3 A3' B1 B2 B3 B3'. A call is not counted in 42 of 324 interleavings, by 9 steps: A1 A2 A3 A3' B1 B2 T B3 B3'. The key has a deadline in all 324 interleavings. A3' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
另一个有名的写法，用列表的元素来数一个地址的调用：先 LLEN，大于上限就拒绝；列表存在就 RPUSHX，否则在 MULTI 里用 RPUSH 和 EXPIRE 创建。过期时间倒是有保障。请看放行了多少，以及是不是每次调用都计入了。

它错在三处。“大于”会比上限多放行一次，不需要任何竞态。LLEN 在添加之前问，同时来问的就会一起通过。EXISTS 和 RPUSHX 是两条命令，列表可能在两者之间过期：

    B: LLEN calls -> 1          （列表是 A 建的）
    B: EXISTS calls -> 1
    …… 列表过期 ……
    B: RPUSHX calls -> 0        （什么也没有加进去：这次调用没有计入）

两个客户端都没有看到列表时，都会去创建：第二个 RPUSH 只是追加，它的 EXPIRE 则推迟了期限。要全部修正，用一个先计数再决定的脚本，并且用一个数字代替列表。

列表在这里有什么好处：没有。每次调用都占内存，知道的却不比计数器多。如果需要知道每次调用的时间，合适的类型是有序集合，见滑动日志的课程。

>! 探索结果：上限为 1、时间前进一步时，324 种交错中有 180 种放行过多；不需要竞态，8 步：A1 A2 A3 A3' B1 B2 B3 B3'。324 种交错中有 42 种有一次调用没有计入，9 步：A1 A2 A3 A3' B1 B2 T B3 B3'。在全部 324 种交错中，键都有期限。A3' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 1, 1, 1000000 },
             window = { 1000, 100, 3600000, unit = "ms" } },
  keys   = { "calls" },
  bounds = { time = 1 },
  fix    = "limit-script",
  free   = { clients = 50, limit = 20, window = 100, repeats = 100 },

  client = function(p, me)
    if redis.call("LLEN", "calls") > p.limit then
      count("refused")
      return
    end
    if redis.call("EXISTS", "calls") == 1 then
      if redis.call("RPUSHX", "calls", "10.0.0.7") == 0 then
        count("uncounted")
      end
    else
      redis.call("MULTI")
      redis.call("RPUSH", "calls", "10.0.0.7")
      redis.call("PEXPIRE", "calls", p.window)
      redis.call("EXEC")
    end
    event("admitted")
    count("admitted")
  end,

  always = {
    admitted_at_most("limit", "window"),
    ttl_present("calls"),
    count_at_most("uncounted", 0), -- every request is counted
  },
}
