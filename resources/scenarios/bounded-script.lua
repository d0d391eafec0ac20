return {
  id     = "bounded-script",
  family = "bounded",
  order  = 30,
  title  = { en = "Take and give back by script", zh_CN = "用脚本占用和归还" },
  lesson = { en = [[
Two scripts: one takes a slot if the counter is below the limit and lets it expire after 300 seconds; the other gives one back if the counter is above 0. The counter stays between 0 and the limit, whatever the devices do.

Looking and counting cannot be separated any more, neither on the way up nor on the way down:

    A: EVALSHA bounded-acquire … -> 1, 1     (granted, 1 in use)
                          B: EVALSHA bounded-acquire … -> 0, 1     (refused, 1 in use)
    A: EVALSHA bounded-release … -> 1, 0     (given back, 0 in use)

The reply has two numbers: whether it was granted, and how many are in use. One number alone is not enough, see "The 60th slot and the refusal look alike". The deadline begins anew with every slot that is granted, and frees the slots of devices that never came back.

What still goes wrong: the counter is right, but what it counts need not be. If results take longer than 300 seconds, it expires while devices are still at work. The next lessons are about that.

>! What the search finds: with four time steps the counter stays between 0 and the limit in all 314 interleavings of two devices; with six time steps in all 100,728 interleavings of three.
]], zh_CN = [[
两个脚本：一个在计数器小于上限时占用一个空位，并让它 300 秒后过期；另一个在计数器大于 0 时归还一个。无论设备怎么做，计数器都在 0 和上限之间。

查看和计数不会再被分开，增加时如此，减少时也如此：

    A: EVALSHA bounded-acquire … -> 1, 1     （同意，占用 1 个）
                          B: EVALSHA bounded-acquire … -> 0, 1     （拒绝，占用 1 个）
    A: EVALSHA bounded-release … -> 1, 0     （已归还，占用 0 个）

回复里有两个数：是否同意，以及占用了多少。只有一个数是不够的，见“第 60 个名额和拒绝无法区分”。每次同意都会重新开始计算过期时间，它会释放那些再也没有回来的设备所占的空位。

还会出什么问题：计数器是对的，它所数的却未必对。结果超过 300 秒才来，计数器就会在设备还在工作时过期。后面的课程讲的就是这个。

>! 探索结果：时间前进四步时，两台设备的全部 314 种交错中，计数器都在 0 和上限之间；前进六步时，三台设备的全部 100,728 种交错中也是。
]] },
  params = {
    clients  = { 2, 1, 5000 },
    limit    = { 1, 1, 1000000 },
    expiry   = { 300000, 100, 86400000, unit = "ms",
                 label = { en = "The counter expires after", zh_CN = "计数器过期时间" } },
    duration = { 60000, 1, 86400000, unit = "ms",
                 label = { en = "The result takes", zh_CN = "结果返回耗时" } },
    requests = { 1, 1, 100000, label = { en = "Polls", zh_CN = "轮询次数" } },
    period   = { 1000, 1, 3600000, unit = "ms" },
  },
  keys   = { "devices" },
  bounds = { time = 4 },
  free   = { clients = 200, limit = 60, duration = 10, requests = 20, period = 10 },

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

  always = { value_at_least("devices", 0), value_at_most("devices", "limit") },
}
