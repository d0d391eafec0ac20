-- Gives a permit back.
-- KEYS[1] as in semaphore-acquire. ARGV: permit.
-- Returns: 1, or 0 if it was not held any more.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local held = redis.call('ZREM', KEYS[1], ARGV[1])
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if last[2] then
    redis.call('PEXPIRE', KEYS[1], last[2] - now)
end
return held
