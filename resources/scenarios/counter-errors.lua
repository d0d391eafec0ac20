return {
  id     = "counter-errors",
  family = "counter",
  order  = 50,
  title  = { en = "What INCR cannot count", zh_CN = "INCR 不能数的东西" },
  lesson = { en = [[
INCR on a page counter that was set to 20 gives 21, as everybody expects. The other three calls fail, each for a reason of its own. Look at the replies, and at the values afterwards.

A key has a type, and INCR wants a string that is a whole number of 64 bits. On a list the server answers WRONGTYPE; on the text "abc" it says that the value is not an integer; on 9223372036854775807, the largest number there is, one more would overflow. In none of these cases is anything written.

    INCR visitors  (a list)               -> (error) WRONGTYPE …
    INCR word      ("abc")                -> (error) ERR value is not an integer or out of range
    INCR full      (9223372036854775807)  -> (error) ERR increment or decrement would overflow

The fix is in the program: treat an error reply as an error. Client libraries raise it, return it or put it into a result object; a counter that ignores it stands still and nobody notices. Keep counters under names of their own, so that no other code stores something else there.

What still goes wrong: SET on a counter never fails. Setting page_view to 20 while others are counting throws their additions away, and it also removes a deadline that the key had.

>! What the search finds: with one client there is one order only. All three errors are seen in it, and no value is harmed.
]], zh_CN = [[
页面计数器先设为 20，INCR 之后得到 21，和大家想的一样。另外三次调用都失败了，原因各不相同。请看它们的回复，以及之后键的值。

键是有类型的，INCR 要求的是一个内容为 64 位整数的字符串。对列表，服务器回答 WRONGTYPE；对文本 "abc"，说它不是整数；对 9223372036854775807，也就是最大的数，再加一就溢出了。这三种情况下什么都不会写入。

    INCR visitors （列表）                 -> (error) WRONGTYPE …
    INCR word     （"abc"）                -> (error) ERR value is not an integer or out of range
    INCR full     （9223372036854775807）  -> (error) ERR increment or decrement would overflow

要改的是程序：把错误回复当作错误来处理。不同的客户端库会抛出异常、返回错误，或放进结果对象里；如果忽略它，计数器就停在那里，没有人会发现。计数器要有专用的键名，免得别的代码在那里存放其他东西。

还会出什么问题：对计数器执行 SET 永远不会失败。别人正在计数时把 page_view 设成 20，他们加上去的数就没了，键原有的过期时间也会被去掉。

>! 探索结果：一个客户端只有一种顺序。其中三个错误都能看到，没有一个值受损。
]] },
  params = { clients = { 1, 1, 5000 } },
  keys   = { "page_view", "visitors", "word", "full" },
  free   = { clients = 50, repeats = 10 },

  setup  = function(p)
    redis.call("RPUSH", "visitors", "first")
    redis.call("SET", "word", "abc")
    redis.call("SET", "full", "9223372036854775807")
  end,

  client = function(p, me)
    redis.call("SET", "page_view", 20)
    redis.call("INCR", "page_view")
    for _, key in ipairs({ "visitors", "word", "full" }) do
      local reply = redis.pcall("INCR", key)
      if type(reply) == "table" and reply.err then
        event("refused", reply.err)
        count("errors")
      else
        count("accepted")
      end
    end
  end,

  always  = {
    count_at_most("accepted", 0),
    check({ en = "an INCR that fails changes nothing", zh_CN = "失败的 INCR 不改动任何值" }, function(v)
      if v.size("visitors") ~= 1 or v.get("word") ~= "abc"
        or v.get("full") ~= "9223372036854775807" then
        return { en = "a value was changed by an INCR that failed",
          zh_CN = "失败的 INCR 改动了某个值" }
      end
    end),
  },
  finally = { count_at_least("errors", 3), value_at_least("page_view", 21) },
}
