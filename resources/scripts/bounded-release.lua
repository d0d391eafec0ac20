-- Gives one slot of a bounded counter back. The deadline is written first, the same again: that
-- needs no memory, and after one write the server does not refuse the next for want of memory. So
-- slots come back on a full server too.
-- KEYS[1] the counter. ARGV: expiry in ms, for a counter that has lost its deadline.
-- Returns: released (1 or 0), slots in use afterwards.
local found = redis.call('GET', KEYS[1])
if not found then
    return {0, 0}
end
if not string.find(found, '^%-?%d+$') then
    return redis.error_reply('ERR value is not an integer or out of range')
end
local left = redis.call('PTTL', KEYS[1])
redis.call('PEXPIRE', KEYS[1], left < 0 and ARGV[1] or math.max(1, left))
-- Over by then, it is deleted at once; counting down would make a new counter that never ends.
if redis.call('EXISTS', KEYS[1]) == 0 then
    return {0, 0}
end
local used = tonumber(found)
if used <= 0 then
    return {0, 0}
end
redis.call('DECR', KEYS[1])
return {1, used - 1}
