-- What the server holds is never older than what a holder was told is written. Turns count who got
-- the lock in which order, by the server; here they are the fencing tokens.
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
  id     = "fence-in-script",
  family = "fencing",
  order  = 40,
  title  = { en = "Lock and token in one script", zh_CN = "一个脚本：加锁并取令牌" },
  lesson = { en = [[
One script takes the lock and draws the number. Let A be late as often as you like: its write is refused.

Between SET and INCR nothing fits in any more, so who gets the lock later has the higher number, always:

    A                                  B
    script: SET NX, INCR  -> 1
    (slow; the key expires)
                                       script: SET NX, INCR  -> 2
                                       write with 2: accepted, highest = 2
                                       releases the lock
    write with 1: 1 < 2, refused

Two clients are still inside at the same time here; nothing prevents that. What counts is that it does no harm any more. The counter "fence" has no TTL and must never be reset: if it were lost and began at 1 again, the data would refuse everybody until it is past the old number. And data and its highest number are compared and written in one step, here by a script, in a database by "UPDATE … WHERE fence <= ?".

What still breaks it: only the write is checked. Who reads first and writes what follows from it can have read something old. See "Only the write is fenced".

>! What the search finds: with one time step no older write comes after a newer one, in all 826 interleavings of two clients and in all 2,248,662 interleavings of three.
]], zh_CN = [[
一个脚本同时加锁和取号。让 A 随便迟到多少次：它的写入会被拒绝。

SET 和 INCR 之间再也插不进别的东西，所以后拿到锁的人编号总是更大：

    A                                  B
    脚本：SET NX、INCR  -> 1
    （变慢，键过期）
                                       脚本：SET NX、INCR  -> 2
                                       带着 2 写入：接受，最大 = 2
                                       释放锁
    带着 1 写入：1 < 2，拒绝

这里仍会有两个客户端同时在里面，没有什么能阻止；重要的是它不再造成损害。计数器 "fence" 没有过期时间，也绝不能重置：如果它丢了又从 1 开始，在超过旧编号之前，数据会拒绝所有人。数据和它的最大编号必须在一步里比较并写入，这里用脚本，在数据库里则是“UPDATE … WHERE fence <= ?”。

仍会破坏它的：只检查了写入。先读、再根据读到的内容写的人，读到的可能是旧的。请看“只检查写入”。

>! 探索结果：时间前进一步时，两个客户端的全部 826 种交错、三个客户端的全部 2,248,662 种交错中，都没有旧的写入晚于新的写入。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "lock", "fence", "data", "data:fence" },
  bounds = { time = 1 },
  free   = { clients = 20, repeats = 10, lease = 100, work = 2, pause = { 0.02, 250 } },

  client = function(p, me)
    local fence
    repeat
      await_gone("lock")
      fence = redis.script("lock-with-fence", { "lock", "fence" }, { me.token, p.lease })
    until fence
    enter("lock")
    if redis.script("fenced-write", { "data", "data:fence" }, { fence, fence }) == 1 then
      event("written", fence)
    else
      count("refused")
    end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  always = { check({ en = "no older write after a newer one", zh_CN = "新的写入之后不再有旧的" },
    noOlderWriteAfterNewer) },
}
