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
  id     = "limit-window-from-first",
  family = "limiter",
  order  = 110,
  title  = { en = "A window from the first call on", zh_CN = "从第一次调用开始的窗口" },
  lesson = { en = [[
At most 2 calls in 10 seconds, and a window does not begin when the clock says so but with the first call: the key is created by it and expires 10 seconds later. No border at full minutes any more. Does that keep the limit in any 10 seconds?

There is still a border, it only lies elsewhere. A window that was opened by one early call may be used up at its end, and the next one begins right after it:

    second  6   A: calls -> 1   (let through, the window ends at 16)
    second 12   B: calls -> 2   (let through)
    second 16   the key expires
    second 16   A: calls -> 1   (let through)
    second 18   B: calls -> 2   (let through: the third in 6 seconds)

So it shares the fault of the windows by the clock. It is a little harder to hit on purpose, since the window begins at another time for everybody. The fix is the same: remember the times of the calls and look back from now.

It is still the usual choice, because it needs one number and no clock of the client: the deadline of the key is the window.

>! What the search finds: with four time steps three calls pass within 10 seconds in 20 of 1,368 interleavings. The shortest way takes 12 steps: T A1 A1' T B1 B1' T A2 A2' T B2 B2' (the schedule above). A1' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
10 秒内最多 2 次调用，窗口不是按时钟开始，而是从第一次调用开始：由它创建键，10 秒后过期。整分钟处不再有交界。这样能保证任意 10 秒内不超过上限吗？

交界还在，只是换了地方。由较早的一次调用打开的窗口，可能在末尾才用完，下一个窗口紧接着就开始：

    第  6 秒   A: calls -> 1   （放行，窗口到第 16 秒结束）
    第 12 秒   B: calls -> 2   （放行）
    第 16 秒   键过期
    第 16 秒   A: calls -> 1   （放行）
    第 18 秒   B: calls -> 2   （放行：6 秒之内的第三次）

所以它和按时钟划分的窗口有同样的毛病，只是每个人的窗口开始时间不同，故意去碰要难一些。修正的办法也一样：记下每次调用的时间，从现在往回看。

它仍然是常用的选择，因为只需要一个数字，也不需要客户端的时钟：键的过期时间就是窗口。

>! 探索结果：时间前进四步时，1,368 种交错中有 20 种在 10 秒内通过了三次。最短的一种 12 步：T A1 A1' T B1 B1' T A2 A2' T B2 B2'（即上面的过程）。A1' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 2, 1, 1000000 },
             window = { 10000, 100, 3600000, unit = "ms" }, requests = { 2, 1, 1000 },
             interval = { 6000, 1, 3600000, unit = "ms" } },
  keys   = { "calls" },
  clock  = true,
  bounds = { time = 4 },
  fix    = "limit-sliding-log",
  free   = { clients = 8, limit = 5, window = 200, requests = 10, interval = 150, pause = { 0.5, 90 } },

  client = function(p, me)
    for request = 1, p.requests do
      sleep(p.interval)
      local reply = redis.script("limit-count", { "calls" }, { p.limit, p.window })
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
