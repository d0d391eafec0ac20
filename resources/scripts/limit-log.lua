-- One entry for each call of the last window; the caller says what time it is.
-- KEYS[1] sorted set, scores in ms. ARGV: limit, window in ms, now in ms, an entry of its own.
-- Returns: 1, or 0 if it was one too many.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', ARGV[3] - ARGV[2]))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then
    return 0
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
