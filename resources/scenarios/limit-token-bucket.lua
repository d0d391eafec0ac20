return {
  id     = "limit-token-bucket",
  family = "limiter",
  order  = 140,
  title  = { en = "Token bucket", zh_CN = "令牌桶" },
  lesson = { en = [[
A bucket holds a few tokens and is refilled steadily, up to its capacity. A call takes one token; if there is none, it is refused. After a rest a burst of as many calls as the bucket holds may pass, after that one at a time as tokens come in.

The bucket is not refilled by a timer. It keeps how many tokens there were and when that was; whoever comes next works out what has come in since then:

    second 0   A: 2 tokens -> takes one, 1 left
    second 0   B: 1 token  -> takes one, 0 left
    second 0   A: 0 tokens -> refused
    second 5   B: 0 + 1    -> takes one, 0 left      (1 token every 5 seconds)

Reading, working out and writing back have to be one script; as separate commands two clients take the same last token. What it promises differs from a window: in any time t not more than capacity + refill × t. A limit of "10 in a minute" with a capacity of 10 may let nearly 20 pass in the first minute.

What still goes wrong: tokens kept as fractions get lost by rounding when every refusal writes them back, so a refusal here writes nothing. A clock that is set back must not take tokens away or add any twice. And the time must be the server's, which the script asks for (TIME): by the client's, a command that is late on its way would take tokens that came in before the last one was counted.

>! What the search finds: with eight time steps it holds in all 5,068 interleavings.
]], zh_CN = [[
桶里有几个令牌，并以固定的速度补充，直到装满。每次调用拿走一个令牌；没有就被拒绝。闲置一段时间之后，可以一下子通过和桶容量一样多的调用，之后随着令牌到来逐个通过。

补充令牌不需要定时器。桶只记住当时有多少令牌、那是什么时候；下一个来的人算出这段时间又来了多少：

    第 0 秒   A: 2 个令牌 -> 拿走一个，剩 1 个
    第 0 秒   B: 1 个令牌 -> 拿走一个，剩 0 个
    第 0 秒   A: 0 个令牌 -> 拒绝
    第 5 秒   B: 0 + 1    -> 拿走一个，剩 0 个      （每 5 秒 1 个令牌）

读出、计算、写回必须在一个脚本里；分成几条命令，两个客户端就会拿走同一个令牌。它的承诺和窗口不同：任意时间 t 内不超过 容量 + 补充速度 × t。“每分钟 10 次”、容量也为 10 的桶，第一分钟可能放行将近 20 次。

还会出什么问题：如果令牌以小数保存，每次拒绝都写回，就会因舍入而丢失，所以这里拒绝时什么也不写。时钟被往回调时，既不能拿走令牌，也不能重复补充。另外，时间必须是服务器的，由脚本自己取（TIME）：如果用客户端的时间，路上迟到的命令就会按旧的时间计算。

>! 探索结果：时间前进八步时，在全部 5,068 种交错中成立。
]] },
  params = { clients = { 2, 1, 5000 }, capacity = { 2, 1, 1000000 }, refill = { 1, 1, 1000000 },
             period = { 5000, 1, 3600000, unit = "ms" }, requests = { 2, 1, 1000 },
             interval = { 6000, 1, 3600000, unit = "ms" } },
  keys   = { { "bucket", as = "tokens", one = "period", full = "capacity" } },
  bounds = { time = 8 },
  clock  = true,
  free   = { clients = 4, capacity = 10, refill = 1, period = 10, requests = 20, interval = 20 },

  client = function(p, me)
    for request = 1, p.requests do
      sleep(p.interval)
      local reply = redis.script("limit-bucket", { "bucket" }, { p.capacity, p.refill, p.period })
      if reply[1] == 1 then
        event("admitted", reply[2]) -- when the server let it through
        count("admitted")
      else
        count("refused")
      end
    end
  end,

  finally = {
    check({ en = "no call passes without a token", zh_CN = "没有令牌就不放行" }, function(v, p)
      -- never more than the capacity and what has come in
      local times = {}
      for i, admitted in ipairs(v.events("admitted")) do
        times[i] = admitted.value
      end
      table.sort(times)
      -- The fullest bucket that could have served the calls so far, in parts of a token.
      local full = p.capacity * p.period
      local level, before = full, times[1]
      for i, at in ipairs(times) do
        level = math.min(full, level + (at - before) * p.refill) - p.period
        if level < 0 then
          return { en = "call " .. i .. " was let through without a token",
            zh_CN = "第 " .. i .. " 次调用没有令牌也被放行" }
        end
        before = at
      end
    end),
  },
}
