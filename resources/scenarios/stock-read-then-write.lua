return {
  id     = "stock-read-then-write",
  family = "stock",
  title  = { en = "Oversell: read, then write", zh_CN = "超卖：先读后写" },
  lesson = { en = [[
Between GET and SET another client may have sold the same unit: both read 1, both write 0, both sell.
]], zh_CN = [[
GET 与 SET 之间，另一个客户端可能已经卖掉同一件：两者都读到 1，都写入 0，都卖出。
]] },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 1000000 } },
  keys   = { "stock" },
  fix    = "stock-script",
  free   = { clients = 50, stock = 100, repeats = 10 },

  setup  = function(p) redis.call("SET", "stock", p.stock) end,

  client = function(p, me)
    local stock = tonumber(redis.call("GET", "stock"))
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
  end,

  always = { count_at_most("sold", "stock") },
}
