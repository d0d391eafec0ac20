-- Reads, and leaves the fencing token behind: whoever has a lower one is too late from now on.
-- KEYS: data, highest fencing token seen. ARGV: fencing token.
-- Returns: the value; nil: refused, a higher token has been here, or there is no value.
if tonumber(ARGV[1]) < tonumber(redis.call('GET', KEYS[2]) or 0) then
    return false
end
redis.call('SET', KEYS[2], ARGV[1])
return redis.call('GET', KEYS[1])
