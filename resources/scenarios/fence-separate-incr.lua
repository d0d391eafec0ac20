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
  id     = "fence-separate-incr",
  family = "fencing",
  order  = 20,
  title  = { en = "The token drawn after the lock", zh_CN = "加锁之后才取令牌" },
  lesson = { en = [[
Now every holder draws a number by INCR after it got the lock, and the data refuses smaller ones. (Whose turn it is, 1, 2, …, is counted with the lock as before, and written; the data does not look at it.) Look at the numbers: who got the lock first has the higher one.

Lock and number are two steps, and a client can be slow between them:

    A                                  B
    takes the lock  -> turn 1
    (slow; the key expires)
                                       takes the lock  -> turn 2
                                       INCR fence  -> 1
                                       write with 1: accepted
                                       releases the lock
    INCR fence  -> 2
    write with 2: accepted, and it is the older one

The check at the data works perfectly. It just compares numbers that no longer say who had the lock when. A stale holder has been given the newest token, and the data trusts it.

The number must be drawn in the step that takes the lock: one script with SET NX PX and INCR ("Lock and token in one script"). Drawing it before the lock is wrong in another way ("The token drawn before the lock").

>! What the search finds: with one time step an older write is accepted after a newer one in 200 of 3,198 interleavings. The shortest way takes 9 steps: A1 T B1 B2 B3 B3' B4 A2 A3 (the schedule above). B3' means that B goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
现在每个持有者拿到锁之后用 INCR 取一个编号，数据拒绝更小的编号。（第几个拿到锁，仍和上一课一样随锁计数并写入；数据并不看它。）请看编号：先拿到锁的人，编号反而更大。

加锁和取号是两步，客户端可能慢在两步之间：

    A                                  B
    拿到锁  -> 第 1 个
    （变慢，键过期）
                                       拿到锁  -> 第 2 个
                                       INCR fence  -> 1
                                       带着 1 写入：接受
                                       释放锁
    INCR fence  -> 2
    带着 2 写入：接受，而它是旧的

数据那一头的检查毫无差错，只是它比较的编号已经不能说明谁先谁后。过期的持有者拿到了最新的令牌，数据就信了它。

编号必须在加锁的那一步里取：一个脚本执行 SET NX PX 和 INCR（“一个脚本：加锁并取令牌”）。在加锁之前取号则是另一种错法（“加锁之前就取令牌”）。

>! 探索结果：时间前进一步时，3,198 种交错中有 200 种在新的写入之后接受了旧的写入。最短的一种 9 步：A1 T B1 B2 B3 B3' B4 A2 A3（即上面的过程）。B3' 表示 B 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "turns", "lock", "fence", "data", "data:fence" },
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
    local fence = redis.call("INCR", "fence")
    if redis.script("fenced-write", { "data", "data:fence" }, { fence, turn }) == 1 then
      event("written", turn)
    else
      count("refused")
    end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  always = { check({ en = "no older write after a newer one", zh_CN = "新的写入之后不再有旧的" },
    noOlderWriteAfterNewer) },
}
