-- Takes Redisson's lock from one holder, re-entries and all.
-- KEYS: lock[, queue of a fair lock]. ARGV: the holder's field, channel.
-- 1: it was his. 2: it was his, but nobody could be told. 0: it was not, and nothing was done.
-- A plain lock's waiters listen to the channel, the first of a fair lock's to one of his own.
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then
    return 0
end
if redis.call('EXISTS', KEYS[1]) == 0 then
    local first = KEYS[2] and redis.pcall('LINDEX', KEYS[2], 0)
    local channel = type(first) == 'string' and ARGV[2] .. ':' .. first or ARGV[2]
    if type(redis.pcall('PUBLISH', channel, '0')) ~= 'number' then
        return 2
    end
end
return 1
