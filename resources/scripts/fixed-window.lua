-- Counts what was let through in the present window; the key's deadline is the window's end.
-- KEYS[1] the count. ARGV: limit, window in ms, cost, 1 if windows follow the clock.
-- Returns: allowed (1 or 0), remaining, ms until a retry, ms until the window is over.
local limit, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local span = window
if ARGV[4] == '1' then
    span = window - now % window
end
local found = redis.call('GET', KEYS[1])
if found and not string.find(found, '^%d+$') then
    return redis.error_reply('ERR value is not an integer or out of range')
end
local used = tonumber(found or 0)
local left = redis.call('PTTL', KEYS[1])
local allowed = used + cost <= limit
if not found then
    redis.call('SET', KEYS[1], cost, 'PXAT', string.format('%.0f', now + span))
    left = span
elseif allowed then
    redis.call('INCRBY', KEYS[1], cost)
end
if left < 0 or left > window then
    redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', now + span))
    left = span
end
-- A key is still there in the millisecond of its deadline.
left = left + 1
if allowed then
    return {1, limit - used - cost, 0, left}
end
return {0, math.max(0, limit - used), left, left}
