return {
  id     = "lock-try-poll",
  family = "lock",
  order  = 100,
  title  = { en = "Try n times, then give up", zh_CN = "尝试 n 次，然后放弃" },
  lesson = { en = [[
Count the SETs of a client that gives up. It was told to try three times.

A loop that is copied from program to program raises the counter before it tries and gives up when the counter reaches the limit:

    tries = 0
    loop
      if (++tries >= max) give up      the 3rd round ends here
      if SET NX succeeds: go on        so it was sent 2 times
      sleep 200 ms

With max = 3 it tries twice, and with max = 1 never at all: the lock is free, nobody wants it, and the caller is told "busy". Set "tries" to 1 to see it. The mistake stays unseen because two tries are usually enough.

Count the tries themselves: for try = 1 to max, try, and sleep only if another try follows. Set "copied loop" to 0 to run that. It gives up after (n - 1) × 200 ms, and nobody waits for ever.

What polling still does badly: the lock may be free for most of those 200 ms while everybody sleeps, there is no order among those who wait, and each sleeper costs the server five commands a second. The lessons on waking up the waiters do better.

>! What the search finds: told to try 3 times, and with two time steps, the copied loop gives up after 2 tries in 9 of 106 interleavings. The shortest way takes 8 steps: A1 A2 B1 B1' T B2 B2' T (A holds the lock; B tries twice and sleeps twice, and when it wakes up it gives up). Told to try once, it does not try in 2 of 2 interleavings. The loop that counts its tries holds in all 109 interleavings. B1' means that B goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
数一数放弃的客户端发了几次 SET。要求它尝试三次。

有一种循环被从一个程序抄到另一个程序：先把计数加一，到了上限就放弃，然后才去尝试：

    tries = 0
    循环
      if (++tries >= max) 放弃       第 3 轮在这里结束
      SET NX 成功则继续              所以只发了 2 次
      睡眠 200 ms

max = 3 时只试两次，max = 1 时一次也不试：锁明明空着，没有人要，调用者却被告知“繁忙”。把“次数”设为 1 就能看到。因为试两次通常也够了，这个错误一直没被发现。

应当对尝试本身计数：for try = 1 到 max，尝试一次，后面还有下一次才睡眠。把“抄来的循环”设为 0 就运行这种写法。它在 (n - 1) × 200 ms 之后放弃，也没有人永远等待。

轮询仍有的毛病：这 200 ms 里锁可能大部分时间空着，而大家都在睡；等待者之间没有先后；每个睡眠者每秒要让服务器执行五条命令。后面关于唤醒等待者的几课有更好的办法。

>! 探索结果：要求尝试 3 次、时间前进两步时，106 种交错中有 9 种抄来的循环只试了 2 次就放弃。最短的一种 8 步：A1 A2 B1 B1' T B2 B2' T（A 持有锁；B 试了两次、睡了两次，醒来后就放弃）。要求尝试一次时，2 种交错中有 2 种一次也没试。对尝试本身计数的循环在全部 109 种交错中成立。B1' 表示 B 继续：回复已到，或等待结束。
]] },
  params = { callers = { 1, 1, 4999, label = { en = "Callers", zh_CN = "调用者" } },
             tries = { 3, 1, 1000, label = { en = "Tries", zh_CN = "次数" } },
             every = { 200, 1, 60000, unit = "ms", label = { en = "Every", zh_CN = "间隔" } },
             copied = { 1, 0, 1, label = { en = "Copied loop", zh_CN = "抄来的循环" } },
             hold = { 0, 0, 60000, unit = "ms", label = { en = "Held for", zh_CN = "持有时间" } },
             lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "lock" },
  clock  = true,
  bounds = { time = 2 },
  assume = { "timers_on_time" },
  free   = { callers = 49, hold = 700, every = 200, tries = 3, rounds = 3 },

  clients = {
    { role = "holder", count = 1, run = function(p, me)
      repeat await_gone("lock")
      until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
      enter("lock")
      work(p.hold)
      redis.call("GET", "lock")
      leave("lock")
      redis.script("compare-and-delete", { "lock" }, { me.token })
    end },
    { role = "caller", count = "callers", run = function(p, me)
      local sent, began = 0, nil

      local function taken()
        local ok = redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
        sent = sent + 1
        began = began or now()
        return ok
      end

      local function copiedLoop()
        local tries = 0
        while true do
          tries = tries + 1
          if tries >= p.tries then return false end
          if taken() then return true end
          sleep(p.every)
        end
      end

      local function countedLoop()
        for try = 1, p.tries do
          if taken() then return true end
          if try < p.tries then sleep(p.every) end
        end
        return false
      end

      local got
      if p.copied == 1 then got = copiedLoop() else got = countedLoop() end
      if got then
        count("got the lock")
        redis.script("compare-and-delete", { "lock" }, { me.token })
      else
        count("gave up")
        count("tries missing", p.tries - sent)
        count("ms too late", began and math.max(0, now() - began - p.tries * p.every) or 0)
      end
    end },
  },

  always  = { count_at_most("tries missing", 0), count_at_most("ms too late", 0) },
  finally = { nobody_waits() },
}
