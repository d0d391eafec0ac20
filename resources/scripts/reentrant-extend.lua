-- KEYS: lock. ARGV: lease in ms, holder. 1: the holder is in, for that long at least. 0: it is not.
if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
    return 0
end
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then -- other entries may be longer
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return 1
