-- Accepts a number once. Looked up before it is set, so that a server without memory can still
-- refuse.
-- KEYS[1] holds when it was accepted, in ms since 1970. ARGV: for how long it is remembered, in ms.
-- Returns: accepted (1 or 0), when it first was, how many ms ago.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local first = redis.call('GET', KEYS[1])
if not first then
    redis.call('SET', KEYS[1], string.format('%.0f', now), 'PX', ARGV[1])
    return {1, now, 0}
end
if not string.find(first, '^%d+$') then
    return redis.error_reply('ERR value is not a time')
end
if redis.call('PTTL', KEYS[1]) == -1 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return {0, tonumber(first), math.max(0, now - first)}
