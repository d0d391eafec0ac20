return {
  id     = "bounded-ambiguous-reply",
  family = "bounded",
  order  = 40,
  title  = { en = "The 60th slot and the refusal look alike", zh_CN = "第 60 个名额和拒绝无法区分" },
  lesson = { en = [[
The script that is copied most returns how many slots are in use: INCR and return the new value if there is room, else return the value as it is. The caller refuses when the reply is 60 or more. Here the limit is 2 at first. At the end look at the counter, and at how many devices are at work.

What is wrong in it: when the last slot is granted, the reply is 60; when nothing is granted because all are taken, the reply is 60 as well. The caller cannot tell them apart, and refuses both:

    A: EVALSHA slot-take … -> 1     (granted, A works)
                          B: EVALSHA slot-take … -> 2     (granted, but B reads "full")
    A: EVALSHA slot-give … -> 1     (nobody works, one slot is counted)

A slot that is counted and not used is never given back. Each time one slot comes free, the next device gets the reply 60 again and loses it, until all 60 are lost and every device is refused. If the caller refuses only above 60, nobody is ever refused: no reply is higher. The fix is a reply that says what was decided, as in bounded-acquire: granted or not, and the number beside it.

It often goes unnoticed, because after 300 seconds without a grant the counter expires and all begins again. What still breaks with the right reply is that very deadline.

>! What the search finds: with a limit of 2, a counted slot has nobody at work in 8 of 1,546 interleavings at the end. The shortest way takes 7 steps: A1 A1' B1 T A1' A2 A2' (the schedule above; the second A1' is when the work is done). A1' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
流传最广的脚本返回已占用的名额数：有空位就 INCR 并返回新的值，否则原样返回。调用者看到大于等于 60 就当作拒绝。这里的上限开始时是 2。请在最后看计数器，再看有几台设备在工作。

它错在哪里：给出最后一个名额时，回复是 60；因为已满而没有给出时，回复也是 60。调用者分不出来，两种都当作拒绝：

    A: EVALSHA slot-take … -> 1     （同意，A 开始工作）
                          B: EVALSHA slot-take … -> 2     （同意了，B 却以为“已满”）
    A: EVALSHA slot-give … -> 1     （没有人工作，却占着一个名额）

占了却没有使用的名额，永远不会归还。每空出一个名额，下一台设备又得到 60，又丢掉一个，直到 60 个全部丢光，所有设备都被拒绝。如果改成大于 60 才拒绝，就谁也不会被拒绝，因为回复从来不会更大。修正的办法是让回复说明作出的决定，就像 bounded-acquire 那样：同意与否，旁边再带上数字。

这个问题常常没有人发现，因为 300 秒没有给出名额，计数器就过期，一切又重新开始。回复改对之后还会出问题的，正是这个过期时间。

>! 探索结果：上限为 2 时，1,546 种交错中有 8 种到最后仍有名额被计入而没有设备在工作。最短的一种 7 步：A1 A1' B1 T A1' A2 A2'（即上面的过程；第二个 A1' 是工作结束）。A1' 表示 A 继续：回复已到，或等待结束。
]] },
  params = {
    clients  = { 2, 1, 5000 },
    limit    = { 2, 1, 1000000 },
    expiry   = { 300000, 100, 86400000, unit = "ms",
                 label = { en = "The counter expires after", zh_CN = "计数器过期时间" } },
    duration = { 60000, 1, 86400000, unit = "ms",
                 label = { en = "The result takes", zh_CN = "结果返回耗时" } },
    requests = { 1, 1, 100000, label = { en = "Polls", zh_CN = "轮询次数" } },
    period   = { 1000, 1, 3600000, unit = "ms" },
  },
  keys   = { "devices" },
  bounds = { time = 4 },
  fix    = "bounded-script",
  free   = { clients = 200, limit = 60, duration = 10, requests = 20, period = 10 },

  client = function(p, me)
    for poll = 1, p.requests do
      if poll > 1 then
        sleep(p.period)
      end
      local used = redis.script("slot-take", { "devices" }, { p.limit, p.expiry })
      if used < p.limit then
        enter("slot")
        work(p.duration)
        leave("slot")
        redis.script("slot-give", { "devices" }, {}) -- the result is there
        count("served")
      else
        count("refused")
      end
    end
  end,

  finally = {
    check({ en = "every counted slot is a device at work", zh_CN = "每个计入的名额都有设备在工作" }, function(v)
      local counted, working = tonumber(v.get("devices") or 0), #v.inside("slot")
      if counted > working then
        return { en = "slots counted: " .. counted .. ", devices at work: " .. working,
          zh_CN = "计入的名额：" .. counted .. "，在工作的设备：" .. working }
      end
    end),
  },
}
