-- SETNX and PEXPIRE as one step: no crash fits between them.
-- KEYS: lock. ARGV: token, lease in ms. 1: it is ours. 0: it is another's.
if redis.call('SETNX', KEYS[1], ARGV[1]) == 0 then
    return 0
end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
