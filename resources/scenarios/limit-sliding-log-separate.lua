-- In any window, by the times that are in the log.
local function withinAnyWindow(v, p)
  local times = {}
  for i, admitted in ipairs(v.events("admitted")) do
    times[i] = admitted.value
  end
  table.sort(times)
  for i = 1, #times - p.limit do
    if times[i + p.limit] - times[i] < p.window then
      local seconds = ("%g"):format(p.window / 1000)
      return { en = p.limit + 1 .. " were let through within " .. seconds .. " s",
        zh_CN = seconds .. " 秒内放行了 " .. p.limit + 1 .. " 次" }
    end
  end
end

return {
  id     = "limit-sliding-log-separate",
  family = "limiter",
  order  = 120,
  title  = { en = "Sliding log, command by command", zh_CN = "滑动日志：逐条命令" },
  lesson = { en = [[
Every call that is let through leaves its time in a sorted set. A new call removes what is older than the window, counts what is left, and adds itself if there is room. That is right in any window, as long as nobody comes between the three commands.

Both clients count before either has added:

    A: ZREMRANGEBYSCORE log …, ZCARD log -> 0
                          B: ZREMRANGEBYSCORE log …, ZCARD log -> 0
                          B: ZADD log … B        (let through)
    A: ZADD log … A                              (let through as well)

It is "check, then act" once more; the sorted set does not change that. The fix is to put the three commands into a script. MULTI alone does not help, because whether to add depends on what ZCARD says, and inside MULTI that is not known yet. (One can add always, and remove one's entry again when there were too many; then refused calls push others out for a moment.)

Take care of the members too: two calls in the same millisecond need different ones, otherwise the second replaces the first and is not counted. And without a deadline on the key the logs of users who never come back stay for ever.

>! What the search finds: one call too many is let through in 36 of 62 interleavings. No fault is needed. The shortest way takes 8 steps: A1 A2 B1 B2 B3 B3' A3 A3' (the schedule above). B3' means that B goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
每次放行的调用，都把时间留在一个有序集合里。新的调用先删掉比窗口更早的，数一数剩下多少，还有空位就把自己加进去。只要没有人插在这三条命令中间，任何窗口内都是对的。

两个客户端都在对方添加之前数了数：

    A: ZREMRANGEBYSCORE log …, ZCARD log -> 0
                          B: ZREMRANGEBYSCORE log …, ZCARD log -> 0
                          B: ZADD log … B        （放行）
    A: ZADD log … A                              （也放行）

又是“先检查再行动”，换成有序集合也没有改变。修正的办法是把三条命令放进一个脚本。只用 MULTI 没有用，因为要不要添加取决于 ZCARD 的结果，而在 MULTI 里还不知道结果。（也可以总是先添加，太多时再删掉自己的那一条；但这样被拒绝的调用会暂时占掉别人的位置。）

成员也要注意：同一毫秒内的两次调用必须用不同的成员，否则第二个会覆盖第一个，没有计入。另外，如果键没有过期时间，不再回来的用户的日志会永远留着。

>! 探索结果：62 种交错中有 36 种多放行了一次。不需要任何故障。最短的一种 8 步：A1 A2 B1 B2 B3 B3' A3 A3'（即上面的过程）。B3' 表示 B 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 1, 1, 1000000 },
             window = { 10000, 100, 3600000, unit = "ms" } },
  keys   = { "log" },
  clock  = true,
  fix    = "limit-sliding-log",
  free   = { clients = 50, limit = 20, repeats = 10 },

  client = function(p, me)
    local at = now()
    redis.call("ZREMRANGEBYSCORE", "log", "-inf", at - p.window)
    if redis.call("ZCARD", "log") < p.limit then
      redis.call("ZADD", "log", at, me.token)
      event("admitted", at)
      count("admitted")
    else
      count("refused")
    end
  end,

  always = { check({ en = "never more than the limit in any window", zh_CN = "任何窗口内都不超过限额" },
    withinAnyWindow) },
}
