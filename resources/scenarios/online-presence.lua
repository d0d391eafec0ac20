local function visitor(p, me)
  local at = now()
  enter("session")
  event("heartbeat", at)
  redis.call("ZADD", "online", at, me.token)
  redis.call("ZREM", "online", me.token)
  leave("session")
end

local function observer(p, me)
  sleep(p.window)
  local since = now() - p.window
  event("since", since)
  event("online", redis.call("ZCOUNT", "online", "(" .. since, "+inf"))
end

return {
  id     = "online-presence",
  family = "counter",
  order  = 70,
  title  = { en = "Users online: who was seen lately", zh_CN = "在线人数：最近出现过的人" },
  lesson = { en = [[
Everybody who is here writes their name and the time into a sorted set. How many are online is the number of names with a time inside the last window. Let a client crash, and look once more a window later: the crashed one is not counted any more.

A name that is written twice is still one name, so a repeated login or heartbeat does no harm. And a logout that never happens is no more than a time that grows old:

    A: ZADD online … A
    A crashes
    … 60 s later …
                          B: ZCOUNT online (… +inf -> 0

That is the fix for the counter that drifts. In real use a client repeats its heartbeat, at least three times in a window, so that one lost message does not make it vanish.

What still goes wrong: a client that is alive but slow drops out of the count until its next heartbeat, and a crashed one stays in it for up to one window. Old names are not counted but stay in memory until ZREMRANGEBYSCORE removes them. And the times come from the clients here: a wrong clock makes somebody vanish, or stay. A script that asks the server for the time avoids that.

>! What the search finds: with at most one crash and one time step, nobody is counted who was not seen lately, in all 276,990 interleavings.
]], zh_CN = [[
每个在线的人都把自己的名字和时间写进一个有序集合。在线人数就是时间落在最近一个窗口之内的名字个数。让一个客户端崩溃，过一个窗口再看：崩溃的那个不再计入。

同一个名字写两次还是一个名字，所以重复登录、重复心跳都没有坏处。没有执行的退出，也不过是一个渐渐变旧的时间：

    A: ZADD online … A
    A 崩溃
    …… 60 秒之后 ……
                          B: ZCOUNT online (… +inf -> 0

这就是对会漂移的计数器的修正。实际使用时，客户端要不断发送心跳，一个窗口内至少三次，这样丢一次消息也不会消失。

还会出什么问题：活着但很慢的客户端，会暂时不计入，直到下一次心跳；崩溃的客户端最多还会被数一个窗口那么久。旧名字虽然不计入，却占着内存，要用 ZREMRANGEBYSCORE 删除。另外，这里的时间来自各个客户端：时钟不准，就会有人消失或赖着不走。由脚本向服务器取时间可以避免这一点。

>! 探索结果：最多崩溃一次、时间前进一步时，在全部 276,990 种交错中，最近没有出现过的都不会被计入。
]] },
  params = { clients = { 2, 1, 5000 }, window = { 60000, 100, 3600000, unit = "ms" } },
  keys   = { "online" },
  bounds = { time = 1, crashes = 1 },
  clock  = true,
  free   = { clients = 50, window = 300, repeats = 10, crash = 0.01, work = 5 },

  clients = {
    { role = "visitor", count = "clients", run = visitor },
    { role = "observer", count = 1, run = observer },
  },

  finally = {
    check({ en = "whoever was not seen lately is not counted", zh_CN = "最近没有出现的不计入" }, function(v)
      local since = v.events("since")
      for i, look in ipairs(v.events("online")) do
        local seen = 0
        for _, heartbeat in ipairs(v.events("heartbeat")) do
          if heartbeat.value > since[i].value then
            seen = seen + 1
          end
        end
        if look.value > seen then
          return { en = look.value .. " are counted as online, " .. seen .. " were seen lately",
            zh_CN = "计为在线的有 " .. look.value .. " 个，最近出现过的只有 " .. seen .. " 个" }
        end
      end
    end),
  },
}
