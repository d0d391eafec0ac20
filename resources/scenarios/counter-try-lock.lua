return {
  id     = "counter-try-lock",
  family = "counter",
  order  = 30,
  title  = { en = "A login counter behind a lock", zh_CN = "用锁保护的登录计数器" },
  lesson = { en = [[
A widely copied recipe guards a counter of logins with a lock: take <counter>_lock for 5 seconds, INCR, delete the lock; if somebody else has the lock, just return the present value. Compare the number of logins with the counter at the end: logins are missing.

What is wrong in it is the branch for "the lock is taken". Whoever gets there reads the counter and goes on as if the work were done, but has added nothing:

    A: SET online_users_lock … NX -> OK
                          B: SET online_users_lock … NX -> (nil)
                          B: GET online_users            (B's login is never counted)
    A: INCR online_users
    A: DEL online_users_lock

The fix is to take the lock away. INCR is atomic by itself, a lock adds two commands, and waiting, and takes from it the one thing it did well. Waiting for the lock instead of giving up would count every login, for the price of doing so one client at a time.

What still breaks a version that waits: the lock is deleted without looking whose it is. A client that is held up for more than 5 seconds deletes the lock of the next one. The lessons about locks show that at length.

>! What the search finds: a login is missing in 10 of 12 interleavings: whenever the second client finds the lock taken. No crash and no time are needed. The shortest way takes 5 steps: A1 B1 B2 A2 A3 (the schedule above).
]], zh_CN = [[
有一个流传很广的写法，用锁来保护登录人数：先拿 <计数器>_lock，有效期 5 秒，再 INCR，然后删掉锁；如果锁被别人占着，就直接返回当前的值。请在最后比较登录次数和计数器：少了几次登录。

错就错在“锁被占用”的那个分支。走到这里的客户端只读了一下计数器，就当作事情已经办完，其实什么也没有加：

    A: SET online_users_lock … NX -> OK
                          B: SET online_users_lock … NX -> (nil)
                          B: GET online_users            （B 的登录永远没有计入）
    A: INCR online_users
    A: DEL online_users_lock

正确的做法是把锁去掉。INCR 本身就是原子的，加锁只是多了两条命令和等待，还把它唯一做对的事情弄丢了。如果拿不到锁时改为等待而不是放弃，每次登录倒是都会计入，代价是一次只能有一个客户端登录。

改为等待之后还会出什么问题：删除锁时没有检查锁是谁的。一个卡住超过 5 秒的客户端，会删掉下一个客户端的锁。锁的课程里会详细演示。

>! 探索结果：12 种交错中有 10 种少了一次登录：只要第二个客户端碰上锁被占用就会发生。不需要崩溃，也不需要时间流逝。最短的一种 5 步：A1 B1 B2 A2 A3（即上面的过程）。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 5000, 1, 600000, unit = "ms" } },
  keys   = { "online_users", "online_users_lock" },
  fix    = "counter-incr",
  free   = { clients = 50, repeats = 20 },

  setup  = function(p) redis.call("SET", "online_users", 0) end,

  client = function(p, me)
    if redis.call("SET", "online_users_lock", 1, "NX", "PX", p.lease) then
      redis.call("INCR", "online_users")
      redis.call("DEL", "online_users_lock")
    else
      redis.call("GET", "online_users") -- "somebody is counting already"
    end
    count("logins")
  end,

  finally = {
    check({ en = "every login is counted", zh_CN = "每次登录都计数" }, function(v)
      local logins, counted = v.count("logins"), tonumber(v.get("online_users")) or 0
      if counted < logins then
        return { en = logins .. " logins were made, the counter says " .. counted,
          zh_CN = "登录了 " .. logins .. " 次，计数器却是 " .. counted }
      end
    end),
  },
}
