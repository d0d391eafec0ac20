return {
  id     = "stock-order",
  family = "stock",
  order  = 80,
  title  = { en = "Take the unit and write the order at once", zh_CN = "扣减和下单放在同一步" },
  lesson = { en = [[
The script does not only take the unit, it also writes the order: who has bought. Crash a client wherever you like, and add up the stock and the orders: it is always what there was.

A client that dies cannot leave anything half done, because there is no half:

    A: EVALSHA stock-order -> 1     (GET 1, DECR 0, RPUSH orders A)
    A crashes before it hears the 1
                          B: EVALSHA stock-order -> 0     (GET 0)

With "Look and take in one script" the unit would be gone now and nobody would know for whom. Here the order says so. Whatever follows from an order (pay, pack, send) reads the list, and does not depend on the client that bought.

What it does not solve: A itself does not know whether it has bought. When it comes back it has to look for its order before it buys again, so an order needs a name that A chose beforehand. And all keys of the script have to live on one server: in a cluster, in one slot.

>! What the search finds: with one crash everything holds, in all 14 interleavings of two clients.
]], zh_CN = [[
这个脚本不只扣减一件，还写下订单：是谁买的。让客户端在任何地方崩溃，再把库存和订单加起来：永远等于原有的数量。

崩溃的客户端不会留下做了一半的事，因为根本没有一半：

    A: EVALSHA stock-order -> 1     （GET 1，DECR 0，RPUSH orders A）
    A 在得知这个 1 之前崩溃
                          B: EVALSHA stock-order -> 0     （GET 0）

如果用的是“用脚本一步查看并扣减”，这时货已经扣掉，却没有人知道是给谁的。这里订单写着。订单之后的一切（付款、打包、发货）都从这个列表读取，不依赖当初购买的客户端。

它解决不了的问题：A 自己不知道买到没有。它恢复之后，要先查自己的订单再决定是否重买，所以订单要有一个 A 事先选好的编号。另外，脚本用到的键必须都在同一台服务器上；在集群里，必须在同一个槽。

>! 探索结果：崩溃一次时，在两个客户端的全部 14 种交错中一切都成立。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 } },
  keys   = { "stock", "orders" },
  bounds = { crashes = 1 },
  free   = { clients = 50, stock = 100, repeats = 10, crash = 0.002 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    if redis.script("stock-order", { "stock", "orders" }, { me.token }) == 1 then
      count("sold")
    end
  end,

  always = {
    count_at_most("sold", "stock"),
    value_at_least("stock", 0),
    check({ en = "orders and stock left add up", zh_CN = "订单与剩余库存之和不变" }, function(v, p)
      local left, orders = tonumber(v.get("stock") or 0), v.size("orders")
      if left + orders ~= p.stock then
        return { en = left .. " left and " .. orders .. " orders do not make " .. p.stock,
          zh_CN = "剩余 " .. left .. " 件，订单 " .. orders .. " 份，合计不等于 " .. p.stock }
      end
    end),
  },
}
