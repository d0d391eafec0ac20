-- What the server holds is never older than what a holder was told is written. Turns count who got
-- the lock in which order, by the server.
local function noOlderWriteAfterNewer(v)
  local kept = tonumber(v.get("data")) or 0
  local newest = 0
  for _, e in ipairs(v.events("written")) do
    newest = math.max(newest, e.value)
  end
  if kept < newest then
    return { en = "turn " .. kept .. " wrote over turn " .. newest .. ", who got the lock later",
      zh_CN = "第 " .. kept .. " 个持有者盖掉了第 " .. newest .. " 个的写入，后者拿到锁更晚" }
  end
end

return {
  id     = "fence-none",
  family = "fencing",
  order  = 10,
  title  = { en = "A late write over a newer one", zh_CN = "迟到的写入盖掉了新的" },
  lesson = { en = [[
Everybody writes only while holding the lock, and releases only their own. The script that takes the lock also counts whose turn it is, 1, 2, …; each writes its turn. Look at the value of "data" at the end: it is the older one.

The lock decides who may begin. It has no say in when a write arrives:

    A                                  B
    script: SET NX, INCR  -> turn 1
    (slow; the key expires)
                                       script: SET NX, INCR  -> turn 2
                                       SET data 2
                                       releases the lock
    SET data 1      over the newer one

B has finished and told its customer so. Then A's write comes out of a long pause, or out of a network that held it back, and undoes it. Nothing A could have asked the lock beforehand would have helped: it can always be slow after the answer.

So the data has to refuse what is too old. For that each holder brings a number that grows with every acquisition, the fencing token, and the data remembers the highest one that it has seen. (The turn is such a number; here nobody looks at it.) Where the number comes from matters: the next two lessons show how not to draw it.

>! What the search finds: with one time step an older write comes after a newer one in 80 of 826 interleavings. The shortest way takes 7 steps: A1 T B1 B2 B2' B3 A2 (the schedule above). B2' means that B goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
每个客户端都只在自认为持有锁时写入，也只释放自己的锁。加锁的脚本还会数这是第几个：1、2……，每个人写入的就是它。请看最后 "data" 的值：它是旧的那个。

锁决定谁可以开始，却管不了一次写入何时到达：

    A                                  B
    脚本：SET NX、INCR  -> 第 1 个
    （变慢，键过期）
                                       脚本：SET NX、INCR  -> 第 2 个
                                       SET data 2
                                       释放锁
    SET data 1      盖掉了新的

B 已经做完，并且告诉了客户。然后 A 的写入从一次长停顿里、或者从滞留它的网络里冒出来，把结果抹掉。A 事先无论问锁什么都没有用：它总可能慢在得到回答之后。

所以必须由数据来拒绝太旧的写入。为此每个持有者带上一个随每次加锁递增的编号，即防护令牌（fencing token），数据则记住见过的最大编号。（这里的“第几个”就是这样的编号，只是没有人去看它。）这个编号从哪里来很重要：接下来两课演示不该怎么取。

>! 探索结果：时间前进一步时，826 种交错中有 80 种旧的写入晚于新的写入。最短的一种 7 步：A1 T B1 B2 B2' B3 A2（即上面的过程）。B2' 表示 B 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "lock", "turns", "data" },
  bounds = { time = 1 },
  fix    = "fence-in-script",
  free   = { clients = 20, repeats = 10, lease = 100, work = 2, pause = { 0.02, 250 } },

  client = function(p, me)
    local turn
    repeat
      await_gone("lock")
      turn = redis.script("lock-with-fence", { "lock", "turns" }, { me.token, p.lease })
    until turn
    enter("lock")
    redis.call("SET", "data", turn)
    event("written", turn)
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  always = { check({ en = "no older write after a newer one", zh_CN = "新的写入之后不再有旧的" },
    noOlderWriteAfterNewer) },
}
