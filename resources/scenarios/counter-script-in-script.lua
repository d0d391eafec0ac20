-- The recipe with the lock, put into one script that starts another one to count.
local recipe = [[
local taken = redis.call('SET', KEYS[2], 1, 'NX', 'PX', ARGV[1])
if not taken then
  return redis.call('GET', KEYS[1])
end
local value = redis.call('EVAL', "return redis.call('INCR', KEYS[1])", 1, KEYS[1])
redis.call('DEL', KEYS[2])
return value
]]

return {
  id     = "counter-script-in-script",
  family = "counter",
  order  = 40,
  title  = { en = "A script that calls a script", zh_CN = "脚本里再调用脚本" },
  lesson = { en = [[
Somebody has noticed that lock, INCR and unlock should be one unit, and has written a server script around them. Inside it, a second script does the counting. Run it with one client and read the reply.

The server refuses: "ERR This Redis command is not allowed from script". EVAL and EVALSHA cannot be called from a script. And the error does not undo what the script did before it: the lock is set by then and stays for its 5 seconds, so whoever comes next finds it taken and is not counted either.

    A: EVAL … -> (error) ERR This Redis command is not allowed from script
                          B: EVAL … -> 0     (the lock that A's script left behind)

Two things are wrong in the recipe. A script cannot start another one: what both have in common has to be written into each, or made one function in the program that sends them. And a script needs no lock: the server runs nothing else until it has ended. With the lock and the inner script gone, one line is left, and that line is INCR.

What still breaks scripts: they are atomic, but not transactions. An error in the middle leaves the first half done. Check what can fail before the first write.

>! What the search finds: the server refuses in 4 of 4 interleavings, at the very first command (2 steps: A1 A1'), and a login is missing as soon as both have called (3 steps: A1 A1' B1). A1' means that A goes on: its reply has arrived, or its wait is over.
]], zh_CN = [[
有人发现加锁、INCR、解锁应该是一个整体，于是把它们写进一个服务器脚本，又在里面用第二个脚本来计数。用一个客户端运行一次，看看回复。

服务器拒绝了：“ERR This Redis command is not allowed from script”。脚本里不能再调用 EVAL 或 EVALSHA。而且出错不会撤销脚本在此之前做过的事：锁已经设上，还会留 5 秒，接下来的客户端发现锁被占用，同样没有计入。

    A: EVAL … -> (error) ERR This Redis command is not allowed from script
                          B: EVAL … -> 0     （A 的脚本留下的锁）

这个写法错在两处。第一，脚本不能启动另一个脚本：共用的部分只能各写一份，或者由发送脚本的程序拼接好。第二，脚本不需要锁：脚本结束之前，服务器不会执行任何别的命令。去掉锁和内层脚本，只剩下一行，而这一行就是 INCR。

脚本还会出什么问题：它是原子的，但不是可以回滚的事务。中途出错，前半部分已经生效。可能失败的事，要在第一次写入之前检查。

>! 探索结果：4 种交错中有 4 种被服务器拒绝，第一条命令就是（2 步：A1 A1'）；两个客户端都调用之后，就少了登录（3 步：A1 A1' B1）。A1' 表示 A 继续：回复已到，或等待结束。
]] },
  params = { clients = { 2, 1, 5000 }, lease = { 5000, 1, 600000, unit = "ms" } },
  keys   = { "online_users", { "online_users_lock", as = "lock" } },
  fix    = "counter-incr",
  free   = { clients = 50, repeats = 5 },

  setup  = function(p) redis.call("SET", "online_users", 0) end,

  client = function(p, me)
    local reply = redis.pcall("EVAL", recipe, 2, "online_users", "online_users_lock", p.lease)
    if type(reply) == "table" and reply.err then
      event("refused", reply.err)
      count("refused")
    end
    count("logins")
  end,

  always  = { count_at_most("refused", 0) },
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
