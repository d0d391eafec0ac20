return {
  id     = "limit-multi",
  family = "limiter",
  order  = 60,
  title  = { en = "INCR and deadline in MULTI", zh_CN = "用 MULTI 设期限并计数" },
  lesson = { en = [[
Where scripts are not wanted, a transaction does the same: SET the key to 0 with its deadline, but only if it does not exist (NX), and then INCR, both between MULTI and EXEC. The reply of INCR decides.

Inside a transaction nothing can be decided: the replies come only with EXEC. The trick is that nothing has to be. SET … NX does nothing if there is a key, so the same two commands are right for the first call and for all others:

    A: MULTI, SET calls 0 PX 60000 NX, INCR calls, EXEC -> OK, 1
                          B: MULTI, SET calls 0 PX 60000 NX, INCR calls, EXEC -> (nil), 2

Both commands run without anything between them, so the key never exists without a TTL, not even if the client crashes right afterwards. It is an equal of the script.

What still goes wrong is what goes wrong with the script: windows that begin with the first call let up to twice the limit pass around their edge. And MULTI alone protects nothing that was read before it; in the lesson about a key for every second it stands in the wrong place.

>! What the search finds: it holds in all 24 interleavings. As with the script, a client has one step only, so there is no place where a crash could do harm.
]], zh_CN = [[
如果不想用脚本，事务也能做到：用 SET 把键设为 0 并带上期限，但仅当它不存在时（NX），然后 INCR，两条都放在 MULTI 和 EXEC 之间。由 INCR 的回复决定。

事务内部无法作任何判断：回复要到 EXEC 时才一起返回。巧妙之处在于不需要判断。键已存在时，SET … NX 什么也不做，所以无论是第一次调用还是以后的调用，同样的两条命令都是对的：

    A: MULTI, SET calls 0 PX 60000 NX, INCR calls, EXEC -> OK, 1
                          B: MULTI, SET calls 0 PX 60000 NX, INCR calls, EXEC -> (nil), 2

两条命令之间不会插进任何东西，所以键从来不会没有 TTL，即使客户端紧接着就崩溃。它和脚本一样可靠。

还会出的问题也和脚本一样：从第一次调用开始的窗口，在交界处最多可能放行上限的两倍。另外，MULTI 不能保护在它之前读到的东西；在“每秒一个键”那一课里，它就放错了地方。

>! 探索结果：在全部 24 种交错中成立。和脚本一样，每个客户端只有一步，没有崩溃能造成损害的地方。
]] },
  params = { clients = { 2, 1, 5000 }, limit = { 1, 1, 1000000 },
             window = { 60000, 100, 3600000, unit = "ms" } },
  keys   = { "calls" },
  bounds = { crashes = 1 },
  free   = { clients = 50, limit = 100, repeats = 20, crash = 0.002 },

  client = function(p, me)
    redis.call("MULTI")
    redis.call("SET", "calls", 0, "PX", p.window, "NX")
    redis.call("INCR", "calls")
    local replies = redis.call("EXEC")
    if replies[2] <= p.limit then
      count("admitted")
    else
      count("refused")
    end
  end,

  always = { ttl_present("calls"), count_at_most("admitted", "limit") },
}
