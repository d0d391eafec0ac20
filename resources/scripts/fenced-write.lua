-- Writes unless a higher fencing token has been here.
-- KEYS: data, highest fencing token seen. ARGV: fencing token, value. 1: written. 0: refused.
if tonumber(ARGV[1]) < tonumber(redis.call('GET', KEYS[2]) or 0) then
    return 0
end
redis.call('SET', KEYS[2], ARGV[1])
redis.call('SET', KEYS[1], ARGV[2])
return 1
