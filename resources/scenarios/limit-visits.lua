return {
  id     = "limit-visits",
  family = "limiter",
  order  = 80,
  title  = { en = "Two visits in ten minutes", zh_CN = "十分钟内两次" },
  lesson = { en = [[
Ten calls, two of them allowed in 600 seconds: the first two pass, the other eight are refused. Let one client make all ten, or ten clients one each: it is always two and eight.

One script counts the visit, sets the deadline at the first one, and compares. Every client gets a number of its own from INCR, and only two numbers are small enough:

    A: EVALSHA limit-count … -> 1     (visit 1)
    A: EVALSHA limit-count … -> 1     (visit 2)
                          B: EVALSHA limit-count … -> 0     (visit 3: over)

The deadline is set once, at the first visit, so ten minutes after it the count begins anew, whatever happens in between. Refused visits are counted too: the number in the key says how often somebody has tried.

What still goes wrong: a visitor who comes twice at the end of the ten minutes and twice right after them is let in four times in a row. And "the visitor" is whatever the key says: behind a shared address many people have one limit together.

>! What the search finds: with one client there is one order only: two pass, eight are refused.
]], zh_CN = [[
十次调用，600 秒内允许两次：前两次通过，其余八次被拒绝。让一个客户端调用十次，或者十个客户端各调用一次，结果总是两次和八次。

一个脚本完成计数、在第一次时设置期限，并作比较。每次 INCR 得到的数都不相同，只有两个数足够小：

    A: EVALSHA limit-count … -> 1     （第 1 次）
    A: EVALSHA limit-count … -> 1     （第 2 次）
                          B: EVALSHA limit-count … -> 0     （第 3 次：超过）

期限只在第一次访问时设置，所以从那时起满十分钟，计数就重新开始，无论中间发生什么。被拒绝的也会计数：键里的数字说明有人试过多少次。

还会出什么问题：有人在十分钟快到时来两次，刚过又来两次，就连续进了四次。另外，“访问者”是谁由键决定：共用一个地址的许多人，合用一份额度。

>! 探索结果：一个客户端只有一种顺序：两次通过，八次被拒绝。
]] },
  params = { clients = { 1, 1, 5000 }, limit = { 2, 1, 1000000 },
             window = { 600000, 100, 3600000, unit = "ms" }, requests = { 10, 1, 1000 } },
  keys   = { "visits" },
  free   = { clients = 50, limit = 100, requests = 10 },

  client = function(p, me)
    for request = 1, p.requests do
      if redis.script("limit-count", { "visits" }, { p.limit, p.window })[1] == 1 then
        count("admitted")
      else
        count("refused")
      end
    end
  end,

  always  = { count_at_most("admitted", "limit"), ttl_present("visits") },
  finally = {
    check({ en = "nobody within the limit is refused", zh_CN = "限额以内的访问不被拒绝" }, function(v, p)
      local visits = v.count("admitted") + v.count("refused")
      if v.count("admitted") < math.min(p.limit, visits) then
        return { en = "only " .. v.count("admitted") .. " of " .. visits .. " were let through",
          zh_CN = visits .. " 次访问只放行了 " .. v.count("admitted") .. " 次" }
      end
    end),
  },
}
