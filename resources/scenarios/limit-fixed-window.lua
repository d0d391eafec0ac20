-- In any window, by the times at which the server let them through.
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
  id     = "limit-fixed-window",
  family = "limiter",
  order  = 100,
  title  = { en = "Windows by the clock", zh_CN = "按时钟划分的固定窗口" },
  lesson = { en = [[
At most 2 calls in 10 seconds. Time is cut into windows of 10 seconds by the clock, each with a key and a count of its own. The counting is done by a script and is right. Look at the times of the calls that were let through.

Each window keeps the limit, but nobody looks across the border of two windows. One call late in the first and two early in the second are three within a few seconds:

    second  6   A: calls:0 -> 1   (let through)
    ------- 10: the next window begins ------------
    second 12   A: calls:1 -> 1   (let through)
    second 12   B: calls:1 -> 2   (let through: the third in 6 seconds)

In the worst case it is twice the limit within a moment, and it happens to everybody whose calls come at full hours or minutes. Where that matters, use a sliding window: a log of the calls of the last 10 seconds, or, for less memory, two windows of which the older one counts in part, or a token bucket.

Fixed windows are good enough where the limit is a quota ("1,000 a day") and not a protection. They need one number for each user and one command, and all clients agree on when they begin, provided that their clocks agree.

>! What the search finds: with two time steps three calls pass within 10 seconds in 240 of 276 interleavings. The shortest way takes 9 steps: T A0' A1 A1' T A2 A2' B1 B1' (the schedule above). A0' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
10 秒内最多 2 次调用。按时钟把时间切成 10 秒一个的窗口，每个窗口有自己的键和计数。计数由脚本完成，是正确的。请看放行的调用各在什么时间。

每个窗口都守住了上限，但没有谁去看两个窗口的交界。前一个窗口末尾一次，后一个窗口开头两次，几秒之内就是三次：

    第  6 秒   A: calls:0 -> 1   （放行）
    ------- 第 10 秒：下一个窗口开始 --------------
    第 12 秒   A: calls:1 -> 1   （放行）
    第 12 秒   B: calls:1 -> 2   （放行：6 秒之内的第三次）

最坏的情况是一瞬间放行上限的两倍，凡是在整点、整分发起的调用都会遇到。如果在意这一点，就用滑动窗口：记下最近 10 秒内的调用；想少占内存，可以用两个窗口，旧的按比例计入；或者用令牌桶。

如果上限只是配额（“每天 1000 次”）而不是保护，固定窗口就够用了。每个用户只需一个数字、一条命令，而且只要各客户端的时钟一致，它们对窗口何时开始的看法也就一致。

>! 探索结果：时间前进两步时，276 种交错中有 240 种在 10 秒内通过了三次。最短的一种 9 步：T A0' A1 A1' T A2 A2' B1 B1'（即上面的过程）。A0' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 2, 1, 1000000 },
             window = { 10000, 100, 3600000, unit = "ms" }, requests = { 2, 1, 1000 },
             interval = { 6000, 1, 3600000, unit = "ms" } },
  keys   = { "calls:*" },
  bounds = { time = 2 },
  clock  = true,
  fix    = "limit-sliding-log",
  free   = { clients = 50, limit = 20, window = 200, requests = 100, interval = 10 },

  client = function(p, me)
    for request = 1, p.requests do
      sleep(p.interval)
      local key = "calls:" .. now() // p.window
      local reply = redis.script("limit-count", { key }, { p.limit, p.window })
      if reply[1] == 1 then
        event("admitted", reply[3])
        count("admitted")
      else
        count("refused")
      end
    end
  end,

  always = { check({ en = "never more than the limit in any window", zh_CN = "任何窗口内都不超过限额" },
    withinAnyWindow) },
}
