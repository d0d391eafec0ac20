return {
  id     = "fence-read-and-write",
  family = "fencing",
  order  = 60,
  title  = { en = "Fencing the read and the write", zh_CN = "读和写都检查令牌" },
  lesson = { en = [[
The read carries the token as well, and leaves it at the data. From that moment on everybody with a lower number is too late, even if nothing has been written yet.

    A  token 1                         B  token 2
    read with 1  -> stock 1
    (slow; the key expires)
                                       takes the lock
                                       read with 2  -> stock 1, highest = 2
    write 0 with 1: 1 < 2, refused
                                       write 0 with 2: accepted   sold

Whatever B has read stays true until B writes, because the read has shut out all who came before. That is what the lock had promised and could not keep. The lock is now only a courtesy: it keeps clients from getting in each other's way, and it may fail without harm.

The price: the data must know of tokens. Scripts do it in Redis, a column and a WHERE do it in a database, and a service that cannot compare numbers cannot be protected by any lock with a lease. And a client that is refused must take that as an answer: begin again with a new lock, and tell nobody "sold".

Where all the data is in one Redis, ask whether you need a lock at all: a script that reads, decides and writes is one step, needs no token and no lease (stock-script).

>! What the search finds: with one time step never more is sold than there is, in all 676 interleavings.
]], zh_CN = [[
读也带上令牌，并把它留在数据那里。从这一刻起，编号更小的人都太迟了，即使还没有写入过任何东西。

    A  令牌 1                           B  令牌 2
    带着 1 读  -> 库存 1
    （变慢，键过期）
                                       拿到锁
                                       带着 2 读  -> 库存 1，最大 = 2
    带着 1 写入 0：1 < 2，拒绝
                                       带着 2 写入 0：接受   卖出

B 读到的内容在 B 写入之前一直有效，因为那次读已经把之前的人都关在门外。这正是锁答应过却做不到的。现在锁只是一种礼让：让客户端少互相妨碍，即使失效也不造成损害。

代价是：数据必须认识令牌。在 Redis 里用脚本，在数据库里用一列加一个 WHERE；不会比较编号的服务，任何带租期的锁都保护不了它。被拒绝的客户端也必须接受这个回答：重新加锁再来，并且不要告诉任何人“已售出”。

如果所有数据都在同一个 Redis 里，先问问是否真的需要锁：一个脚本读取、判断并写入，本身就是一步，不需要令牌，也不需要租期（stock-script）。

>! 探索结果：时间前进一步时，在全部 676 种交错中都没有卖多。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "stock", "stock:fence", "lock", "fence" },
  bounds = { time = 1 },
  free   = { clients = 20, stock = 50, repeats = 5, lease = 100, work = 30, pause = { 0.05, 80 } },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    local fence
    repeat
      await_gone("lock")
      fence = redis.script("lock-with-fence", { "lock", "fence" }, { me.token, p.lease })
    until fence
    enter("lock")
    local read = redis.script("fenced-read", { "stock", "stock:fence" }, { fence })
    if read[1] == 0 then
      count("refused")
    elseif tonumber(read[2] or 0) > 0 then
      local stock = tonumber(read[2])
      if redis.script("fenced-write", { "stock", "stock:fence" }, { fence, stock - 1 }) == 1 then
        count("sold")
      else
        count("refused")
      end
    end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  always = { count_at_most("sold", "stock") },
}
