-- KEYS: lock. ARGV: token, lease in ms. 1: it is ours and lasts that long from now. 0: it is not.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
