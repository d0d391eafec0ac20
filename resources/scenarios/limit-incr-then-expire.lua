return {
  id     = "limit-incr-then-expire",
  family = "limiter",
  order  = 30,
  title  = { en = "INCR, then EXPIRE", zh_CN = "先 INCR，再 EXPIRE" },
  lesson = { en = [[
Count first: INCR, and if the reply is 1, this is the first call of a window, so set the deadline with EXPIRE. The limit is kept. It works in every test. Now let the client crash once, at the worst place.

Only the client that gets the 1 sets the deadline. If it dies between the two commands, nobody else ever gets a 1, and the key stays for ever:

    A: INCR calls -> 1
    A crashes
                          B: INCR calls -> 2     (no EXPIRE: somebody did that, it thinks)
                          …
                          B: INCR calls -> 11    (refused, from now on and for good)

The user who is locked out by this calls the support desk, and a look at the key shows a count without a TTL. The fix is to let both happen or neither: INCR and EXPIRE in one script, or in MULTI with the key created by SET … NX PX. From Redis 7.0 on the usual one-line fix is EXPIRE … NX after every INCR: it sets a deadline only where there is none, so the next call heals what a crash left behind, and no deadline is moved.

What does not fix it: to catch the error and send EXPIRE again, since a process that is dead catches nothing. To set EXPIRE without NX on every call does heal the key, but moves the deadline each time, so that somebody who keeps trying is never let in again.

>! What the search finds: one client and one crash are enough: the key is left without a deadline in 1 of 4 interleavings, by 2 steps: A1 X(A). Without a crash there is one order only, and it holds.
]], zh_CN = [[
先计数：INCR，返回 1 就说明是窗口内的第一次调用，于是用 EXPIRE 设置过期时间。上限守住了，每次测试都正常。现在让客户端在最坏的位置崩溃一次。

只有得到 1 的客户端会设置过期时间。如果它在两条命令之间崩溃，别人再也得不到 1，这个键就永远留下：

    A: INCR calls -> 1
    A 崩溃
                          B: INCR calls -> 2     （不发 EXPIRE：它以为别人已经设过）
                          ……
                          B: INCR calls -> 11    （从此永远被拒绝）

被这样锁在外面的用户会打电话投诉，查看这个键，只有计数而没有 TTL。修正的办法是要么都做，要么都不做：把 INCR 和 EXPIRE 放进一个脚本，或者放进 MULTI，并用 SET … NX PX 创建键。从 Redis 7.0 起，常用的一行改法是每次 INCR 之后都发 EXPIRE … NX：只有还没有期限时才设置，所以下一次调用会补上崩溃留下的缺口，也不会推后已有的期限。

没有用的办法：捕获错误后再发一次 EXPIRE，因为死掉的进程什么也捕获不了。每次调用都发不带 NX 的 EXPIRE，键倒是能恢复，但期限每次都往后推，一直重试的人就永远进不来。

>! 探索结果：一个客户端、一次崩溃就够了：4 种交错中有 1 种留下没有期限的键，2 步：A1 X(A)。没有崩溃时只有一种顺序，成立。
]] },
  params = { clients = { 1, 1, 5000 }, limit = { 10, 1, 1000000 },
             window = { 60000, 100, 3600000, unit = "ms" } },
  keys   = { "calls" },
  bounds = { crashes = 1 },
  fix    = "limit-script",
  free   = { clients = 50, rounds = 20, crash = 0.2 },

  client = function(p, me)
    local calls = redis.call("INCR", "calls")
    if calls == 1 then
      redis.call("PEXPIRE", "calls", p.window)
    end
    if calls <= p.limit then
      count("admitted")
    else
      count("refused")
    end
  end,

  finally = { ttl_present("calls") },

  exercise = {
    task  = { en = "Make it survive a crash: a counter without a deadline refuses everybody for ever. Requests are still admitted up to the limit, and again in the next window, also those of somebody who keeps trying.",
              zh_CN = "让它经得起崩溃：没有过期时间的计数器会永远拒绝所有人。限额之内的请求仍然要放行，下一个窗口再次放行，一直重试的人也不例外。" },
    hints = {
      { en = "Between which two commands does the crash hurt?",
        zh_CN = "崩溃发生在哪两条命令之间才有害？" },
      { en = "Who crashes between two commands of a transaction has sent none of them.",
        zh_CN = "在事务的两条命令之间崩溃的客户端，一条也没有发出。" },
      { en = "SET calls 0 PX … NX and INCR calls, between MULTI and EXEC.",
        zh_CN = "在 MULTI 和 EXEC 之间：SET calls 0 PX … NX 和 INCR calls。" },
    },
    params = { clients = 3, limit = 2 }, -- the first place may be safe by itself
    finally = { ttl_present("calls"), count_at_most("admitted", "limit") },
    work  = {
      check({ en = "requests are counted, and admitted up to the limit", zh_CN = "请求被计数，并在限额之内放行" }, function(v, p)
        local wanted, admitted = math.min(#v.events("@came"), p.limit), v.count("admitted")
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
      { -- one client, which is never slow: two calls, a third half a window later, which is refused,
        -- these three again in the next window, and one in the one after it
        clients = 1, bounds = { time = 12 }, turns = 7,
        assume = { "timers_on_time", "work_shorter_than_lease" },
        before = function(p, me, turn)
          if turn > 1 then
            leave("@turn")
            sleep(p.window // 4 * ({ 0, 0, 2, 3, 0, 2, 3 })[turn])
          end
          enter("@turn") -- no time passes inside
        end,
        finally = {
          check({ en = "whoever keeps trying is let in again when the window is over", zh_CN = "一直重试的人在窗口结束后能再次进来" }, function(v)
            local admitted = v.count("admitted")
            if admitted < 5 then
              return { en = "5 of 7 calls are within the limit of their windows, and " .. admitted .. " are admitted",
                zh_CN = "7 次调用中有 5 次在各自窗口的限额之内，实际放行 " .. admitted .. " 次" }
            end
          end),
          check({ en = "no more than the limit is admitted within a window", zh_CN = "一个窗口内放行的不超过限额" }, function(v)
            local admitted = v.count("admitted")
            if admitted > 5 then
              return { en = "2 of 7 calls are beyond the limit of their windows, and only " .. 7 - admitted .. " are refused",
                zh_CN = "7 次调用中有 2 次超出各自窗口的限额，实际只拒绝 " .. 7 - admitted .. " 次" }
            end
          end),
        },
      },
      { -- with another limit; where a lock has a lease, it may run out, also behind a watchdog
        clients = 2, params = { limit = 1 }, bounds = { time = 2 },
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
      { -- two clients fit into the limit, and come once more a window later; judged is what begins
        -- at one instant, because a command that a crash leaves behind may come after the window
        clients = 2, bounds = { time = 12, crashes = 1 }, turns = 2,
        assume = { "work_shorter_than_lease" },
        before = function(p, me, turn)
          if turn == 2 then
            leave("@turn")
            sleep(p.window // 4 * 5)
          end
          enter("@turn") -- no time passes inside
          if turn == 1 then
            local clock = redis.call("TIME")
            event("@at", clock[1] * 1000 + clock[2] // 1000)
          end
        end,
        finally = {
          check({ en = "after a crash the others are let in again", zh_CN = "崩溃之后其他人还会被放行" }, function(v)
            local admitted, began = v.count("admitted"), v.events("@at")
            if admitted < 2 and #began == 2 and began[1].value == began[2].value then
              return { en = "whoever does not crash comes twice, a window apart, and " .. admitted .. " are admitted",
                zh_CN = "没有崩溃的客户端来了两次，相隔一个窗口，实际放行 " .. admitted .. " 次" }
            end
          end),
        },
      },
    },
  },
}
