return {
  id     = "lock-watchdog-set-xx",
  family = "lock",
  order  = 110,
  title  = { en = "A watchdog that renews by SET XX", zh_CN = "用 SET XX 续期的看门狗" },
  lesson = { en = [[
A second thread of the holder, the watchdog, renews the lease every third of it, so that long work keeps its lock. Pause the whole process of A and look at what its watchdog does when it wakes up.

SET lock A XX PX 30000 means "if there is a lock, write my name on it". XX asks whether the key exists, not whose it is:

    A's watchdog                       B
    (paused for more than 30 s;
     the key expires)
                                       SET lock B NX PX 30000  -> OK
    SET lock A XX PX 30000  -> OK      at work
      the lock says A now
                                       SET lock B XX PX 30000  -> OK
                                         the lock says B again

From here on everything is upside down: A and B are both inside, each watchdog writes its own name over the other's, and each is answered OK. Nobody is told that the lock was lost. Whose release deletes it is luck; the other one's finds "not mine", or finds nothing.

Renew by a script that compares the token first ("A watchdog that renews by script"). The pause itself is not cured by that: also with the right renewal, A is still inside when it wakes up, until its next look at the lock.

>! What the search finds: with three time steps and one pause, another's lock is overwritten in 295,444 of 835,048 interleavings. The shortest way takes 10 steps: A1 A1' T P(A) T B1 B1' U(A) A~0' A~1 (A~1 is the first renewal by A's watchdog, after the pause). Without any pause, timers being on time, a command that is late on its way does the same: with eight time steps in 2,327,238 of 4,773,486 interleavings. A1' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
持有者的另一个线程，看门狗，每过三分之一租期就续一次期，让长时间的工作也能保住锁。让 A 的整个进程停顿，看看它的看门狗醒来时做什么。

SET lock A XX PX 30000 的意思是“只要有锁，就写上我的名字”。XX 只问键是否存在，不问归谁：

    A 的看门狗                          B
    （停顿超过 30 秒，键过期）
                                       SET lock B NX PX 30000  -> OK
    SET lock A XX PX 30000  -> OK      正在干活
      锁上现在写的是 A
                                       SET lock B XX PX 30000  -> OK
                                         锁上又写成了 B

从这里开始一切都颠倒了：A 和 B 都在里面，两只看门狗轮流把自己的名字盖在对方的上面，而得到的回复都是 OK。没有谁知道锁已经丢过。最后由谁的释放删掉它，全凭运气；另一个会发现“不是我的”，或者什么都没有。

续期要用先比较令牌的脚本（“用脚本续期的看门狗”）。停顿本身并不会因此消失：即使续期写对了，A 醒来时仍然在里面，直到它下一次查看锁为止。

>! 探索结果：时间前进三步、暂停一次时，835,048 种交错中有 295,444 种覆盖了别人的锁。最短的一种 10 步：A1 A1' T P(A) T B1 B1' U(A) A~0' A~1（A~1 是 A 的看门狗在暂停之后的第一次续期）。没有暂停、定时器准时触发时，一条在路上迟到的命令也会造成同样的结果：时间前进八步时，4,773,486 种交错中有 2,327,238 种如此。A1' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" },
             busy = { 40000, 0, 3600000, unit = "ms", label = { en = "Work takes", zh_CN = "工作耗时" } } },
  keys   = { "lock", "done" },
  bounds = { time = 3, pauses = 1 },
  assume = { "timers_on_time" },
  fix    = "lock-watchdog-script",
  free   = { clients = 10, repeats = 2, lease = 150, busy = 200, pause = { 0.08, 400 } },

  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    local dog = spawn(function()
      repeat sleep(p.lease // 3)
      until not redis.call("SET", "lock", me.token, "XX", "PX", p.lease)
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
