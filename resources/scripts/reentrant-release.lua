-- Leaves the lock once; when that was the last time, it is deleted and whoever waits is told.
-- KEYS: lock[, channel]. ARGV: message, holder[, channel]. 1: it was ours. 0: it was not.
-- A channel among the keys, as in Redisson's script, has to be of the lock's slot; a name with a
-- brace and no tag has its channel in another.
if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
    return 0
end
if redis.call('HINCRBY', KEYS[1], ARGV[2], -1) > 0 then
    return 1
end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[3] or KEYS[2], ARGV[1])
return 1
