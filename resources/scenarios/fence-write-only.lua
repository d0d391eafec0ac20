return {
  id     = "fence-write-only",
  family = "fencing",
  order  = 50,
  title  = { en = "Only the write is fenced", zh_CN = "只检查写入" },
  lesson = { en = [[
The token is drawn with the lock, and the write is checked. The stock is read plainly before. Decide before you search: can it be sold twice?

An old write after a newer one is refused, that is settled. But the old write may come first. Then there is nothing newer yet to refuse it, and the newer holder has read the stock already:

    A  token 1                         B  token 2
    GET stock  -> 1
    (slow; the key expires)
                                       takes the lock
                                       GET stock  -> 1
    write 0 with 1: accepted   sold
                                       write 0 with 2: accepted   sold

Both writes come in the right order, 1 and then 2, and each is what a fenced write should be. The mistake is older than the write: what B knows became wrong after it was read, and no one looks at that.

A decision made of a read and a write is safe only if both carry the token: "Fencing the read and the write". The same holds for a fenced storage of files or a database: the read has to announce the new holder, or the write has to check what was read.

>! What the search finds: yes: with one time step the unit is sold twice in 126 of 700 interleavings. The shortest way takes 8 steps: A1 A2 T B1 B2 A3 A4 B3 (the schedule above; A4 is A's release).
]], zh_CN = [[
令牌和锁一起取得，写入也经过检查，但之前的库存是直接读的。探索之前先判断：会不会卖出两次？

旧写入在新写入之后到达会被拒绝，这一点没有疑问。可是旧写入也可能先到：那时还没有更新的编号来拒绝它，而新的持有者已经读过库存：

    A  令牌 1                           B  令牌 2
    GET stock  -> 1
    （变慢，键过期）
                                       拿到锁
                                       GET stock  -> 1
    带着 1 写入 0：接受   卖出
                                       带着 2 写入 0：接受   卖出

两次写入的顺序正确，先 1 后 2，每一次都符合检查的规则。错误发生在写入之前：B 知道的东西在读到之后变成了错的，而没有谁检查这一点。

由一次读和一次写构成的决定，只有两者都带令牌才安全：“读和写都检查令牌”。对文件存储或数据库也一样：要么读的时候就宣告新的持有者，要么写的时候核对读到的内容。

>! 探索结果：会：时间前进一步时，700 种交错中有 126 种把同一件卖了两次。最短的一种 8 步：A1 A2 T B1 B2 A3 A4 B3（即上面的过程；A4 是 A 的释放）。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "stock", "stock:fence", "lock", "fence" },
  bounds = { time = 1 },
  fix    = "fence-read-and-write",
  free   = { clients = 20, stock = 50, repeats = 5, lease = 100, work = 30, pause = { 0.05, 80 } },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    local fence
    repeat
      await_gone("lock")
      fence = redis.script("lock-with-fence", { "lock", "fence" }, { me.token, p.lease })
    until fence
    enter("lock")
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
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
