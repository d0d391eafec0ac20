return {
  id     = "lock-reentrant-separate",
  family = "lock",
  order  = 140,
  title  = { en = "A re-entrant lock in single commands", zh_CN = "逐条命令实现的可重入锁" },
  lesson = { en = [[
A re-entrant lock may be taken again by who has it already, say by a method that calls another method. It is kept in a hash: the field is the owner, its value how often the owner is in. Look for the moment at which the hash has two fields.

"Is it free?", "is it mine?", "then enter" and "set the lease" are four commands here, and anybody may come between:

    A                              B
    EXISTS lock  -> 0
                                   EXISTS lock  -> 0
    HINCRBY lock A 1  -> 1
                                   HINCRBY lock B 1  -> 1
    inside                         inside

It is the oversold stock in another dress: read, then write. HINCRBY itself is atomic, and that does not help, because the decision was made before it. A crash between HINCRBY and PEXPIRE leaves a lock without an end as well.

One script that asks and enters in one step is the fix: "A re-entrant lock by script", in the format that Redisson uses.

>! What the search finds: two are inside in 367,488 of 369,952 interleavings. No crash and no time are needed. The shortest way takes 6 steps: A1 B1 B2 B3 A2 A3 (A finds the lock free; B finds the same and enters; A enters too).
]], zh_CN = [[
可重入锁允许已经持有它的人再次进入，比如一个方法里又调用了另一个加锁的方法。锁存在一个哈希里：字段是持有者，值是进入的次数。请找出哈希里出现两个字段的那一刻。

“空着吗”“是我的吗”“那就进入”“设置租期”在这里是四条命令，每两条之间都可能插进别人：

    A                              B
    EXISTS lock  -> 0
                                   EXISTS lock  -> 0
    HINCRBY lock A 1  -> 1
                                   HINCRBY lock B 1  -> 1
    进入                            进入

这就是换了一身衣服的超卖：先读后写。HINCRBY 本身是原子的，但没有用，因为决定在它之前就做了。而且如果在 HINCRBY 与 PEXPIRE 之间崩溃，还会留下一把没有期限的锁。

办法是用一个脚本一步完成判断和进入：“用脚本实现的可重入锁”，采用 Redisson 的格式。

>! 探索结果：369,952 种交错中有 367,488 种两个客户端同时在里面。不需要崩溃，也不需要时间流逝。最短的一种 6 步：A1 B1 B2 B3 A2 A3（A 发现锁空着；B 也发现并进入；A 也进入）。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "lock" },
  fix    = "lock-reentrant",
  free   = { clients = 6, repeats = 3, work = 1 },

  client = function(p, me)
    local function lock()
      while redis.call("EXISTS", "lock") == 1 do
        if redis.call("HEXISTS", "lock", me.token) == 1 then break end
        await_gone("lock")
      end
      redis.call("HINCRBY", "lock", me.token, 1)
      redis.call("PEXPIRE", "lock", p.lease)
    end
    local function unlock()
      if redis.call("HINCRBY", "lock", me.token, -1) <= 0 then
        redis.call("DEL", "lock")
      end
    end

    lock()
    enter("lock")
    lock()
    unlock()
    leave("lock")
    unlock()
  end,

  always = { holders_at_most("lock", 1) },
}
