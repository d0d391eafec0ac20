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
    params = { clients = 2, limit = 1 },
    finally = { ttl_present("calls"), count_at_most("admitted", "limit") },
    work  = {
      check({ en = "requests are counted, and admitted up to the limit", zh_CN = "请求被计数，并在限额之内放行" }, function(v, p)
        local wanted, admitted = math.min(#v.events("came"), p.limit), v.count("admitted")
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
      { -- one after the other: admitted, refused half a window later, both again, and admitted
        bounds = { time = 12 }, assume = { "timers_on_time" }, turns = 6,
        before = (function()
          local dueAt -- when a turn comes if the client was not slow before, which is not judged
          return function(p, me, turn)
            if me.index > 0 then return false end
            local wait = p.window // 4 * ({ 0, 2, 3, 2, 3, 0 })[turn]
            sleep(wait)
            local clock = redis.call("TIME")
            local now = clock[1] * 1000 + clock[2] // 1000
            dueAt = (dueAt or now) + wait
            if now > dueAt + 10 then event("late") end
            return turn < 6
          end
        end)(),
        finally = {
          check({ en = "whoever keeps trying is let in again when the window is over", zh_CN = "一直重试的人在窗口结束后能再次进来" }, function(v)
            local admitted = v.count("admitted")
            if admitted < 3 and #v.events("late") == 0 then
              return { en = "3 of 5 calls are the first of their window, and " .. admitted .. " are admitted",
                zh_CN = "5 次调用中有 3 次是各自窗口的第一次，实际放行 " .. admitted .. " 次" }
            end
          end),
          check({ en = "whoever comes again within the window is refused", zh_CN = "在同一个窗口内再来的会被拒绝" }, function(v)
            local admitted = v.count("admitted")
            if admitted > 3 and #v.events("late") == 0 then
              return { en = "2 of 5 calls come again within a window, and only " .. 5 - admitted .. " are refused",
                zh_CN = "5 次调用中有 2 次是在同一个窗口内再来的，实际只拒绝 " .. 5 - admitted .. " 次" }
            end
          end),
        },
      },
      { -- a window after a crash somebody is let in; only what begins at one instant is judged
        bounds = { time = 12, crashes = 1 }, turns = 2,
        before = function(p, me, turn)
          local clock = redis.call("TIME")
          event("at", clock[1] * 1000 + clock[2] // 1000)
          if turn == 2 then sleep(p.window // 4 * 5) end
        end,
        finally = {
          check({ en = "after a crash somebody is let in again", zh_CN = "崩溃之后还会有人被放行" }, function(v)
            local all = v.events("at")
            for _, each in ipairs(all) do
              if each.value ~= all[1].value then return end
            end
            if v.count("admitted") == 0 then
              return { en = "nobody is let in, a window after the crash either", zh_CN = "崩溃后过了一个窗口，仍然没有人被放行" }
            end
          end),
        },
      },
    },
  },
}
