return {
  id     = "lock-watchdog-script",
  family = "lock",
  order  = 125,
  title  = { en = "A watchdog that renews by script", zh_CN = "用脚本续期的看门狗" },
  lesson = { en = [[
The same watchdog, but its renewal is one script that compares the token and extends only its own lock. Pause the whole process for as long as you like: nobody else's lock is touched.

    if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
    return redis.call("PEXPIRE", KEYS[1], ARGV[2])

The answer is the news: 0 means that the lock is not ours any more, and the watchdog stops.

    A's watchdog                       B
    (paused for more than 30 s;
     the key expires)
                                       SET lock B NX PX 30000  -> OK
    script: GET lock -> B, 0           at work, its lease as it was

What it does not solve: A was inside when it was paused, and still is when it wakes up, beside B. The watchdog learns it at its next look, the main thread only if the watchdog tells it. How long that may last, and what the watchdog is good for when nobody pauses, is the next lesson, "The watchdog".

>! What the search finds: with ten time steps and one pause, timers being on time, nobody extends another's lock, in all 15,010,778 interleavings.
]], zh_CN = [[
还是那只看门狗，但续期用一个脚本：先比较令牌，只延长自己的锁。让整个进程停顿多久都行：不会碰到别人的锁。

    if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
    return redis.call("PEXPIRE", KEYS[1], ARGV[2])

要紧的是回复：0 表示锁已经不是我们的，看门狗就此停下。

    A 的看门狗                          B
    （停顿超过 30 秒，键过期）
                                       SET lock B NX PX 30000  -> OK
    脚本：GET lock -> B，返回 0         正在干活，租期不变

它解决不了的：A 停顿时在里面，醒来时仍在里面，和 B 同时。看门狗要到下一次查看时才知道，主线程则要等看门狗告诉它。这会持续多久，以及没有停顿时看门狗有什么用，见下一课“看门狗”。

>! 探索结果：时间前进十步、暂停一次、定时器准时触发时，在全部 15,010,778 种交错中都没有谁给别人的锁续期。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" },
             busy = { 15000, 0, 3600000, unit = "ms", label = { en = "Work takes", zh_CN = "工作耗时" } } },
  keys   = { "lock", "done" },
  bounds = { time = 10, pauses = 1 },
  assume = { "timers_on_time" },
  free   = { clients = 10, repeats = 2, lease = 150, busy = 200, pause = { 0.08, 400 } },

  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    local dog = spawn(function()
      repeat sleep(p.lease // 3)
      until redis.script("lock-extend", { "lock" }, { me.token, p.lease }) == 0
    end)
    work(p.busy)
    redis.call("INCR", "done")
    leave("lock")
    dog.cancel()
    work(0) -- the release is on time as well
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  always = { renewed_by_owner("lock") },
}
