return {
  id     = "submit-once-set-nx",
  family = "counter",
  order  = 90,
  title  = { en = "One order once: SET NX", zh_CN = "只下一次单：SET NX" },
  lesson = { en = [[
The same order number arrives several times. Each app server sends one command, SET with NX (only if the key does not exist) and PX (forget it after a while). One of them gets OK and creates the order, all others get nothing and know that it is a repetition.

Looking and taking note are one command, so there is no moment in which two clients can both find nothing:

    A: SET order:42 … NX PX … -> OK
                          B: SET order:42 … NX PX … -> (nil)

That is all there is to it, and no lock and no counter are needed. The deadline keeps the memory small: how long it lasts decides for how long a repetition is recognised.

What still goes wrong: a repetition that comes after the deadline is accepted again. A client that crashes after OK has used the number up without an order: store the result under the number when it is ready, or make it possible to take the number back. And a replica that takes over may not have heard of the key yet.

>! What the search finds: one order in all 2 interleavings as long as no time passes. Allow one time step, and the number is forgotten before the repetition comes: two orders in 2 of 6 interleavings, by 3 steps: A1 T B1.
]], zh_CN = [[
同一个订单号到达了好几次。每台应用服务器只发一条命令：SET，带上 NX（键不存在才写）和 PX（过一段时间就忘掉）。只有一台得到 OK 并创建订单，其余的得到空回复，知道这是重复提交。

查看和登记是同一条命令，所以不存在两个客户端都查不到的瞬间：

    A: SET order:42 … NX PX … -> OK
                          B: SET order:42 … NX PX … -> (nil)

这样就够了，不需要锁，也不需要计数器。过期时间使占用的内存很小：它有多长，重复提交就能识别多久。

还会出什么问题：过期之后再来的重复提交会再次被接受。得到 OK 之后崩溃的客户端，把订单号用掉了，却没有订单：应在完成后把结果存在这个订单号之下，或者允许退回订单号。另外，接管的从节点可能还没有收到这个键。

>! 探索结果：只要时间不前进，在全部 2 种交错中都只有一个订单。允许时间前进一步，重复的请求到来之前订单号已经过期：6 种交错中有 2 种创建了两个订单，3 步：A1 T B1。
]] },
  params = {
    clients = { 2, 1, 5000 },
    memory  = { 86400000, 100, 604800000, unit = "ms",
                label = { en = "A number is remembered for", zh_CN = "订单号记住多久" } },
  },
  keys   = { "order:42" },
  free   = { clients = 50, rounds = 20 },

  client = function(p, me)
    if redis.call("SET", "order:42", me.token, "NX", "PX", p.memory) then
      count("orders")
    end
  end,

  always = { count_at_most("orders", 1) },
}
