return {
  id     = "fence-before-lock",
  family = "fencing",
  order  = 30,
  title  = { en = "The token drawn before the lock", zh_CN = "加锁之前就取令牌" },
  lesson = { en = [[
This client draws its number first and then waits for the lock. No lease runs out here, nobody is slow or late. Look at who is refused.

The order in which numbers are drawn is not the order in which the lock is given:

    A                                  B
    INCR fence  -> 1
                                       INCR fence  -> 2
                                       SET lock B NX PX 30000  -> OK
                                       write with 2: accepted
                                       releases the lock
    SET lock A NX PX 30000  -> OK
    write with 1: refused

A holds the lock by right, in good time, and the data sends it away. Old writes are kept out, that much is true. But so are good ones, and the longer A waits for the lock, the surer it is refused: those who have waited longest have the lowest numbers.

A program that treats "refused" as "try again with a new number" survives this, at the price of doing its work twice. Better to draw the number in the same step as the lock: "Lock and token in one script".

>! What the search finds: without any fault a rightful holder is refused in 42 of 102 interleavings. The shortest way takes 9 steps: A1 B1 B1' B2 B3 B4 A1' A2 A3 (the schedule above). B1' means that B goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
这个客户端先取号，再等锁。这里没有租期到期，也没有人迟到。请看谁被拒绝。

取号的先后，并不是拿到锁的先后：

    A                                  B
    INCR fence  -> 1
                                       INCR fence  -> 2
                                       SET lock B NX PX 30000  -> OK
                                       带着 2 写入：接受
                                       释放锁
    SET lock A NX PX 30000  -> OK
    带着 1 写入：拒绝

A 正当地、及时地持有锁，数据却把它赶走了。旧的写入确实被挡在外面，可是好的也一样；而且 A 等锁等得越久，越肯定被拒绝：等得最久的人编号最小。

如果程序把“被拒绝”当作“换个新编号重来”，也能活下去，代价是活要干两遍。更好的做法是在加锁的那一步里取号：“一个脚本：加锁并取令牌”。

>! 探索结果：没有任何故障，102 种交错中有 42 种合法的持有者被拒绝。最短的一种 9 步：A1 B1 B1' B2 B3 B4 A1' A2 A3（即上面的过程）。B1' 表示 B 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "lock", "fence", "data", "data:fence" },
  fix    = "fence-in-script",
  free   = { clients = 20, repeats = 10, work = 2 },

  client = function(p, me)
    local fence = redis.call("INCR", "fence")
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    if redis.script("fenced-write", { "data", "data:fence" }, { fence, me.token }) == 1 then
      count("written")
    else
      count("refused")
    end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  -- as long as no lease runs out, whoever writes holds the lock by right
  always = { count_at_most("refused", 0) },
}
