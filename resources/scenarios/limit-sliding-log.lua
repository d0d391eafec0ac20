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
  id     = "limit-sliding-log",
  family = "limiter",
  order  = 130,
  title  = { en = "Sliding log in a script", zh_CN = "脚本里的滑动日志" },
  lesson = { en = [[
At most 2 calls in any 10 seconds, and this time really in any. A script removes the calls that are older than 10 seconds, counts the rest, and adds the new one if there is room. Compare it with the fixed windows: same limit, same calls, no third one.

The window has no border, because it is always the last 10 seconds, seen from now:

    second  6   A: log {6}       (let through)
    second  6   B: log {6, 6}    (let through)
    second 12   B: log {6, 6}    -> refused: two calls in the last 10 seconds

And because it is a script, nobody counts between another's counting and adding.

The price is memory: one entry for each call that was let through. For a limit of some thousand calls take the two windows of which the older one counts in part, or a token bucket; both keep a few numbers only. And the time must be the server's: the script asks for it (TIME). If the clients said what time it is, one whose clock is ahead would remove calls that still count, and so would a command that is late on its way. What the limit bounds is when calls are let through; replies that are late may still reach the callers all at once.

>! What the search finds: with eight time steps it holds in all 6,400 interleavings.
]], zh_CN = [[
任意 10 秒内最多 2 次调用，这次真的是任意。脚本删掉 10 秒以前的调用，数一数剩下的，有空位就把新的加进去。和固定窗口比较一下：同样的上限，同样的调用，不会有第三次。

窗口没有交界，因为它永远是从现在往回数的 10 秒：

    第  6 秒   A: log {6}       （放行）
    第  6 秒   B: log {6, 6}    （放行）
    第 12 秒   B: log {6, 6}    -> 拒绝：最近 10 秒内已有两次

而且因为是脚本，别人计数和添加之间不会有人插进来。

代价是内存：每次放行都要一条记录。上限达到几千次时，可以用两个窗口、旧的按比例计入的办法，或者令牌桶，两者都只保存几个数。另外，时间必须是服务器的：由脚本自己取（TIME）。如果由客户端说现在几点，时钟偏快的客户端就会删掉仍应计入的调用，路上迟到的命令也一样。上限管的是放行的时刻；迟到的回复仍可能同时到达各个调用者。

>! 探索结果：时间前进八步时，在全部 6,400 种交错中成立。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 2, 1, 1000000 },
             window = { 10000, 100, 3600000, unit = "ms" }, requests = { 2, 1, 1000 },
             interval = { 6000, 1, 3600000, unit = "ms" } },
  keys   = { "log" },
  bounds = { time = 8 },
  clock  = true,
  free   = { clients = 50, limit = 20, requests = 100, interval = 10 },

  client = function(p, me)
    for request = 1, p.requests do
      sleep(p.interval)
      local entry = me.token .. "-" .. request
      local reply = redis.script("limit-log", { "log" }, { p.limit, p.window, entry })
      if reply[1] == 1 then
        event("admitted", reply[2])
        count("admitted")
      else
        count("refused")
      end
    end
  end,

  always = { check({ en = "never more than the limit in any window", zh_CN = "任何窗口内都不超过限额" },
    withinAnyWindow) },
}
