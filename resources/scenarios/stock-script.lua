return {
  id     = "stock-script",
  family = "stock",
  order  = 70,
  title  = { en = "Look and take in one script", zh_CN = "用脚本一步查看并扣减" },
  lesson = { en = [[
The whole decision moves to the server: if the stock is above 0, take one, and say whether it worked. A client sends one command and sells if the reply is 1. Run it with as many clients as you like: what is sold is never more than what there was.

Redis runs a script from its first to its last line before it looks at any other command. Nobody can come between the look and the taking:

    A: EVALSHA stock-take -> 1     (GET 1, DECR 0)
                          B: EVALSHA stock-take -> 0     (GET 0)

There is nothing to try again and nothing to give back, and it is one round trip. The keys are passed as KEYS, so that a cluster knows where to run it. The script is kept on the server under its checksum; a server that was restarted answers NOSCRIPT, and the program then sends the text again.

What it does not solve: if the reply is lost, the client does not know whether it has bought. If the client dies after the reply, the unit is taken and there is no order. And while a script runs everybody waits, so it has to be short.

>! What the search finds: one command for each client leaves little to mix. It holds in all 2 interleavings of two clients and in all 6 interleavings of three.
]], zh_CN = [[
把整个决定都放到服务器上：库存大于 0 就减一，并说明有没有成功。客户端只发一条命令，回复是 1 就卖出。用多少客户端来运行都可以：卖出的不会超过原有的。

Redis 会把一个脚本从第一行执行到最后一行，然后才看别的命令。查看和扣减之间，谁也插不进来：

    A: EVALSHA stock-take -> 1     （GET 1，DECR 0）
                          B: EVALSHA stock-take -> 0     （GET 0）

没有什么要重试，也没有什么要归还，只需一次往返。键通过 KEYS 传入，这样集群才知道该在哪里执行。脚本以校验和为名保存在服务器上；重启过的服务器会回答 NOSCRIPT，这时程序再发一次脚本全文。

它解决不了的问题：回复丢失时，客户端不知道自己买到没有。收到回复之后客户端崩溃，货扣掉了，订单却没有。另外，脚本执行时所有人都在等，所以它必须很短。

>! 探索结果：每个客户端只有一条命令，没有多少可以交错的。两个客户端的全部 2 种交错、三个客户端的全部 6 种交错中都成立。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 } },
  keys   = { "stock" },
  free   = { clients = 50, stock = 100, repeats = 10 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    if redis.script("stock-take", { "stock" }, {}) == 1 then
      count("sold")
    end
  end,

  always = { count_at_most("sold", "stock") },
}
