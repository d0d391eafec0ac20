-- A bucket that is empty at first, is filled by what is let through and leaks steadily.
-- KEYS[1] "<level> <when, in µs>"; a missing key is an empty bucket. ARGV: capacity, leak, period
-- of the leak in µs, cost.
-- Returns: allowed (1 or 0), remaining, ms until a retry, ms until it is empty.
local capacity, cost = tonumber(ARGV[1]), tonumber(ARGV[4])
local rate = ARGV[2] / ARGV[3]
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local level, clockWentBack = 0, false
local found = redis.call('GET', KEYS[1])
if found then
    local kept, since = string.match(found, '^(%S+) (%d+)$')
    kept, since = tonumber(kept), tonumber(since)
    if not kept or kept < 0 then
        return redis.error_reply('ERR value is not a leaky bucket')
    end
    level = math.max(0, math.min(capacity, kept) - math.max(0, now - since) * rate)
    clockWentBack = since > now
end
local allowed = level + cost <= capacity
if allowed then
    level = level + cost
end
local empty = math.max(1, math.ceil(level / rate / 1000))
-- A refusal changes nothing: written each time, a slow leak would be lost by rounding.
if allowed or clockWentBack or redis.call('PTTL', KEYS[1]) == -1 then
    redis.call('SET', KEYS[1], string.format('%.17g %.0f', level, now), 'PX', empty)
end
local retry = 0
if not allowed then
    retry = math.max(1, math.ceil((level + cost - capacity) / rate / 1000))
end
return {allowed and 1 or 0, math.floor(capacity - level), retry, empty}
