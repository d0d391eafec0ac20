return {
  id     = "lock-watchdog",
  family = "lock",
  order  = 130,
  title  = { en = "The watchdog", zh_CN = "看门狗" },
  lesson = { en = [[
The work takes longer than the lease, and yet only one is inside: a second thread of the holder extends the lock every third of the lease, by a script that compares the token first. If the process dies, the watchdog dies with it, and the lock goes by itself.

    main thread                        watchdog
    SET lock A NX PX 30000  -> OK
    works for 40 s                     10 s: extend  -> 1
                                       20 s: extend  -> 1
                                       30 s: extend  -> 1
    compare and delete                 cancelled before that

A third of the lease is the usual choice: one renewal may fail, the next comes at two thirds of the lease; the third would come when it is over. The watchdog is cancelled before the release; else a late renewal could meet the next one's lock (the script would refuse it).

That it holds rests on "timers fire on time". Allow one pause and search again: garbage collection, a suspended machine or a debugger stops all threads of the process, the watchdog included. The lease runs out, B gets the lock, and A wakes up inside. Allow one crash instead, and nobody is stuck.

So a watchdog replaces "my work is shorter than the lease" by "my process never stops for longer than the lease". That is a better promise, and still only a promise. It also never lets go of a holder that hangs in an endless loop. What protects the data from one that wakes up is fencing.

>! What the search finds: with timers on time and nine time steps it holds in all 4,773,486 interleavings; eight are enough to decide all of them, with seven none is decided. With one crash it holds in all 17,396,748 interleavings. With one pause two are inside in 93,560,632,038 of 97,340,705,340 interleavings, by 7 steps: A1 A1' T P(A) T B1 B1'. A1' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
工作时间比租期长，里面却始终只有一个：持有者的另一个线程每过三分之一租期，用先比较令牌的脚本续期一次。进程死了，看门狗也跟着死，锁会自己消失。

    主线程                              看门狗
    SET lock A NX PX 30000  -> OK
    工作 40 秒                          10 秒：续期  -> 1
                                       20 秒：续期  -> 1
                                       30 秒：续期  -> 1
    比较并删除                          在此之前已取消

通常取租期的三分之一：可以失败一次，下一次在租期的三分之二处；再下一次到来时，租期已经结束。释放之前先取消看门狗，否则迟到的续期会碰上下一个人的锁（脚本会拒绝它）。

它成立的前提是“定时器准时”。允许一次停顿再探索：垃圾回收、机器休眠、调试器都会让进程的所有线程停住，看门狗也不例外。租期到了，B 拿到锁，A 醒来时仍在里面。若改为允许一次崩溃，则没有人被卡住。

所以看门狗是把“我的工作短于租期”换成了“我的进程停顿不会超过租期”。这个承诺更可靠，但仍然只是承诺。而且持有者陷入死循环时，看门狗永远不会放手。要在持有者醒来之后保护数据，靠的是防护令牌（fencing token）。

>! 探索结果：定时器准时触发、时间前进九步时，在全部 4,773,486 种交错中成立；前进八步就足以判定所有的，只前进七步时没有一种能判定。崩溃一次时，在全部 17,396,748 种交错中成立。暂停一次时，97,340,705,340 种交错中有 93,560,632,038 种两个客户端同时在里面，7 步：A1 A1' T P(A) T B1 B1'。A1' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" },
             busy = { 40000, 0, 3600000, unit = "ms", label = { en = "Work takes", zh_CN = "工作耗时" } } },
  keys   = { "lock", "done" },
  bounds = { time = 9 },
  assume = { "timers_on_time" },
  free   = { clients = 10, repeats = 2, lease = 150, busy = 200 },

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

  always  = { holders_at_most("lock", 1) },
  finally = { nobody_waits() },
}
