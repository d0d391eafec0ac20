return {
  id     = "lock-shared-token",
  family = "lock",
  order  = 90,
  title  = { en = "One token for everybody", zh_CN = "所有人共用一个令牌" },
  lesson = { en = [[
The release is the safe script that compares and deletes. Look at what it compares: every client has written the same token.

A name of the service, "1", the host's name in a container: a token that more than one client uses proves nothing, and the safe release is a blind DEL again:

    A                                     B
    SET lock shop NX PX 30000  -> OK
    works, is done in time
    (the key expires)
                                          SET lock shop NX PX 30000  -> OK
    script: GET lock = shop? yes, DEL     still at work

A token must be new for every acquisition: a UUID, or 16 random bytes. The id of a thread is not enough (two processes both have a thread 1), the id of a process neither (two containers both have a process 1). And the same client needs another token the next time, or its own late release deletes its own next lock.

With a unique token this release is right ("Compare and delete"). What it still does not do: it does not stop a client that is inside too long.

>! What the search finds: with two clients and one time step, another's lock is deleted in 114 of 274 interleavings, exactly as with the blind DEL, by 7 steps: A1 A2 A3 A3' T B1 A4 (the schedule above). A3' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
释放用的是“比较并删除”的安全脚本。请看它比较的是什么：每个客户端写入的是同一个令牌。

服务名、"1"、容器里的主机名……只要不止一个客户端使用同一个令牌，它就什么也证明不了，安全释放又变回盲目的 DEL：

    A                                     B
    SET lock shop NX PX 30000  -> OK
    干活，按时干完
    （键过期）
                                          SET lock shop NX PX 30000  -> OK
    脚本：GET lock = shop？是，DEL         还在干活

每次加锁都要用新的令牌：UUID，或 16 个随机字节。只用线程号不够（两个进程都有 1 号线程），只用进程号也不够（两个容器都有 1 号进程）。同一个客户端下一次加锁也要换一个，否则它迟到的释放会删掉自己的下一把锁。

令牌唯一，这种释放就是对的（“比较并删除”）。它仍然管不了的是：在里面待得太久的客户端。

>! 探索结果：两个客户端、时间前进一步时，274 种交错中有 114 种删掉了别人的锁，和盲目 DEL 完全一样，7 步：A1 A2 A3 A3' T B1 A4（即上面的过程）。A3' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "stock", "lock" },
  bounds = { time = 1 },
  assume = { "work_shorter_than_lease" },
  fix    = "lock-compare-and-delete",
  free   = { clients = 50, stock = 100, repeats = 10, lease = 200, work = 2, pause = { 0.01, 300 } },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    local token = "shop"
    repeat await_gone("lock")
    until redis.call("SET", "lock", token, "NX", "PX", p.lease)
    enter("lock")
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { token })
  end,

  always = { released_by_owner("lock") },
}
