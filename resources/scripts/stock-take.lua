-- Takes one unit if there is one.
-- KEYS[1] the stock.
-- Returns: 1, or 0 if there was none.
if tonumber(redis.call('GET', KEYS[1]) or 0) <= 0 then
    return 0
end
redis.call('DECR', KEYS[1])
return 1
