return {
  id     = "bounded-expiry",
  family = "bounded",
  order  = 50,
  title  = { en = "The counter expires, the devices work on", zh_CN = "计数器过期，设备还在工作" },
  lesson = { en = [[
The scripts are right and the counter never leaves its bounds. But the outside system is slow today: results take 400 seconds, and the counter expires after 300. Count the devices at work, not the number in the key.

The deadline was meant for devices that have died. It cannot tell them from devices that are slow:

    A: EVALSHA bounded-acquire … -> 1, 1     (A works until 400 s)
    … 300 s: the counter expires, A is still at work …
                          B: EVALSHA bounded-acquire … -> 1, 1     (B works too)

All slots go at once, so in the worst case 60 more devices get in beside the 60 that are there. It is the moment in which the outside system is slow already. A longer deadline makes it rarer, and leaves dead slots standing longer.

The fix is a lease for each device instead of one deadline for all, and to renew it while the device is at work: permits in a sorted set. What still breaks that: a device that works on without renewing, or stands still for longer than its lease. Then no scheme with deadlines can help, only the outside system itself can refuse.

>! What the search finds: with a limit of 1 and two time steps, two devices are at work in 24 of 42 interleavings. The shortest way takes 5 steps: A1 A1' T B1 B1' (the schedule above). A1' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
脚本是对的，计数器也从不越界。但今天外部系统很慢：结果要 400 秒才来，而计数器 300 秒就过期。请数正在工作的设备，而不是看键里的数字。

过期时间是为已经死掉的设备准备的，它分不出死掉的和只是很慢的：

    A: EVALSHA bounded-acquire … -> 1, 1     （A 工作到第 400 秒）
    …… 第 300 秒：计数器过期，A 还在工作 ……
                          B: EVALSHA bounded-acquire … -> 1, 1     （B 也在工作）

所有名额一下子全部释放，最坏时除了原来的 60 台，又进来 60 台，而且正是在外部系统已经很慢的时候。过期时间设长一些，出现得少一些，但死掉的名额也占得更久。

修正的办法是不用一个共同的期限，而是每台设备各有自己的租期，工作期间不断续期：用有序集合保存许可。这样还会出什么问题：设备不续期却继续工作，或者停顿得比租期还长。这时任何靠期限的办法都无能为力，只有外部系统自己才能拒绝。

>! 探索结果：上限为 1、时间前进两步时，42 种交错中有 24 种两台设备同时工作。最短的一种 5 步：A1 A1' T B1 B1'（即上面的过程）。A1' 表示 A 继续：回复已到，或等待结束。
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
  fix    = "bounded-permits",
  free   = { clients = 200, limit = 60, expiry = 100, duration = 200, requests = 10, period = 50 },

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
        redis.script("bounded-release", { "devices" }, { p.expiry }) -- the result is there
        count("served")
      else
        count("refused")
      end
    end
  end,

  always = { holders_at_most("slot", "limit") },
}
