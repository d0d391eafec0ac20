-- KEYS[1] as in semaphore-acquire. Writes nothing.
-- Returns: permit, ms left of its lease, permit, …; the first to end first.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local found = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%.0f', now), '+inf', 'WITHSCORES')
for i = 2, #found, 2 do
    found[i] = found[i] - now
end
return found
