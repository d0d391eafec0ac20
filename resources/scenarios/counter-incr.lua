return {
  id     = "counter-incr",
  family = "counter",
  order  = 20,
  title  = { en = "Counting with INCR", zh_CN = "用 INCR 计数" },
  lesson = { en = [[
The same counter, with one command instead of two. However many clients run at once, at the end the counter says exactly how often somebody added one.

Redis executes one command after the other, in one thread. INCR reads the number, adds one and writes it back before the next command of anybody begins. There is no moment between read and write for others to get in:

    A: INCR counter -> 1
                          B: INCR counter -> 2

So nothing needs fixing here: no lock, no transaction, no script. INCRBY, DECR, HINCRBY and INCRBYFLOAT work the same way. A key that does not exist counts as 0.

What still goes wrong: INCR is right only as long as the counter itself is all that matters. As soon as the reply decides what is done next ("only if it is below 10"), there are two steps again. And after a lost reply nobody knows whether the addition was made.

>! What the search finds: nothing is lost in all 2 interleavings of two clients, nor in all 6 interleavings of three.
]], zh_CN = [[
还是那个计数器，两条命令换成了一条。无论多少客户端同时运行，最后计数器的值恰好等于加一的次数。

Redis 用一个线程逐条执行命令。INCR 读出数字、加一、写回，全部做完之后才轮到别人的下一条命令。读和写之间没有可以插入的空隙：

    A: INCR counter -> 1
                          B: INCR counter -> 2

所以这里没有什么要修的：不需要锁，不需要事务，也不需要脚本。INCRBY、DECR、HINCRBY、INCRBYFLOAT 也是一样。不存在的键按 0 计。

还会出什么问题：只有当计数器本身就是全部目的时，INCR 才足够。一旦要根据返回值决定下一步（“小于 10 才做”），就又变成了两步。另外，回复丢失后，谁也不知道那次加一有没有执行。

>! 探索结果：两个客户端的全部 2 种交错、三个客户端的全部 6 种交错中，都没有丢失。
]] },
  params = { clients = { 2, 1, 5000 } },
  keys   = { "counter" },
  free   = { clients = 50, repeats = 200 },

  setup  = function(p) redis.call("SET", "counter", 0) end,

  client = function(p, me)
    redis.call("INCR", "counter")
    count("additions")
  end,

  finally = {
    check({ en = "nothing is lost", zh_CN = "什么都没有丢" }, function(v)
      local made, kept = v.count("additions"), tonumber(v.get("counter")) or 0
      if kept < made then
        return { en = made .. " additions were made, the counter says " .. kept,
          zh_CN = "做了 " .. made .. " 次加一，计数器却是 " .. kept }
      end
    end),
  },
}
