return {
  id     = "submit-once-sadd",
  family = "counter",
  order  = 100,
  title  = { en = "One order once: the reply of SADD", zh_CN = "只下一次单：看 SADD 的回复" },
  lesson = { en = [[
All order numbers that were ever submitted are the members of one set. A client adds its number and looks at the reply: 1, it is new, create the order; 0, it was there already.

SADD adds and tells whether it was new in one step, so exactly one client gets the 1:

    A: SADD submitted 42 -> 1
                          B: SADD submitted 42 -> 0

The mistake to avoid is to ask first and add later (SISMEMBER, then SADD): both clients ask, both find nothing, both create the order. The reply of SADD makes the question needless.

What still goes wrong: a member of a set has no deadline of its own, so the set grows for ever. Begin a new set every day (and look into yesterday's too), or use a key for each number with SET NX PX. And as before: a crash after the reply leaves a number without an order.

>! What the search finds: one order in all 2 interleavings. The set has no deadline, so time changes nothing.
]], zh_CN = [[
所有提交过的订单号都是同一个集合的成员。客户端把自己的订单号加进去，看回复：1 表示是新的，创建订单；0 表示早就有了。

SADD 在一步之内完成添加，并说明是不是新成员，所以只有一个客户端会得到 1：

    A: SADD submitted 42 -> 1
                          B: SADD submitted 42 -> 0

要避免的错误是先问再加（先 SISMEMBER，再 SADD）：两个客户端都去问，都没有查到，都创建了订单。有了 SADD 的回复，就不必先问。

还会出什么问题：集合的成员没有自己的过期时间，集合会一直变大。可以每天换一个新的集合（同时也查昨天的），或者用 SET NX PX 为每个订单号建一个键。另外和前面一样：得到回复之后崩溃，会留下一个没有订单的订单号。

>! 探索结果：在全部 2 种交错中都只有一个订单。集合没有过期时间，所以时间流逝不会改变什么。
]] },
  params = { clients = { 2, 1, 5000 } },
  keys   = { "submitted" },
  free   = { clients = 50, rounds = 20 },

  client = function(p, me)
    if redis.call("SADD", "submitted", 42) == 1 then
      count("orders")
    end
  end,

  always = { count_at_most("orders", 1) },
}
