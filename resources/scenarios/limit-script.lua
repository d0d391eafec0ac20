-- In each window, which begins with its first call. Windows never overlap, so times that are closer
-- than half of one are of the same.
local function withinEachWindow(v, p)
  local begins = {}
  for i, admitted in ipairs(v.events("admitted")) do
    begins[i] = admitted.value
  end
  table.sort(begins)
  for i = 1, #begins - p.limit do
    if begins[i + p.limit] - begins[i] < p.window / 2 then
      return { en = "more than " .. p.limit .. " were let through in one window",
        zh_CN = "一个窗口内放行了超过 " .. p.limit .. " 次" }
    end
  end
end

return {
  id     = "limit-script",
  family = "limiter",
  order  = 50,
  title  = { en = "INCR and EXPIRE in one script", zh_CN = "脚本：INCR 加 EXPIRE" },
  lesson = { en = [[
Counting, setting the deadline and deciding are one script. However many clients call, no more than the limit are let through, and the key has a TTL at every moment, even if a client crashes.

The script either runs as a whole or does not run at all. There is no place between INCR and PEXPIRE at which a client could die, or a key could expire:

    A: EVALSHA limit-count … -> 1     (INCR 1, PEXPIRE)
    A crashes                         (the deadline is set already)
                          B: EVALSHA limit-count … -> 0     (INCR 2, over the limit)

This is the fix for the four lessons before it. It is one round trip, and needs neither a lock nor a second attempt.

What it does not do: it counts in windows that begin with the first call. Just before a window ends and just after it the full limit may pass each time, so twice the limit within a moment. And refused calls are counted too, which does no harm here, since the deadline does not move.

>! What the search finds: it holds in all 24 interleavings of two clients and in all 450 interleavings of three. A client has one command only, so there is no place where a crash could do harm.
]], zh_CN = [[
计数、设置期限、作出决定，都在一个脚本里。无论多少客户端调用，放行的都不超过上限，而且键在任何时刻都有 TTL，即使有客户端崩溃。

脚本要么整个执行，要么完全不执行。在 INCR 和 PEXPIRE 之间，没有哪个位置会让客户端崩溃，也没有哪个位置会让键过期：

    A: EVALSHA limit-count … -> 1     （INCR 得 1，PEXPIRE）
    A 崩溃                            （期限已经设好）
                          B: EVALSHA limit-count … -> 0     （INCR 得 2，超过上限）

前面四课的问题都由它修正。只需一次往返，不需要锁，也不需要重试。

它做不到的：窗口从第一次调用开始。一个窗口快结束时和下一个窗口刚开始时，都可能各放行一整份，一瞬间就是上限的两倍。另外，被拒绝的调用也计入其中，在这里没有坏处，因为期限不会移动。

>! 探索结果：两个客户端的全部 24 种交错、三个客户端的全部 450 种交错中都成立。每个客户端只有一条命令，没有崩溃能造成损害的地方。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 1, 1, 1000000 },
             window = { 60000, 100, 3600000, unit = "ms" } },
  keys   = { "calls" },
  clock  = true,
  bounds = { crashes = 1 },
  free   = { clients = 50, limit = 100, window = 60000, repeats = 20, crash = 0.002 },

  client = function(p, me)
    local reply = redis.script("limit-count", { "calls" }, { p.limit, p.window })
    if reply[1] == 1 then
      event("admitted", reply[2])
      count("admitted")
    else
      count("refused")
    end
  end,

  always = { ttl_present("calls"),
    check({ en = "never more than the limit in each window", zh_CN = "每个窗口内都不超过限额" },
      withinEachWindow) },
}
