-- One entry for each call of the last window, by the server's clock.
-- KEYS[1] sorted set, scores in ms. ARGV: limit, window in ms, an entry of its own.
-- Returns: {1, the time in ms at which it was let through}; {0}: it was one too many.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - ARGV[2]))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then
    return {0}
end
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {1, now}
