-- Takes the lock, or stands in line for it.
-- KEYS: lock, waiters[, counter of fencing tokens].
-- ARGV: token, lease in ms[, our place in the line[, the place of our last call]].
-- {1, fencing token or 0}: it is ours. {0, ms}: it is another's, for that long (-1: for ever).
-- A fencing token is one more than the last one, or the server's time in microseconds if that is
-- more: so it grows although the counter is lost, or comes back from a replica as it was.
-- WRONGTYPE: what should be the line is something else, or a list of somebody else.
-- A place is "channel call lease token". A later call finds the lock ours when it was handed to us
-- and the word of it was lost; the first call of a token never does.
local again = ARGV[4] ~= nil
local holder = redis.call('GET', KEYS[1])
if not holder or (again and holder == ARGV[1]) then
    local fence = 0
    if KEYS[3] then
        local clock = redis.call('TIME')
        local now = clock[1] * 1000000 + clock[2]
        fence = redis.call('INCR', KEYS[3])
        if fence < now then -- it is new, or was lost and had been farther
            fence = now
            redis.call('SET', KEYS[3], string.format('%.0f', fence))
        end
    end
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    if again then
        redis.call('LREM', KEYS[2], 1, ARGV[4])
    end
    return {1, fence}
end
if ARGV[3] then
    local first = redis.call('LINDEX', KEYS[2], 0)
    if first and not string.match(first, '^lockstep:wake:%S+ %d+ %d+ ') then
        return redis.error_reply('WRONGTYPE The list of those in line is one of somebody else')
    end
    local place = again and redis.call('LPOS', KEYS[2], ARGV[4])
    if place then
        redis.call('LSET', KEYS[2], place, ARGV[3])
    else
        redis.call('RPUSH', KEYS[2], ARGV[3])
    end
    redis.call('PEXPIRE', KEYS[2], 90000) -- everyone in line calls again after 30 s at the latest
end
return {0, redis.call('PTTL', KEYS[1])}
