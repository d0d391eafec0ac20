return {
  id     = "stock-decr-compensate",
  family = "stock",
  order  = 50,
  title  = { en = "DECR first, give back if it was too much", zh_CN = "先 DECR，多扣了再还" },
  lesson = { en = [[
Act first, ask afterwards: DECR, and whoever gets a negative number has bought nothing and puts the unit back with INCR. Three things are looked at here, each by itself: is too much sold, is the stock ever negative, and is everything still there after a crash?

Nobody oversells: the replies of DECR that are 0 or more are all different, so there are no more of them than there were units. But between DECR and INCR the stock shows one that does not exist, and if the client dies there, for good:

    A: DECR stock -> 0                          (A sells the last one)
                          B: DECR stock -> -1
                          B crashes before its INCR
    (the next delivery of 1 makes the stock 0: one unit can never be sold)

The fix is not to take what is not there: a script that looks and takes in one step needs no giving back. If it writes the order as well, a crash loses nothing ("Take the unit and write the order at once").

Where the pattern is used all the same (it is fast, and needs no script), read every negative number as "none left", never show it to anybody, and correct the stock from the orders now and then. Also mind that a unit that is just being given back is missing for others: somebody is told "sold out" although one comes free a moment later.

>! What the search finds: with at most one crash, never more is sold than there is, in all 24 interleavings. The stock is negative for a moment in 18 of 24 interleavings, after 3 steps: A1 A1' B1. And a unit is lost in 12 of 24 interleavings, all of them with the crash, after 4 steps: A1 A1' B1 X(B). A1' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
先做后问：先 DECR，得到负数的就没有买到，再用 INCR 还回去。这里分别看三件事：有没有卖多？库存有没有变成负数？崩溃之后账还对不对？

不会卖多：DECR 的返回值中，大于等于 0 的各不相同，所以不会比库存多。但是在 DECR 和 INCR 之间，库存显示的是不存在的数；如果客户端恰好在这时崩溃，就永远这样了：

    A: DECR stock -> 0                          （A 卖出最后一件）
                          B: DECR stock -> -1
                          B 在 INCR 之前崩溃
    （再进货 1 件，库存变成 0：有一件永远卖不出去）

修正的办法是不去拿不存在的东西：用脚本在一步里查看并扣减，就不需要归还。如果连订单也由它写下，崩溃也不会丢失什么（“扣减和下单放在同一步”）。

如果仍要使用这种写法（它很快，也不需要脚本），就把所有负数都当作“没有了”，不要显示给任何人，并且时常根据订单校正库存。还要知道，正在归还的那一件，对别人来说暂时是没有的：有人会被告知“售罄”，而片刻之后其实又空出一件。

>! 探索结果：最多崩溃一次时，在全部 24 种交错中都没有卖多。24 种交错中有 18 种库存一度为负，3 步：A1 A1' B1。24 种交错中有 12 种丢了一件，都是发生崩溃的，4 步：A1 A1' B1 X(B)。A1' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 } },
  keys   = { "stock" },
  bounds = { crashes = 1 },
  fix    = "stock-order",
  free   = { clients = 50, stock = 100, repeats = 10, crash = 0.01 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    if redis.call("DECR", "stock") >= 0 then
      count("sold")
    else
      redis.call("INCR", "stock")
    end
  end,

  always  = { count_at_most("sold", "stock"), value_at_least("stock", 0) },
  finally = { sum_equals("sold", "stock", "stock") }, -- sold + what is left = what there was
}
