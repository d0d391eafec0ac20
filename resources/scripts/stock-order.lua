-- Takes one unit if there is one, and writes the order for it, as one step.
-- KEYS: stock, orders (a list). ARGV: the order.
-- Returns: 1, or 0 if there was no unit.
if tonumber(redis.call('GET', KEYS[1]) or 0) <= 0 then
    return 0
end
redis.call('DECR', KEYS[1])
redis.call('RPUSH', KEYS[2], ARGV[1])
return 1
