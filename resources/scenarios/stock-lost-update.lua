return {
  id     = "stock-lost-update",
  family = "stock",
  order  = 20,
  title  = { en = "Lost update: the books do not balance", zh_CN = "更新丢失：账对不上" },
  lesson = { en = [[
The same program with two units and two clients. Nobody oversells: two clients, two units, both buy one. Now add up: what was sold and what is left should make what there was. It does not.

Both clients read 2, both write 1. The second SET does not take a unit away, it repeats what the first one wrote:

    A: GET stock -> 2
                          B: GET stock -> 2
                          B: SET stock 1        (B sells)
    A: SET stock 1                              (A sells; B's update is lost)

Two are sold and one is said to be left. So a check that only asks whether too much was sold finds nothing yet; the unit that does not exist is sold tomorrow. The fix is the same as for the oversell: look and write in one step, in a script, and best write the order in it too ("Take the unit and write the order at once").

What remains with the fix: a sum like this holds only if every place that changes the stock uses the same way. One old program that still reads and writes is enough to lose updates of all others.

>! What the search finds: the books do not balance in 4 of 6 interleavings. The shortest way takes 4 steps: A1 B1 B2 A2 (the schedule above).
]], zh_CN = [[
还是那个程序，两件商品，两个客户端。没有超卖：两个客户端，两件商品，各买一件。现在加一加：卖出的加上剩下的，应该等于原来的。结果对不上。

两个客户端都读到 2，都写入 1。第二次 SET 并没有再减一件，只是把第一次写的重复了一遍：

    A: GET stock -> 2
                          B: GET stock -> 2
                          B: SET stock 1        （B 卖出）
    A: SET stock 1                              （A 卖出；B 的更新丢失）

卖出两件，却说还剩一件。只检查有没有卖多的话，现在还看不出问题；那件不存在的商品，明天会被卖掉。修正的办法和超卖一样：用脚本，把查看和写入放在同一步，最好连订单也写在里面（“扣减和下单放在同一步”）。

修正之后还要注意：只有每一处修改库存的代码都用同一种办法，这笔账才对得上。只要还有一个旧程序先读后写，就足以让别人的更新丢失。

>! 探索结果：6 种交错中有 4 种账对不上。最短的一种 4 步：A1 B1 B2 A2（即上面的过程）。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 2, 0, 1000000 } },
  keys   = { "stock" },
  fix    = "stock-order",
  free   = { clients = 50, stock = 1000, repeats = 10 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
  end,

  finally = { sum_equals("sold", "stock", "stock") }, -- sold + what is left = what there was

  exercise = {
    task  = { en = "Make the books agree: what was sold and what is left add up to what there was, and both units are sold.",
              zh_CN = "让账目一致：卖出的加上剩下的等于原有的，并且两件都卖出。" },
    hints = {
      { en = "Which of the two SETs writes a number that was true once?",
        zh_CN = "两次 SET 中，哪一次写入的是曾经正确的数？" },
      { en = "Do not write a number that you computed from an old one; tell the server by how much to change it.",
        zh_CN = "不要写入由旧的数算出来的数；告诉服务器改变多少。" },
      { en = "DECR changes it and answers the new value. What if that is below zero?",
        zh_CN = "DECR 改变它并返回新值。如果新值小于零怎么办？" },
    },
    params = { clients = 3 },
    finally = { sum_equals("sold", "stock", "stock"), count_at_most("sold", "stock") },
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
