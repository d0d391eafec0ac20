return {
  id     = "lock-reentrant",
  family = "lock",
  order  = 150,
  title  = { en = "A re-entrant lock by script", zh_CN = "用脚本实现的可重入锁" },
  lesson = { en = [[
Every client locks twice and unlocks twice. Watch the number in the hash: 1, 2, 1, and then the key is gone. Nobody else gets in between the two releases.

The script asks "is it free, or mine?" and enters in one step:

    if EXISTS lock = 1 and HEXISTS lock me = 0 then
        return PTTL lock               another's, for so many ms
    end
    HINCRBY lock me 1                  mine, once more
    if PTTL lock < 30000 then
        PEXPIRE lock 30000             never shorter than it was
    end

(Redisson itself sends PEXPIRE always, so an entry with a short lease cuts off a longer one.) The field has to name one thread of one process: Redisson takes a UUID of the process and the number of the thread. With the process alone, two threads of it would walk in together and both count upwards.

What still breaks it is what breaks every lease: work that takes longer. And the count needs discipline: an unlock that is forgotten on one path leaves the lock at 1 until the lease ends, and one too many answers 0, "not yours", and should be an error in your program rather than be ignored.

>! What the search finds: it holds in all 38 interleavings as long as no time passes: whoever comes first does everything before the other begins. With one time step two are inside in 2,290 of 3,324 interleavings, by 3 steps: A1 T B1.
]], zh_CN = [[
每个客户端加锁两次，解锁两次。请看哈希里的数字：1、2、1，然后键消失。两次解锁之间，别人进不来。

脚本一步完成“空着吗，还是我的？”的判断并进入：

    if EXISTS lock = 1 and HEXISTS lock me = 0 then
        return PTTL lock               别人的，还剩这么多毫秒
    end
    HINCRBY lock me 1                  我的，再进一次
    if PTTL lock < 30000 then
        PEXPIRE lock 30000             从不缩短
    end

（Redisson 自己总是发 PEXPIRE，所以租期短的一次重入会截断较长的租期。）字段必须指明某个进程的某个线程：Redisson 用的是进程的 UUID 加线程号。如果只用进程标识，同一进程的两个线程会一起走进来，各自把计数加一。

仍会破坏它的，就是破坏一切租期的东西：干得太久。计数也需要自律：某条路径忘了一次解锁，锁就停在 1，直到租期结束；多解锁一次会返回 0，“不是你的”，这应当在程序里当作错误，而不是忽略。

>! 探索结果：只要时间不前进，在全部 38 种交错中成立：先来的做完全部，另一个才开始。时间前进一步时，3,324 种交错中有 2,290 种两个客户端同时在里面，3 步：A1 T B1。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "lock", "lock:free" },
  free   = { clients = 50, repeats = 10, work = 1 },

  client = function(p, me)
    local function unlock()
      redis.script("reentrant-release", { "lock", "lock:free" }, { "0", me.token })
    end

    repeat await_gone("lock")
    until not redis.script("reentrant-acquire", { "lock" }, { p.lease, me.token })
    enter("lock")
    redis.script("reentrant-acquire", { "lock" }, { p.lease, me.token })
    unlock()
    leave("lock")
    unlock()
  end,

  always = { holders_at_most("lock", 1) },
}
