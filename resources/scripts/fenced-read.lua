-- Reads, and leaves the fencing token behind: whoever has a lower one is too late from now on.
-- KEYS: data, highest fencing token seen. ARGV: fencing token.
-- Returns: {1, value, or nil where there is none}; {0}: refused, a higher token has been here.
if tonumber(ARGV[1]) < tonumber(redis.call('GET', KEYS[2]) or 0) then
    return {0}
end
redis.call('SET', KEYS[2], ARGV[1])
return {1, redis.call('GET', KEYS[1])}
