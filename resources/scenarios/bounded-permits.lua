return {
  id     = "bounded-permits",
  family = "bounded",
  order  = 70,
  title  = { en = "A leased permit for each device", zh_CN = "每台设备一份带租期的许可" },
  lesson = { en = [[
In place of a number there is a sorted set: one permit for each device, with the time at which its lease ends. A script removes the permits that are over, counts the others, and adds one if there is room. Giving back is ZREM of one's own permit.

Each permit lives and ends by itself. A device that crashes frees its own after its lease, and nobody else's; a late result finds nothing to take away:

    A: EVALSHA permit-take … -> 1     (permits: A until 300 s)
    A crashes
    … 300 s …
                          B: EVALSHA permit-take … -> 1     (A's is over; permits: B until 600 s)
    A's late result: ZREM permits A -> 0     (nothing happens)

That fixes the deadline for all and the late result. The work has to be shorter than the lease, or the lease has to be renewed while the work goes on, three times in each lease: a new time for the permit (ZADD XX) and a new deadline for the set (PEXPIRE), both in one script. ZADD XX alone leaves the set's own deadline where it was, and then all permits go at once; and its reply, 0, is the same whether the permit is still there or not.

What still goes wrong: a device that stands still for longer than its lease and then works on is one too many. And the time must be the server's, which the script asks for (TIME): if the devices said what time it is, one whose clock is ahead, or whose command is late on its way, would judge the permits by a wrong time.

>! What the search finds: with three devices, one crash and one time step, it holds in all 40,830 interleavings, while the work is shorter than the lease. Without that assumption two are at work in 39,546 of 108,396 interleavings, by 3 steps: A1 T B1.
]], zh_CN = [[
用有序集合代替数字：每台设备一份许可，带有租期结束的时间。脚本删掉到期的许可，数一数剩下的，有空位就加一份。归还就是用 ZREM 删掉自己的许可。

每份许可各自存在、各自到期。崩溃的设备，在租期结束后释放自己的那一份，不影响别人；迟到的结果，则没有什么可拿走：

    A: EVALSHA permit-take … -> 1     （许可：A 到第 300 秒）
    A 崩溃
    …… 第 300 秒 ……
                          B: EVALSHA permit-take … -> 1     （A 的已到期；许可：B 到第 600 秒）
    A 迟到的结果：ZREM permits A -> 0     （什么也不会发生）

这就解决了共同的期限和迟到的结果。工作必须比租期短，否则就要在工作期间续期，每个租期内三次：用 ZADD XX 写入许可的新时间，同时用 PEXPIRE 推后集合的过期时间，两者放在一个脚本里。只用 ZADD XX，集合自己的过期时间不变，到时所有许可一起消失；而且无论许可还在不在，它的回复都是 0。

还会出什么问题：停顿得比租期还长、之后又继续工作的设备，就是多出来的一台。另外，时间必须是服务器的，由脚本自己取（TIME）：如果由设备说现在几点，时钟偏快的设备，或者路上迟到的命令，就会用错误的时间判断许可。

>! 探索结果：三台设备、崩溃一次、时间前进一步、工作短于租期时，在全部 40,830 种交错中成立。没有这个假设时，108,396 种交错中有 39,546 种两台同时工作，3 步：A1 T B1。
]] },
  params = {
    clients  = { 3, 1, 5000 },
    limit    = { 1, 1, 1000000 },
    lease    = { 300000, 100, 86400000, unit = "ms" },
    requests = { 1, 1, 100000, label = { en = "Polls", zh_CN = "轮询次数" } },
    period   = { 1000, 1, 3600000, unit = "ms" },
  },
  keys   = { "permits" },
  bounds = { time = 1, crashes = 1 },
  assume = { "work_shorter_than_lease" },
  clock  = true,
  free   = { clients = 200, limit = 60, lease = 2000, requests = 20, period = 10,
             crash = 0.001, work = 10 },

  client = function(p, me)
    for poll = 1, p.requests do
      if poll > 1 then
        sleep(p.period)
      end
      local permit = me.token .. "-" .. poll
      if redis.script("permit-take", { "permits" }, { p.limit, p.lease, permit }) == 1 then
        enter("slot")
        work()
        leave("slot")
        redis.call("ZREM", "permits", permit)
        count("served")
      else
        count("refused")
      end
    end
  end,

  always = {
    holders_at_most("slot", "limit"),
    ttl_present("permits"), -- so that a lost permit comes back
  },
}
