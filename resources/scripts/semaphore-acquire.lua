-- Leases a permit if one is free.
-- KEYS[1] sorted set: permit -> ms at which its lease ends. ARGV: permits, lease in ms, permit.
-- Returns: granted (1 or 0), permits held afterwards, ms until the next lease ends.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local held = redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', now), '+inf')
local granted = held < tonumber(ARGV[1])
if granted then
    redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
    held = held + 1
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local retry = 0
if not granted then
    retry = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - now
end
-- Last, for a deadline that is over by then deletes the key at once.
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
redis.call('PEXPIRE', KEYS[1], last[2] - now)
return {granted and 1 or 0, held, retry}
