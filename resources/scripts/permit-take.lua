-- Leases a permit if one is free, by the server's clock.
-- KEYS[1] sorted set: permit -> ms at which its lease ends. ARGV: permits, lease in ms, permit.
-- Returns: 1, or 0 if none is free.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then
    return 0
end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
