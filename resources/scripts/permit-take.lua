-- Leases a permit if one is free; the caller says what time it is.
-- KEYS[1] sorted set: permit -> ms at which its lease ends. ARGV: permits, lease in ms, now in ms,
-- permit.
-- Returns: 1, or 0 if none is free.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then
    return 0
end
redis.call('ZADD', KEYS[1], string.format('%.0f', ARGV[3] + ARGV[2]), ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
