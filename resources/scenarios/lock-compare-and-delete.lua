return {
  id     = "lock-compare-and-delete",
  family = "lock",
  order  = 80,
  title  = { en = "Compare and delete, in one script", zh_CN = "比较并删除：一个脚本完成" },
  lesson = { en = [[
Try to make anybody delete a lock that is not theirs. You can be as slow as you like before the release: the script looks and deletes in one step, and no other command runs in between.

    if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
    return redis.call("DEL", KEYS[1])

The answer 0 is worth reading: it says "you no longer had the lock", so whatever was done meanwhile may have been done twice. Most programs throw that answer away. (Redis has this as one command from 8.4 on, DELEX lock IFEQ token, and Valkey from 9.0 on, DELIFEQ lock token. The script does the same on every server.)

Now switch off the assumption "work is shorter than the lease" and search again. Nobody deletes another's lock even then, but two clients are inside together:

    A                                  B
    SET lock A NX PX 30000  -> OK
    (slow; the key expires)
                                       SET lock B NX PX 30000  -> OK

A safe release does not make the lease safe. It keeps a late client from breaking the next one's lock, and no more. Against the late client's own writes there is fencing: "Fencing the read and the write".

>! What the search finds: with one time step, everything holds in all 274 interleavings of two clients and in all 733,968 interleavings of three, while the work is shorter than the lease. Without that assumption two are inside in 1,840 of 2,552 interleavings, by 3 steps: A1 T B1, and the unit is sold twice in 840 of 2,552 interleavings, by 10 steps: A1 A2 T B1 B2 B3 B3' B4 A3 A3'. Another's lock is not deleted in any of them. B3' means that B goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
试试看能不能让谁删掉不属于自己的锁。释放之前想慢多久都行：脚本在一步之内比较并删除，中间不会执行任何别的命令。

    if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
    return redis.call("DEL", KEYS[1])

返回的 0 值得一看：它说明“锁早已不是你的了”，这期间做的事可能被做了两遍。多数程序却把它扔掉了。（从 Redis 8.4 起，这是一条命令：DELEX lock IFEQ token；从 Valkey 9.0 起是 DELIFEQ lock token。脚本在任何版本上效果都一样。）

现在关掉“工作短于租期”的假设，再探索一次。依然没有人删掉别人的锁，但有两个客户端同时在里面：

    A                                  B
    SET lock A NX PX 30000  -> OK
    （变慢，键过期）
                                       SET lock B NX PX 30000  -> OK

释放安全，并不等于租期安全。它只能防止迟到的客户端毁掉下一个人的锁，仅此而已。迟到者自己的写入要靠防护令牌来挡：“读和写都检查令牌”。

>! 探索结果：时间前进一步、工作短于租期时，两个客户端的全部 274 种交错、三个客户端的全部 733,968 种交错中，一切都成立。没有这个假设时，2,552 种交错中有 1,840 种两个客户端同时在里面，3 步：A1 T B1；2,552 种交错中有 840 种把同一件卖了两次，10 步：A1 A2 T B1 B2 B3 B3' B4 A3 A3'。其中没有一种删掉了别人的锁。B3' 表示 B 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 }, lease = { 30000, 100, 3600000, unit = "ms" } },
  keys   = { "stock", "lock" },
  bounds = { time = 1 },
  assume = { "work_shorter_than_lease" },
  free   = { clients = 50, stock = 100, repeats = 10, lease = 30000, work = 2 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token })
  end,

  always = { released_by_owner("lock"), holders_at_most("lock", 1), count_at_most("sold", "stock") },
}
