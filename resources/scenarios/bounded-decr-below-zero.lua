return {
  id     = "bounded-decr-below-zero",
  family = "bounded",
  order  = 20,
  title  = { en = "A late DECR makes the counter negative", zh_CN = "迟到的 DECR 使计数器变负" },
  lesson = { en = [[
The slot is taken by a script that looks, counts and sets a deadline of 300 seconds, all in one step. When the result is there, a plain DECR gives it back. This result takes longer than 300 seconds. Look at the counter afterwards.

The counter has expired and with it everything that was counted. DECR does not know that; on a missing key it begins at 0:

    A: script -> granted, devices = 1, expires in 300 s
    … 300 s: the key expires …
    … 400 s: the result arrives …
    A: DECR devices -> -1       (a new key, without a deadline)

A counter below zero grants more slots than there are, one more for each late result, and since DECR has made a key without a TTL, that is not forgotten either. The fix is a release by script: DECR only if the counter is above 0.

What that fix does not solve: between the expiry and the late result others may have taken slots. Then the counter is above 0, and the late result takes one of theirs away; see "A late result takes another's slot".

>! What the search finds: one device is enough. The shortest way takes 5 steps: A1 A1' T T A2 (the slot, the expiry, the end of the work, DECR). With two time steps that happens in 10 of 36 interleavings, and most are not decided yet; with four it happens in 160 of 160 interleavings. A1' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
占用空位由一个脚本完成：查看、计数、设置 300 秒的过期时间，一步做完。得到结果之后，用普通的 DECR 归还。这次的结果超过 300 秒才来。请看之后的计数器。

计数器已经过期，其中的一切也随之消失。DECR 并不知道；对不存在的键，它从 0 开始：

    A: 脚本 -> 同意，devices = 1，300 秒后过期
    …… 300 秒：键过期 ……
    …… 400 秒：结果到达 ……
    A: DECR devices -> -1       （一个没有过期时间的新键）

小于零的计数器会多给出空位，每个迟到的结果多给一个；而且 DECR 建立的键没有 TTL，这个错误也不会被忘掉。修正的办法是用脚本归还：大于 0 才 DECR。

这样仍然没有解决的：从过期到结果迟到之间，别的设备可能已经占了空位。这时计数器大于 0，迟到的结果会减掉别人的一个，见“迟到的结果拿走别人的名额”。

>! 探索结果：一台设备就够了。最短的一种 5 步：A1 A1' T T A2（占用名额，键过期，工作结束，DECR）。时间前进两步时，36 种交错中有 10 种如此，多数还无法判定；前进四步时，160 种交错中有 160 种如此。A1' 表示 A 继续：回复已到，或等待结束。
]] },
  params = {
    clients  = { 2, 1, 5000 },
    limit    = { 1, 1, 1000000 },
    expiry   = { 300000, 100, 86400000, unit = "ms",
                 label = { en = "The counter expires after", zh_CN = "计数器过期时间" } },
    duration = { 400000, 1, 86400000, unit = "ms",
                 label = { en = "The result takes", zh_CN = "结果返回耗时" } },
    requests = { 1, 1, 100000, label = { en = "Polls", zh_CN = "轮询次数" } },
    period   = { 1000, 1, 3600000, unit = "ms" },
  },
  keys   = { "devices" },
  bounds = { time = 2 },
  fix    = "bounded-script",
  free   = { clients = 200, limit = 60, expiry = 100, duration = 150, requests = 10, period = 50 },

  client = function(p, me)
    for poll = 1, p.requests do
      if poll > 1 then
        sleep(p.period)
      end
      local reply = redis.script("bounded-acquire", { "devices" }, { p.limit, p.expiry })
      if reply[1] == 1 then
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

  always = { value_at_least("devices", 0) },
}
