-- Gives the lock back if it is ours: to the first in line who hears of it, or else to nobody.
-- KEYS: lock, waiters[, counter of fencing tokens]. ARGV: token[, our own place in the line].
-- 1: it was ours. 2: it was and is free, but who was first in line could not be told. 0: it was not,
-- and nothing was done but leaving the line. The error of a counter that does not count.
-- Whatever fails on the way, the lock is free then. Nobody hears: the next in line. What is there
-- instead of the line, or in it, and not ours, is left alone.
if ARGV[2] then
    redis.pcall('LREM', KEYS[2], 1, ARGV[2])
end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
while true do
    local place = redis.pcall('LINDEX', KEYS[2], 0)
    local form = '^(lockstep:wake:%S+) (%d+) (%d+) (.*)$'
    local channel, call, lease, token
    if type(place) == 'string' then
        channel, call, lease, token = string.match(place, form)
    end
    if not channel then
        redis.call('DEL', KEYS[1])
        return 1
    end
    redis.call('LPOP', KEYS[2])
    local fence = KEYS[3] and redis.pcall('INCR', KEYS[3]) or 0
    if type(fence) ~= 'number' then
        redis.call('DEL', KEYS[1])
        return fence
    end
    if KEYS[3] then -- as in lock-acquire
        local clock = redis.call('TIME')
        local now = clock[1] * 1000000 + clock[2]
        if fence < now then
            fence = redis.pcall('SET', KEYS[3], string.format('%.0f', now)).ok and now or fence
        end
    end
    local heard
    if redis.pcall('SET', KEYS[1], token, 'PX', lease).ok then
        local word = string.format('%s %.0f %d ', call, fence, #token) .. token .. KEYS[1]
        heard = redis.pcall('PUBLISH', channel, word)
    end
    if type(heard) ~= 'number' then
        redis.call('DEL', KEYS[1])
        return 2
    end
    if heard > 0 then
        return 1
    end
end
