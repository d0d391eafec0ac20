return {
  id     = "bounded-late-result",
  family = "bounded",
  order  = 60,
  title  = { en = "A late result takes another's slot", zh_CN = "迟到的结果拿走别人的名额" },
  lesson = { en = [[
This time the work is shorter than the expiry: no device is at work when the counter expires. Only its result is reported late, and the slot is given back late with it. Three devices, one slot; count the devices at work.

A counter is a number and has no names in it. The late result gives a slot back, but its own is long gone; it takes that of a later device:

    A: EVALSHA bounded-acquire … -> 1, 1     (A works, and is done)
    … the counter expires …
                          B: EVALSHA bounded-acquire … -> 1, 1     (B works)
    A: EVALSHA bounded-release … -> 1, 0     (that was B's slot)
                          C: EVALSHA bounded-acquire … -> 1, 1     (C works beside B)

"Only if above 0" keeps the number from becoming negative, and hides the mistake. From then on each release takes away the slot of the next one, until all is quiet for once. The same happens with a result that is delivered twice.

The fix is to give slots names: a sorted set with one permit for each device. To give back a permit that is not there any more does nothing. It is what a lock needs as well: release only what is your own.

>! What the search finds: with three devices and two time steps, two are at work in 24 of 222 interleavings. The shortest way takes 7 steps: A1 A2 T B1 T A3 C1 (the schedule above: A2 is A's work; the first T is the expiry, the second the late result; A3 gives back the slot of B).
]], zh_CN = [[
这一次工作比过期时间短：计数器过期时没有设备在工作。只是结果报告得晚，名额也就归还得晚。三台设备，一个名额，请数正在工作的设备。

计数器只是一个数字，里面没有名字。迟到的结果归还一个名额，可它自己的那个早就没有了，拿走的是后来设备的：

    A: EVALSHA bounded-acquire … -> 1, 1     （A 工作，并已完成）
    …… 计数器过期 ……
                          B: EVALSHA bounded-acquire … -> 1, 1     （B 在工作）
    A: EVALSHA bounded-release … -> 1, 0     （这是 B 的名额）
                          C: EVALSHA bounded-acquire … -> 1, 1     （C 和 B 同时工作）

“大于 0 才减”避免了负数，却也掩盖了错误。从此每次归还都拿走下一台设备的名额，直到有一次完全安静下来。同一个结果送达两次，也会这样。

修正的办法是给名额加上名字：用有序集合，每台设备一份许可。归还一份已经不存在的许可，什么也不会发生。锁也需要这一点：只释放自己的。

>! 探索结果：三台设备、时间前进两步时，222 种交错中有 24 种两台同时工作。最短的一种 7 步：A1 A2 T B1 T A3 C1（即上面的过程：A2 是 A 的工作；第一个 T 是过期，第二个是迟到的结果；A3 归还的是 B 的名额）。
]] },
  params = {
    clients  = { 3, 1, 5000 },
    limit    = { 1, 1, 1000000 },
    expiry   = { 300000, 100, 86400000, unit = "ms",
                 label = { en = "The counter expires after", zh_CN = "计数器过期时间" } },
    late     = { 400000, 0, 86400000, unit = "ms",
                 label = { en = "The result is reported after", zh_CN = "结果多久之后才报告" } },
    requests = { 1, 1, 100000, label = { en = "Polls", zh_CN = "轮询次数" } },
    period   = { 1000, 1, 3600000, unit = "ms" },
  },
  keys   = { "devices" },
  bounds = { time = 2 },
  assume = { "work_shorter_than_lease" },
  fix    = "bounded-permits",
  free   = { clients = 200, limit = 60, expiry = 200, late = 100, requests = 10, period = 50,
             work = 150 },

  client = function(p, me)
    for poll = 1, p.requests do
      if poll > 1 then
        sleep(p.period)
      end
      local reply = redis.script("bounded-acquire", { "devices" }, { p.limit, p.expiry })
      if reply[1] == 1 then
        enter("slot")
        work()
        leave("slot")
        sleep(p.late)
        redis.script("bounded-release", { "devices" }, { p.expiry })
        count("served")
      else
        count("refused")
      end
    end
  end,

  always = { holders_at_most("slot", "limit") },
}
