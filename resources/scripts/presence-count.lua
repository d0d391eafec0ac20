-- KEYS[1] as in presence-heartbeat. ARGV: window in ms. Writes nothing.
-- Returns: how many are online.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local window = tonumber(ARGV[1])
return redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', now - window), now + window)
