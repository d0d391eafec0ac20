-- Enters the lock, for the first time or once more, in the format of Redisson: a hash whose one
-- field is the holder and counts how often it is in.
-- KEYS: lock. ARGV: lease in ms, holder. Nil: it is ours. A number: another's, for so many ms.
if redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
    return redis.call('PTTL', KEYS[1])
end
redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then -- other entries may be longer
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return false
