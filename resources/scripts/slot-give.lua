-- Gives one slot of a bounded counter back, if any is in use.
-- KEYS[1] the counter.
-- Returns: slots in use afterwards.
if tonumber(redis.call('GET', KEYS[1]) or 0) <= 0 then
    return 0
end
return redis.call('DECR', KEYS[1])
