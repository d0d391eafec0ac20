return {
  id     = "lock-set-nx-px",
  family = "lock",
  order  = 40,
  title  = { en = "The lock and its lease in one command", zh_CN = "一条命令：加锁并设置租期" },
  lesson = { en = [[
Crash the holder at any step and let time pass: the lock goes by itself, and the next one gets it. Nobody is stuck, wherever the crash falls.

SET lock token NX PX 30000 creates the key only if it is not there, and gives it its end in the same step. The server works through one command after another, so no crash fits in between:

    A                                  B
    SET lock A NX PX 30000  -> OK
    crash
                                       waits
    30 s later the key is gone
                                       SET lock B NX PX 30000  -> OK

On servers older than 2.6.12, SET has no NX and PX; there a script with SETNX and PEXPIRE does the same, because a script is one step too. Set "by script" to 1 and compare.

Two things are still wrong. The lease may run out while the holder is at work ("The lease runs out while the work goes on"), and DEL at the end does not ask whose lock it deletes ("Released: somebody else's lock").

>! What the search finds: with at most one crash and two time steps, nobody waits for ever in all 44,438 interleavings of two clients, nor in all 1,433,072,106 interleavings of three. The script gives the same numbers.
]], zh_CN = [[
让持有者在任意一步崩溃，再让时间过去：锁会自己消失，下一个客户端拿到它。无论在哪里崩溃，都没有人被卡住。

SET lock token NX PX 30000 只在键不存在时创建它，并在同一步里设好期限。服务器一条一条地执行命令，所以中间塞不进一次崩溃：

    A                                  B
    SET lock A NX PX 30000  -> OK
    崩溃
                                       等待
    30 秒后键消失
                                       SET lock B NX PX 30000  -> OK

2.6.12 以前的 Redis，SET 没有 NX 和 PX；那时可以用脚本执行 SETNX 和 PEXPIRE，效果相同，因为一个脚本也是一步。把“用脚本”设为 1 比较一下。

还有两个问题：持有者还在干活，租期可能就到了（“租期已到，活还没干完”）；最后的 DEL 也不问删的是谁的锁（“释放了别人的锁”）。

>! 探索结果：最多崩溃一次、时间前进两步时，两个客户端的全部 44,438 种交错、三个客户端的全部 1,433,072,106 种交错中，都没有人永远等待。用脚本时数字相同。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, lease = { 30000, 100, 3600000, unit = "ms" },
             script = { 0, 0, 1, label = { en = "By script", zh_CN = "用脚本" } } },
  keys   = { "stock", "lock" },
  bounds = { crashes = 1, time = 2 },
  free   = { clients = 20, stock = 100, repeats = 10, lease = 200, work = 2, crash = 0.006 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    local function taken()
      if p.script == 1 then
        return redis.script("setnx-expire", { "lock" }, { me.token, p.lease }) == 1
      end
      return redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    end
    repeat await_gone("lock")
    until taken()
    enter("lock")
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
    leave("lock")
    redis.call("DEL", "lock")
  end,

  finally = { nobody_waits() },
}
