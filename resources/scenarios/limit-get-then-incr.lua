return {
  id     = "limit-get-then-incr",
  family = "limiter",
  order  = 40,
  title  = { en = "GET, then SET PX or INCR", zh_CN = "先 GET，再 SET PX 或 INCR" },
  lesson = { en = [[
To keep count and deadline together, this one looks first: if there is no key, SET it to 1 with PX, else INCR it. There is no crash here and only one client. Still the key may end up without a deadline.

Time passes between the two commands as well. GET has seen the key in its last millisecond; when INCR arrives it has expired. INCR on a missing key creates one, with the value 1 and without a TTL:

    A: GET calls -> (nil)
    A: SET calls 1 PX 60000
    A: GET calls -> 1
    … the key expires …
    A: INCR calls -> 1          (a new key that never expires)

Rare in a test, certain in the long run: every window ends once, and with enough traffic somebody is always between GET and INCR. In a free run with a short window it takes a second. The fix is the same as for the crash: do both in one step on the server.

The same trap waits wherever a key with a deadline is looked at first and used afterwards: with HINCRBY, RPUSH, SADD, ZADD, and with DECR at the end of a piece of work. Commands that never create a key (SET … XX, RPUSHX, EXPIRE) do not step into it, but then their reply has to be looked at.

>! What the search finds: one client and one time step are enough: the key is left without a deadline in 1 of 4 interleavings. The shortest way takes 5 steps: A1 A2 A3 T A4 (the schedule above).
]], zh_CN = [[
为了让计数和期限不分开，这个写法先看一眼：没有键就用 SET 写入 1 并带上 PX，否则 INCR。这里没有崩溃，也只有一个客户端，键仍然可能没有过期时间。

两条命令之间，时间也在走。GET 看到的是键的最后一毫秒；等 INCR 到达时，键已经过期。对不存在的键执行 INCR，会新建一个值为 1、没有 TTL 的键：

    A: GET calls -> (nil)
    A: SET calls 1 PX 60000
    A: GET calls -> 1
    …… 键过期 ……
    A: INCR calls -> 1          （一个永不过期的新键）

测试中少见，长期运行却必然发生：每个窗口都会结束一次，流量够大时，总有人正处在 GET 和 INCR 之间。用很短的窗口自由运行，一秒之内就会出现。修正的办法和崩溃那一课相同：在服务器上一步做完。

凡是先看一个有期限的键、之后再用它，都会遇到这个陷阱：HINCRBY、RPUSH、SADD、ZADD，以及工作结束时的 DECR。不会新建键的命令（SET … XX、RPUSHX、EXPIRE）不会掉进去，但必须检查它们的回复。

>! 探索结果：一个客户端、时间前进一步就够了：4 种交错中有 1 种留下没有期限的键。最短的一种 5 步：A1 A2 A3 T A4（即上面的过程）。
]] },
  params = { clients = { 1, 1, 5000 }, limit = { 10, 1, 1000000 },
             window = { 60000, 100, 3600000, unit = "ms" }, requests = { 2, 1, 1000 } },
  keys   = { "calls" },
  bounds = { time = 1 },
  fix    = "limit-script",
  free   = { clients = 50, limit = 1000, window = 100, requests = 10, repeats = 40 },

  client = function(p, me)
    for request = 1, p.requests do
      local calls = tonumber(redis.call("GET", "calls"))
      if not calls then
        calls = 1
        redis.call("SET", "calls", 1, "PX", p.window)
      else
        calls = redis.call("INCR", "calls")
      end
      if calls <= p.limit then
        count("admitted")
      else
        count("refused")
      end
    end
  end,

  finally = { ttl_present("calls") },

  exercise = {
    task  = { en = "The counter must never lose its deadline, also when it expires between two commands. Requests are admitted up to the limit, and no further, and again in the next window, also those of somebody who keeps trying.",
              zh_CN = "计数器绝不能失去过期时间，即使它在两条命令之间过期。限额之内的请求放行，超出的不放行；下一个窗口再次放行，一直重试的人也不例外。" },
    hints = {
      { en = "What does INCR do with a key that has just expired?",
        zh_CN = "对刚刚过期的键，INCR 会做什么？" },
      { en = "No time passes between the commands of a transaction, or of a script.",
        zh_CN = "事务或脚本中的命令之间没有时间流逝。" },
      { en = "MULTI, SET calls 0 PX … NX, INCR calls, EXEC.",
        zh_CN = "MULTI、SET calls 0 PX … NX、INCR calls、EXEC。" },
    },
    params = { clients = 2, limit = 3 },
    work  = {
      check({ en = "requests are counted, and admitted up to the limit", zh_CN = "请求被计数，并在限额之内放行" }, function(v, p)
        local wanted, admitted = math.min(#v.events("@came") * p.requests, p.limit), v.count("admitted")
        local calls = tonumber(v.get("calls"))
        if admitted ~= wanted or (calls or 0) < wanted then
          return { en = wanted .. " should be admitted, " .. admitted .. " are, and the key calls says " .. (calls or 0),
            zh_CN = "应当放行 " .. wanted .. " 个，实际放行 " .. admitted .. " 个，键 calls 是 " .. (calls or 0) }
        end
        if calls and (v.ttl("calls") or -1) < 0 then
          return { en = "the key calls has no deadline", zh_CN = "键 calls 没有过期时间" }
        end
        if calls and v.ttl("calls") < p.window then -- no time passes here
          return { en = "the window lasts " .. v.ttl("calls") .. " ms instead of " .. p.window .. " ms",
            zh_CN = "窗口只持续 " .. v.ttl("calls") .. " ms，而不是 " .. p.window .. " ms" }
        end
      end),
    },
    absent = true,
    trials = {
      { -- one client, which is never slow: two requests, two half a window later, of which one is
        -- refused, these four again in the next window, and two in the one after it
        clients = 1, bounds = { time = 12 }, turns = 5,
        assume = { "timers_on_time", "work_shorter_than_lease" },
        before = function(p, me, turn)
          if turn > 1 then
            leave("@turn")
            sleep(p.window // 4 * (turn % 2 == 0 and 2 or 3))
          end
          enter("@turn") -- no time passes inside
        end,
        finally = {
          check({ en = "whoever keeps trying is let in again when the window is over", zh_CN = "一直重试的人在窗口结束后能再次进来" }, function(v)
            local admitted = v.count("admitted")
            if admitted < 8 then
              return { en = "8 of 10 requests are within the limit of their windows, and " .. admitted .. " are admitted",
                zh_CN = "10 次请求中有 8 次在各自窗口的限额之内，实际放行 " .. admitted .. " 次" }
            end
          end),
          check({ en = "no more than the limit is admitted within a window", zh_CN = "一个窗口内放行的不超过限额" }, function(v)
            local admitted = v.count("admitted")
            if admitted > 8 then
              return { en = "2 of 10 requests are beyond the limit of their windows, and only " .. 10 - admitted .. " are refused",
                zh_CN = "10 次请求中有 2 次超出各自窗口的限额，实际只拒绝 " .. 10 - admitted .. " 次" }
            end
          end),
        },
      },
      { -- with another limit; where a lock has a lease, it may run out, also behind a watchdog
        clients = 2, params = { limit = 1, requests = 1 }, bounds = { time = 2 },
        finally = {
          check({ en = "no more than the limit is admitted while the count lasts", zh_CN = "计数未过期时，放行的不超过限额" }, function(v, p)
            local admitted, calls = v.count("admitted"), tonumber(v.get("calls")) or 0
            if admitted > p.limit and calls >= admitted then
              return { en = admitted .. " are admitted, the limit is " .. p.limit .. ", and the key calls says " .. calls,
                zh_CN = "放行了 " .. admitted .. " 个，限额是 " .. p.limit .. "，键 calls 是 " .. calls }
            end
          end),
          count_at_least("admitted", "limit"),
        },
      },
    },
    time  = 0, -- the work is looked at within one window
  },
}
