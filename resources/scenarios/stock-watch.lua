return {
  id     = "stock-watch",
  family = "stock",
  order  = 60,
  title  = { en = "WATCH: write only if nothing changed", zh_CN = "WATCH：没有变化才写入" },
  lesson = { en = [[
Read and then write, but let the server refuse the write if the stock has changed in the meantime. WATCH marks the key, MULTI opens a transaction, and EXEC carries it out only if nobody has written the key since WATCH.

The race is still there, but it is noticed. The slower client gets an empty reply to EXEC, has changed nothing, and begins again:

    A: WATCH stock, GET stock -> 1
                          B: WATCH stock, GET stock -> 1
                          B: MULTI, SET stock 0, EXEC -> done   (B sells)
    A: MULTI, SET stock 0, EXEC -> (nil)
    A: WATCH stock, GET stock -> 0, UNWATCH                     (sold out)

It holds, on two conditions. WATCH has to come before GET: the other way round the change between the two goes unnoticed. And the reply of EXEC has to be looked at: nil means that nothing was done. Who leaves without EXEC sends UNWATCH: else the mark stays on the connection, and spoils the next transaction of whoever uses it then.

What still goes wrong: with many clients nearly every attempt is in vain, because one succeeds and all others begin again. After three tries this program gives up, so some clients go home empty-handed while there is stock. Run it with 50 clients, compare how many were sold, and compare the script, which needs no second try.

>! What the search finds: never more is sold than there is, in all 20 interleavings of two clients and in all 23,316 interleavings of three.
]], zh_CN = [[
还是先读后写，但如果库存在这期间变过，就让服务器拒绝写入。WATCH 标记这个键，MULTI 开始事务，EXEC 只有在 WATCH 之后没有人写过这个键时才会执行。

竞态还在，但能被发现。慢的那个客户端从 EXEC 得到空回复，什么也没有改变，于是从头再来：

    A: WATCH stock, GET stock -> 1
                          B: WATCH stock, GET stock -> 1
                          B: MULTI, SET stock 0, EXEC -> 完成   （B 卖出）
    A: MULTI, SET stock 0, EXEC -> (nil)
    A: WATCH stock, GET stock -> 0, UNWATCH                     （售罄）

它是正确的，但有两个条件。WATCH 必须在 GET 之前：反过来的话，两者之间的变化就发现不了。EXEC 的回复必须检查：nil 表示什么都没有做。不发 EXEC 就离开时要发 UNWATCH：否则标记留在连接上，会毁掉下一个使用这个连接的人的事务。

还会出什么问题：客户端很多时，几乎每次尝试都是白费，因为一个成功，其余的都要重来。这个程序试三次就放弃，所以有货的时候也会有客户端空手而归。用 50 个客户端运行，看看卖出多少，再和不需要重试的脚本比较。

>! 探索结果：两个客户端的全部 20 种交错、三个客户端的全部 23,316 种交错中，都没有卖多。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, tries = { 3, 1, 1000 } },
  keys   = { "stock" },
  fix    = "stock-script",
  free   = { clients = 50, stock = 100, repeats = 10 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    for try = 1, p.tries do
      redis.call("WATCH", "stock")
      local stock = tonumber(redis.call("GET", "stock")) or 0
      if stock <= 0 then
        redis.call("UNWATCH")
        return
      end
      redis.call("MULTI")
      redis.call("SET", "stock", stock - 1)
      if redis.call("EXEC") then
        count("sold")
        return
      end
    end
    count("gave_up")
  end,

  always = { count_at_most("sold", "stock") },
}
