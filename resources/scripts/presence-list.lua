-- KEYS[1] as in presence-heartbeat. ARGV: window in ms, offset, most. Writes nothing.
-- Returns: member, ms since the last heartbeat, member, …; the latest heartbeat first.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local window = tonumber(ARGV[1])
local found = redis.call('ZREVRANGEBYSCORE', KEYS[1], now + window,
    string.format('(%.0f', now - window), 'WITHSCORES', 'LIMIT', ARGV[2], ARGV[3])
for i = 2, #found, 2 do
    found[i] = math.max(0, now - found[i])
end
return found
