return {
  id     = "counter-get-set",
  family = "counter",
  order  = 10,
  title  = { en = "Counting: read, add one, write", zh_CN = "计数：先读、加一、再写" },
  lesson = { en = [[
Every client adds one to the same counter. Look at the end: how many additions were made, and what does the counter say? Some are missing, and nobody got an error.

GET and SET are two commands, and each of them is atomic only by itself. Between a client's GET and its SET any number of other commands may run. Then both write the same number, and one addition is gone:

    A: GET counter -> 0
                          B: GET counter -> 0
                          B: SET counter 1
    A: SET counter 1

What is needed is one command that reads and writes in a single step on the server: INCR. It also answers with the new value, so that no GET is needed after it.

What still goes wrong with INCR: it counts calls. A client that did not get the reply (a cut connection) cannot know whether its INCR ran; if it sends it again, the same event may be counted twice.

>! What the search finds: an addition is lost in 4 of 6 interleavings, in all but the two in which one client has finished before the other begins. No fault is needed. The shortest way takes 4 steps: A1 B1 B2 A2 (A reads, B reads and writes, A writes).
]], zh_CN = [[
所有客户端都给同一个计数器加一。请看最后的结果：一共加了多少次，计数器又是多少？少了几次，却没有任何客户端收到错误。

GET 和 SET 是两条命令，各自是原子的，合在一起却不是。一个客户端的 GET 与 SET 之间，可以插进任意多条别人的命令。于是两边写入同一个数，其中一次加一就丢了：

    A: GET counter -> 0
                          B: GET counter -> 0
                          B: SET counter 1
    A: SET counter 1

需要的是一条在服务器上一步完成读和写的命令：INCR。它还会返回新的值，之后不必再 GET。

用了 INCR 之后还会出什么问题：它数的是调用次数。连接断开、没有收到回复的客户端，无法知道自己的 INCR 是否执行过；如果重发，同一件事可能被数两次。

>! 探索结果：6 种交错中有 4 种丢失了一次加一，只有一个客户端做完、另一个才开始的两种除外。不需要任何故障。最短的一种只要 4 步：A1 B1 B2 A2（A 读，B 读并写，A 写）。
]] },
  params = { clients = { 2, 1, 5000 } },
  keys   = { "counter" },
  fix    = "counter-incr",
  free   = { clients = 50, repeats = 100 },

  setup  = function(p) redis.call("SET", "counter", 0) end,

  client = function(p, me)
    local seen = tonumber(redis.call("GET", "counter")) or 0
    redis.call("SET", "counter", seen + 1)
    count("additions")
  end,

  finally = {
    check({ en = "nothing is lost", zh_CN = "什么都没有丢" }, function(v)
      local made, kept = v.count("additions"), tonumber(v.get("counter")) or 0
      if kept < made then
        return { en = made .. " additions were made, the counter says " .. kept,
          zh_CN = "做了 " .. made .. " 次加一，计数器却是 " .. kept }
      end
    end),
  },

  exercise = {
    task  = { en = "Make the counter right: whatever the order, every addition is in it. It still counts every client.",
              zh_CN = "让计数器正确：无论以什么顺序执行，每次加一都算在内，并且每个客户端都仍然计数。" },
    hints = {
      { en = "Between GET and SET a client holds a number that may be old. Which of the two commands can go?",
        zh_CN = "在 GET 和 SET 之间，客户端手里的数可能已经旧了。这两条命令哪一条可以不要？" },
      { en = "Redis has a command that reads, adds and writes in one step.",
        zh_CN = "Redis 有一条命令，把读取、加一、写入放在同一步。" },
      { en = "It is INCR.",
        zh_CN = "就是 INCR。" },
    },
    params = { clients = 3 }, -- the first one may be safe by itself
    bounds = { time = 2 }, -- where a lock has a lease, it may run out, also behind a watchdog
    work  = {
      check({ en = "whoever comes is counted once", zh_CN = "来的客户端各计一次" }, function(v)
        local came, made = #v.events("@came"), v.count("additions")
        local kept = tonumber(v.get("counter")) or 0
        if made ~= came or kept ~= came then
          return { en = came .. " came, " .. made .. " additions were made, the counter says " .. kept,
            zh_CN = "来了 " .. came .. " 个客户端，做了 " .. made .. " 次加一，计数器是 " .. kept }
        end
      end),
    },
    absent = true,
  },
}
