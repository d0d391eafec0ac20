return {
  id     = "limit-per-second-key",
  family = "limiter",
  order  = 10,
  title  = { en = "A key for every second: GET, then INCR", zh_CN = "每秒一个键：先 GET 再 INCR" },
  lesson = { en = [[
A well-known recipe for "at most 10 calls a second from one address": the key is the address and the second; GET it, refuse if it is above 10, otherwise INCR and EXPIRE it. The limit is a knob here and small at first. Look at how many are let through.

Two things are wrong. The first needs only one client: at a count of 10 ten calls have been let through, and 10 is not above 10, so an eleventh passes. It has to be "10 or more". The second is a race. All who GET before the first INCR see the same small number, and all of them pass:

    A: GET 10.0.0.7:… -> (nil)
                          B: GET 10.0.0.7:… -> (nil)
                          B: MULTI, INCR 10.0.0.7:…, EXPIRE …, EXEC
    A: MULTI, INCR 10.0.0.7:…, EXPIRE …, EXEC

MULTI does not help, because the question was asked before it. The fix: INCR first, and let its reply decide; INCR and EXPIRE in one script or one MULTI.

What still breaks a right version of it: the second turns. Ten calls at the end of one second and ten at the beginning of the next are twenty in a moment, see the lesson about fixed windows.

>! What the search finds: with a limit of 1, two calls are let through in 360 of 360 interleavings; one client alone does that, by 6 steps: A1 A2 A2' A3 A4 A4'. Three are let through, which only the race explains, in 150 of 360 interleavings, by 11 steps: A1 B1 B2 B2' B3 B4 B4' A2 A2' A3 A3'. A2' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
“每个地址每秒最多 10 次调用”有个有名的写法：用地址加上当前的秒作为键，先 GET，大于 10 就拒绝，否则 INCR 并 EXPIRE。这里的上限可以调，开始时设得很小。请看放行了多少次。

错在两处。第一处只要一个客户端就能看到：计数为 10 时已经放行了 10 次，而 10 不大于 10，于是第 11 次也通过了，应当写成“大于等于 10”。第二处是竞态：所有在第一次 INCR 之前 GET 的客户端，看到的都是同一个小数字，于是全部通过：

    A: GET 10.0.0.7:… -> (nil)
                          B: GET 10.0.0.7:… -> (nil)
                          B: MULTI, INCR 10.0.0.7:…, EXPIRE …, EXEC
    A: MULTI, INCR 10.0.0.7:…, EXPIRE …, EXEC

MULTI 帮不上忙，因为问题是在它之前问的。修正的办法：先 INCR，由它的返回值决定；INCR 和 EXPIRE 放在同一个脚本或同一个 MULTI 里。

改对之后还会出什么问题：秒会翻页。上一秒末尾 10 次，下一秒开头 10 次，一瞬间就是 20 次，见固定窗口的课程。

>! 探索结果：上限为 1 时，360 种交错中有 360 种放行了两次调用；一个客户端自己就能做到，6 步：A1 A2 A2' A3 A4 A4'。360 种交错中有 150 种放行了三次，这只能由竞态造成，11 步：A1 B1 B2 B2' B3 B4 B4' A2 A2' A3 A3'。A2' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 1, 1, 1000000 }, requests = { 2, 1, 1000 } },
  keys   = { "10.0.0.7:*" },
  clock  = true,
  fix    = "limit-script",
  free   = { clients = 50, limit = 10, requests = 2, repeats = 10 },

  client = function(p, me)
    for request = 1, p.requests do
      local second = now() // 1000
      local key = "10.0.0.7:" .. second
      local calls = tonumber(redis.call("GET", key)) or 0
      if calls > p.limit then
        count("refused")
      else
        redis.call("MULTI")
        redis.call("INCR", key)
        redis.call("EXPIRE", key, 10)
        redis.call("EXEC")
        event("admitted", second)
        count("admitted")
      end
    end
  end,

  always  = { admitted_at_most("limit", 1000) },
  finally = {
    check({ en = "at most one call too many in a second", zh_CN = "每秒最多多放行一次调用" }, function(v, p)
      -- the race alone: ">" explains one call too many in a second, not more
      local calls, most = {}, 0
      for _, admitted in ipairs(v.events("admitted")) do
        calls[admitted.value] = (calls[admitted.value] or 0) + 1
        most = math.max(most, calls[admitted.value])
      end
      if most > p.limit + 1 then
        return { en = most .. " calls were let through in one second, the limit is " .. p.limit,
          zh_CN = "一秒内放行了 " .. most .. " 次调用，上限是 " .. p.limit }
      end
    end),
  },
}
