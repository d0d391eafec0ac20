return {
  id     = "limit-compensate",
  family = "limiter",
  order  = 90,
  title  = { en = "Count, and take back when over", zh_CN = "先计数，超过再减回" },
  lesson = { en = [[
This limiter does not want refused calls to be counted: INCR, set the deadline at 1, and if the limit is exceeded, DECR again. Watch the counter when the key expires just between INCR and DECR.

DECR takes back an addition that is no longer there. The key has expired with everything in it; DECR creates a new one, below zero and without a deadline:

    A: INCR calls -> 1
    A: PEXPIRE calls 60000
                          B: INCR calls -> 2     (over the limit)
    … the key expires …
                          B: DECR calls -> -1    (a new key without a TTL)

From then on more calls pass than may, because the count begins below zero, and the deadline comes only when INCR happens to reach 1 again. Also, while B's addition has not been taken back, others are refused for its sake. The fix is not to count what is refused in the first place, in a script that looks before it counts, or to count it and leave it, as limit-script does.

What still breaks a DECR inside a script: a script that takes back only if the counter is above 0 never goes below zero, but after an expiry it takes away somebody else's call. What has a deadline must not be taken back later.

>! What the search finds: with one time step the counter becomes negative in 4 of 18 interleavings. The shortest way takes 5 steps: A1 A2 B1 T B2 (the schedule above).
]], zh_CN = [[
这个限流器不想把被拒绝的调用也算进去：INCR，得到 1 就设置期限，超过上限就 DECR 减回来。请注意键恰好在 INCR 和 DECR 之间过期时的计数器。

DECR 减回的，是一次已经不存在的加一。键连同其中的一切都过期了；DECR 新建了一个键，值小于零，而且没有过期时间：

    A: INCR calls -> 1
    A: PEXPIRE calls 60000
                          B: INCR calls -> 2     （超过上限）
    …… 键过期 ……
                          B: DECR calls -> -1    （一个没有 TTL 的新键）

从此放行的会比允许的多，因为计数从零以下开始；而过期时间要等 INCR 碰巧再次得到 1 时才会设置。此外，B 加上的一还没有减回时，别人会因此被拒绝。修正的办法是根本不计入被拒绝的调用，用一个先看再数的脚本；或者计入而不减回，就像 limit-script 那样。

放进脚本里的 DECR 还会出什么问题：大于 0 才减的脚本不会变成负数，但在过期之后减掉的是别人的调用。有期限的东西，事后不能再减回去。

>! 探索结果：时间前进一步时，18 种交错中有 4 种计数器变成负数。最短的一种 5 步：A1 A2 B1 T B2（即上面的过程）。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 1, 1, 1000000 },
             window = { 60000, 100, 3600000, unit = "ms" } },
  keys   = { "calls" },
  bounds = { time = 1 },
  fix    = "limit-script",
  free   = { clients = 50, limit = 10, window = 100, repeats = 200 },

  client = function(p, me)
    local calls = redis.call("INCR", "calls")
    if calls == 1 then
      redis.call("PEXPIRE", "calls", p.window)
    end
    if calls <= p.limit then
      count("admitted")
    else
      redis.call("DECR", "calls")
      count("refused")
    end
  end,

  always = { value_at_least("calls", 0) },
}
