-- One entry for each permit of the last window.
-- KEYS[1] sorted set, scores in µs. ARGV: limit, window in µs, cost.
-- Returns: allowed (1 or 0), remaining, ms until a retry, ms until the log is empty.
local limit, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local stamp = string.format('%.0f', now)
-- The clock was set back: what lies ahead counts as let through now.
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. stamp, '+inf')) do
    redis.call('ZADD', KEYS[1], stamp, entry)
end
local used = redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', now - window), '+inf')
local allowed = used + cost <= limit
if allowed then
    local added, number = 0, 0
    while added < cost do
        number = number + 1
        added = added + redis.call('ZADD', KEYS[1], 'NX', stamp, stamp .. '-' .. number)
    end
    used = used + cost
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local function goneAt(rank)
    return redis.call('ZRANGE', KEYS[1], rank, rank, 'WITHSCORES')[2] + window
end
local function inMilliseconds(instant)
    return math.ceil((instant - now) / 1000)
end
local empty = goneAt(-1)
local retry = 0
if not allowed then
    retry = inMilliseconds(goneAt(used + cost - limit - 1))
end
-- Last, for a deadline that is already over deletes the log at once; and absolute, so that it never
-- is before the log is empty.
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', math.ceil(empty / 1000)))
return {allowed and 1 or 0, math.max(0, limit - used), retry, inMilliseconds(empty)}
