return {
  id     = "online-drift",
  family = "counter",
  order  = 60,
  title  = { en = "Online: up at login, down at logout", zh_CN = "在线人数：登录加一，退出减一" },
  lesson = { en = [[
INCR when somebody logs in, DECR when they log out. As long as everybody logs out properly the counter is right. Then let a client crash between the two, and look at what the counter says when all are gone: somebody seems to be online for ever.

The counter knows how many, but not who. An addition that is never taken back cannot be told from a person who is still there:

    A: INCR online_users -> 1
    A crashes, closes the laptop, loses the network
                          B: INCR online_users -> 2
                          B: DECR online_users -> 1      (nobody is online)

The fix is not to count events but to write down who is here and when they were last seen: a sorted set with a time for each person. Whoever has not been seen lately does not count any more, and the number heals by itself.

A deadline on the counter does not help: it forgets those who are online as well. Setting it to the right value every night does not either: what is the right value, if nobody wrote down who is there?

>! What the search finds: with at most one crash, somebody is online for ever in 12 of 24 interleavings: wherever a client that is logged in crashes. The shortest way takes 4 steps: A1 X(A) B1 B2 (A logs in and crashes, B comes and goes). The counter is never too low.
]], zh_CN = [[
有人登录就 INCR，退出就 DECR。只要人人都正常退出，计数器就是对的。现在让一个客户端在两者之间崩溃，再看所有人都离开之后计数器是多少：好像有人永远在线。

计数器只知道有多少，不知道是谁。一次没有减回来的加一，和一个还在线的人，是分不出来的：

    A: INCR online_users -> 1
    A 崩溃、合上了电脑、断了网
                          B: INCR online_users -> 2
                          B: DECR online_users -> 1      （已经没有人在线）

正确的做法不是数事件，而是记下谁在这里、最后一次出现是什么时候：用一个有序集合，每人一个时间。最近没有出现过的人不再计入，人数会自己恢复正确。

给计数器设置过期时间没有用：还在线的人也会一起被忘掉。每天夜里把它改成正确的值也没有用：没有人记下谁在线，又怎么知道正确的值是多少？

>! 探索结果：最多崩溃一次时，24 种交错中有 12 种会有人永远在线：只要已登录的客户端崩溃就会这样。最短的一种 4 步：A1 X(A) B1 B2（A 登录后崩溃，B 来了又走）。计数器从不偏低。
]] },
  params = { clients = { 2, 1, 5000 } },
  keys   = { "online_users" },
  bounds = { crashes = 1 },
  fix    = "online-presence",
  free   = { clients = 50, repeats = 10, crash = 0.01, work = 5 },

  setup  = function(p) redis.call("SET", "online_users", 0) end,

  client = function(p, me)
    redis.call("INCR", "online_users")
    enter("session")
    redis.call("DECR", "online_users")
    leave("session")
  end,

  -- At the end nobody is online.
  finally = { value_at_least("online_users", 0), value_at_most("online_users", 0) },
}
