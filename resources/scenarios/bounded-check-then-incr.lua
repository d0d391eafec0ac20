return {
  id     = "bounded-check-then-incr",
  family = "bounded",
  order  = 10,
  title  = { en = "At most 60 devices: check, then INCR", zh_CN = "最多 60 台设备：先查再 INCR" },
  lesson = { en = [[
An outside system can serve 60 devices at a time. Before a device asks it, it looks at a counter: below the limit, INCR and go; when the result is there, DECR. Here the limit is 1 at first; watch how far the counter rises above it.

All devices that look before the first one has counted itself see the same free slot:

    A: GET devices -> (nil)
                          B: GET devices -> (nil)
                          B: INCR devices -> 1     (B asks the outside system)
    A: INCR devices -> 2                           (so does A)

Devices that poll by the clock look at the same moment, so it is not by a little that the limit is exceeded. The fix is to look and to count in one script, which also sets a deadline, so that slots of devices that never report back are freed some time.

What is wrong here as well: a device that crashes before its DECR keeps its slot for ever, and after 60 such crashes nobody gets in. And any answer that is sent twice gives back two slots, one of which is another's.

>! What the search finds: with a limit of 1, two are counted at a time in 88 of 100 interleavings. The shortest way takes 5 steps: A1 B1 B2 B2' A2 (the schedule above). B2' means that B goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
某个外部系统同时只能服务 60 台设备。设备去访问之前先看计数器：小于上限就 INCR 然后访问；得到结果后 DECR。这里的上限开始时是 1，请看计数器超过它多少。

所有在第一台设备计入之前去看的设备，看到的都是同一个空位：

    A: GET devices -> (nil)
                          B: GET devices -> (nil)
                          B: INCR devices -> 1     （B 访问外部系统）
    A: INCR devices -> 2                           （A 也访问）

按时钟轮询的设备会在同一时刻去看，所以超过上限可不是一点点。修正的办法是用脚本在一步里查看并计数，同时设置过期时间，使一直没有回报的设备所占的空位终究会释放。

这里还有别的问题：设备在 DECR 之前崩溃，就永远占着空位，这样崩溃 60 次之后谁也进不来。另外，重复发送的结果会归还两个名额，其中一个是别人的。

>! 探索结果：上限为 1 时，100 种交错中有 88 种同时计了两台。最短的一种 5 步：A1 B1 B2 B2' A2（即上面的过程）。B2' 表示 B 继续：回复已到，或等待结束。
]] },
  params = {
    clients  = { 2, 1, 5000 },
    limit    = { 1, 1, 1000000 },
    duration = { 60000, 1, 86400000, unit = "ms",
                 label = { en = "The result takes", zh_CN = "结果返回耗时" } },
    requests = { 1, 1, 100000, label = { en = "Polls", zh_CN = "轮询次数" } },
    period   = { 1000, 1, 3600000, unit = "ms" },
  },
  keys   = { "devices" },
  bounds = { time = 2 },
  fix    = "bounded-script",
  free   = { clients = 200, limit = 60, duration = 10, requests = 20, period = 10 },

  client = function(p, me)
    for poll = 1, p.requests do
      if poll > 1 then
        sleep(p.period)
      end
      if (tonumber(redis.call("GET", "devices")) or 0) < p.limit then
        redis.call("INCR", "devices")
        enter("slot")
        work(p.duration)
        leave("slot")
        redis.call("DECR", "devices") -- the result is there
        count("served")
      else
        count("refused")
      end
    end
  end,

  always = { value_at_most("devices", "limit") },
}
