-- Takes the lock and draws a fencing token in the same step.
-- KEYS: lock, counter of fencing tokens. ARGV: token, lease in ms.
-- Returns: the fencing token; nil: the lock is another's, and none was drawn.
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return redis.call('INCR', KEYS[2])
end
return false
