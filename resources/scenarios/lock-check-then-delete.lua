return {
  id     = "lock-check-then-delete",
  family = "lock",
  order  = 70,
  title  = { en = "Look whose lock it is, then delete", zh_CN = "先看是谁的锁，再删" },
  lesson = { en = [[
This release is careful: it reads the lock and deletes it only if its own token is in it. Look at what happens between the answer and the DEL.

The answer was true when it was given. It is old when it is used:

    A                                  B
    SET lock A NX PX 30000  -> OK
    GET lock  -> A: mine
    (slow; the key expires)
                                       SET lock B NX PX 30000  -> OK
    DEL lock      (it is B's!)

In a free run you may wait long for it: the pause has to fall exactly between two commands, at the end of the lease. The search needs only a few steps. "It never happened to us" and "it cannot happen" are different sentences, and only the second one is a lock.

The comparison and the deletion must be one step on the server: a script, see "Compare and delete". Putting GET and DEL into MULTI does not help, since the DEL is queued before the answer of the GET is known; WATCH would, at the price of more round trips. Set three clients to see a third one walk in while B is at work.

>! What the search finds: with two clients and one time step, another's lock is deleted in 78 of 188 interleavings, by 6 steps: A1 A2 A2' T B1 A3 (the schedule above). With three clients two are inside together in 223,104 of 711,162 interleavings, by 7 steps: A1 A2 A2' T B1 A3 C1. A2' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
这种释放很小心：先读锁，里面是自己的令牌才删除。请看得到回答与 DEL 之间发生了什么。

回答在给出时是对的，用的时候已经旧了：

    A                                  B
    SET lock A NX PX 30000  -> OK
    GET lock  -> A：是我的
    （变慢，键过期）
                                       SET lock B NX PX 30000  -> OK
    DEL lock      （这是 B 的！）

自由运行时可能很久才碰到一次：停顿必须恰好落在两条命令之间，又恰好在租期结束的时候。而探索只需要几步。“我们从来没遇到过”和“不可能发生”是两句话，只有后一句才配叫锁。

比较和删除必须在服务器上一步完成：用脚本，见“比较并删除”。把 GET 和 DEL 放进 MULTI 没有用，因为 DEL 在知道 GET 的结果之前就已入队；用 WATCH 可以，代价是更多的往返。设成三个客户端，就能看到 B 还在干活时第三个走了进来。

>! 探索结果：两个客户端、时间前进一步时，188 种交错中有 78 种删掉了别人的锁，6 步：A1 A2 A2' T B1 A3（即上面的过程）。三个客户端时，711,162 种交错中有 223,104 种两个同时在里面，7 步：A1 A2 A2' T B1 A3 C1。A2' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "lock" },
  bounds = { time = 1 },
  assume = { "work_shorter_than_lease" },
  fix    = "lock-compare-and-delete",
  free   = { clients = 50, repeats = 10, lease = 200, work = 2, pause = { 0.02, 300 } },

  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    local mine = redis.call("GET", "lock") == me.token
    leave("lock")
    if mine then
      redis.call("DEL", "lock")
    end
  end,

  always = { released_by_owner("lock"), holders_at_most("lock", 1) },
}
