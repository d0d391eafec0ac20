-- Lets the lease of a permit that is still held begin anew. What is over goes first: it is a write
-- that needs no memory, and after it the server does not refuse the next for want of memory. So a
-- holder keeps its permit on a full server.
-- KEYS[1] as in semaphore-acquire. ARGV: lease in ms, permit.
-- Returns: 1, or 0 if the permit is not held any more.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local held = redis.call('ZSCORE', KEYS[1], ARGV[2])
if held then
    redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
end
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if last[2] then
    redis.call('PEXPIRE', KEYS[1], last[2] - now)
end
return held and 1 or 0
