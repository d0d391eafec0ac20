return {
  id     = "stock-check-then-decr",
  family = "stock",
  order  = 40,
  title  = { en = "Check first, then DECR", zh_CN = "先检查，再 DECR" },
  lesson = { en = [[
DECR instead of SET: no update is lost any more, every unit taken is really taken away. But whether there is one is still asked beforehand, and so the stock can become negative.

The question and the act are two commands. Both clients get the answer "one left", and both answers were true when they were given:

    A: GET stock -> 1
                          B: GET stock -> 1
                          B: DECR stock -> 0
    A: DECR stock -> -1

At least the books balance: -1 says that one unit too many was sold. That is the clue to a fix: DECR answers with the new value, and a negative reply means "there was none for you". Either give the unit back then, or let a script look and take in one step.

The general rule is worth remembering: to check and then act on what was checked is a race, in whatever place, unless both happen in one step. It comes back in the lessons about limits, locks and semaphores.

>! What the search finds: the stock becomes negative in 4 of 6 interleavings. The shortest way takes 4 steps: A1 B1 B2 A2 (the schedule above).
]], zh_CN = [[
用 DECR 代替 SET：更新不再丢失，每拿走一件就真的少一件。但是有没有货仍然是事先问的，所以库存可能变成负数。

问和做是两条命令。两个客户端得到的回答都是“还有一件”，而且回答的时候都是真的：

    A: GET stock -> 1
                          B: GET stock -> 1
                          B: DECR stock -> 0
    A: DECR stock -> -1

至少账是对的：-1 说明多卖了一件。这也提示了修正的办法：DECR 会返回新的值，负数就表示“轮到你时已经没有了”。这时要么把它还回去，要么改用脚本，在一步里查看并扣减。

值得记住的一般规律：先检查、再根据检查结果行动，就是竞态，无论在哪里，除非两者在同一步完成。在限流、锁和信号量的课程里还会遇到它。

>! 探索结果：6 种交错中有 4 种库存变成负数。最短的一种 4 步：A1 B1 B2 A2（即上面的过程）。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 } },
  keys   = { "stock" },
  fix    = "stock-script",
  free   = { clients = 50, stock = 120, repeats = 10, rounds = 3 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    if (tonumber(redis.call("GET", "stock")) or 0) > 0 then
      redis.call("DECR", "stock")
      count("sold")
    end
  end,

  always = { value_at_least("stock", 0) },

  exercise = {
    task  = { en = "Keep the stock at zero or above, and sell all of it.",
              zh_CN = "让库存不低于零，并且全部卖出。" },
    hints = {
      { en = "DECR is atomic. What is not?",
        zh_CN = "DECR 是原子的。什么不是？" },
      { en = "The look and the DECR have to be one step; a look after the DECR comes too late for this check.",
        zh_CN = "查看和 DECR 必须是同一步；在 DECR 之后再看，对这项检查来说太晚了。" },
      { en = "A script, or WATCH, GET, MULTI, DECR, EXEC, and again where EXEC answers false.",
        zh_CN = "用脚本，或者 WATCH、GET、MULTI、DECR、EXEC，EXEC 返回 false 时重来。" },
    },
    finally = { sum_equals("sold", "stock", "stock"), count_at_most("sold", "stock") },
    params = { clients = 3, stock = 2 }, -- the first unit may be safe by itself
    bounds = { time = 2 }, -- where a lock has a lease, it may run out, also behind a watchdog
    work  = {
      check({ en = "whoever comes buys while there is stock", zh_CN = "只要有库存，来的客户端就买到" }, function(v, p)
        local wanted, sold = math.min(#v.events("@came"), p.stock), v.count("sold")
        if sold ~= wanted then
          return { en = wanted .. " should be sold, and " .. sold .. " are",
            zh_CN = "应当卖出 " .. wanted .. " 件，实际卖出 " .. sold .. " 件" }
        end
      end),
      sum_equals("sold", "stock", "stock"),
    },
    absent = true,
  },
}
