return {
  id     = "submit-once-lock",
  family = "counter",
  order  = 80,
  title  = { en = "One order twice: the lock recipe", zh_CN = "重复下单：用锁的写法" },
  lesson = { en = [[
A customer presses "order" twice, and the same order number arrives at two app servers. The counter recipe with the lock is used to let it pass once: count the order number, and whoever gets a count of at most 1 creates the order. Two orders are created.

What is wrong is again the branch for "the lock is taken". It reads a counter that the other client is just about to raise, or has just raised to 1, and takes that as its own answer:

    A: SET order:42_lock … NX -> OK
                          B: SET order:42_lock … NX -> (nil)
                          B: GET order:42 -> (nil)       (never seen: B creates the order)
    A: INCR order:42 -> 1                                (the first: A creates it too)
    A: DEL order:42_lock

The fix is a command whose reply says who was first, in the same step in which it takes note: SET … NX answers OK to exactly one client, SADD answers 1 to exactly one. INCR without the lock would do as well: exactly one client gets the reply 1.

What still breaks the fix: it tells who was first, not whether the work was done. A client that crashes after it leaves a number that is used up and an order that does not exist.

>! What the search finds: two orders are created in 10 of 12 interleavings, in all but the two in which one client has deleted the lock before the other begins. No fault is needed. The shortest way takes 5 steps: A1 B1 B2 A2 A3 (the schedule above).
]], zh_CN = [[
顾客点了两次“下单”，同一个订单号到达了两台应用服务器。这里用带锁的计数写法来保证只通过一次：对订单号计数，得到的值不超过 1 就创建订单。结果创建了两个订单。

错的还是“锁被占用”的那个分支。它读到的计数器，别的客户端正要加一，或者刚刚加到 1，它却把这个值当作给自己的答案：

    A: SET order:42_lock … NX -> OK
                          B: SET order:42_lock … NX -> (nil)
                          B: GET order:42 -> (nil)       （没见过：B 创建订单）
    A: INCR order:42 -> 1                                （第一次：A 也创建订单）
    A: DEL order:42_lock

要修正它，需要一条在登记的同时就说明谁是第一个的命令：SET … NX 只对一个客户端回答 OK，SADD 只对一个客户端回答 1。去掉锁、只用 INCR 也可以：只有一个客户端会得到 1。

修正之后还会出什么问题：它只说明谁是第一个，不说明事情有没有做完。客户端在这之后崩溃，订单号就用掉了，订单却不存在。

>! 探索结果：12 种交错中有 10 种创建了两个订单，只有一个客户端删掉锁之后另一个才开始的两种除外。不需要任何故障。最短的一种 5 步：A1 B1 B2 A2 A3（即上面的过程）。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 5000, 1, 600000, unit = "ms" } },
  keys   = { "order:42", "order:42_lock" },
  fix    = "submit-once-set-nx",
  free   = { clients = 50, rounds = 20 },

  client = function(p, me)
    local times
    if redis.call("SET", "order:42_lock", 1, "NX", "PX", p.lease) then
      times = redis.call("INCR", "order:42")
      redis.call("DEL", "order:42_lock")
    else
      times = tonumber(redis.call("GET", "order:42")) or 0
    end
    if times <= 1 then
      count("orders")
    end
  end,

  always = { count_at_most("orders", 1) },

  exercise = {
    task  = { en = "Accept the order once: another submission of the same number is no order, also when it comes after the lease. It is tried 10 ms after p.lease, and no later.",
              zh_CN = "订单只接受一次：同一订单号再次提交不算订单，即使它在租期之后才到。检查时在 p.lease 之后 10 毫秒再次提交，不会更晚。" },
    hints = {
      { en = "What does the second client learn from the lock, and when?",
        zh_CN = "第二个客户端从锁里知道了什么？在什么时候？" },
      { en = "The lock is gone when the order is done. What should stay?",
        zh_CN = "订单完成后锁就没有了。应该留下的是什么？" },
      { en = "One SET with NX on the order's number says who came first.",
        zh_CN = "对订单号用一次带 NX 的 SET，就知道谁先来。" },
    },
    params = { clients = 3 }, -- the third submission is no order either
    work  = {
      check({ en = "whoever comes first orders", zh_CN = "第一个来的客户端下单" }, function(v)
        local wanted, orders = math.min(#v.events("@came"), 1), v.count("orders")
        if orders ~= wanted then
          return { en = wanted .. " should be ordered, and " .. orders .. " are",
            zh_CN = "应当有 " .. wanted .. " 个订单，实际有 " .. orders .. " 个" }
        end
      end),
    },
    absent = true,
    trials = {
      { -- one client, which is never slow, and comes again just after the lease
        clients = 1, bounds = { time = 6 }, turns = 2,
        assume = { "timers_on_time", "work_shorter_than_lease" },
        before = function(p, me, turn)
          if turn == 2 then
            leave("@turn")
            sleep(p.lease + 10)
          end
          enter("@turn") -- no time passes inside
        end,
        finally = {
          check({ en = "what was ordered before the lease ended is not ordered again", zh_CN = "租期结束之前下过的订单不会再下一次" }, function(v)
            if v.count("orders") > 1 then
              return { en = "the second submission is an order again", zh_CN = "第二次提交又成了订单" }
            end
          end),
        },
      },
    },
  },
}
