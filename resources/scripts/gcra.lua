-- Remembers one instant only: the theoretical arrival time of the next request.
-- KEYS[1] that instant, in µs. ARGV: burst, emission interval in µs, cost.
-- Returns: allowed (1 or 0), remaining, ms until a retry, ms until the whole burst is there.
local interval, cost = tonumber(ARGV[2]), tonumber(ARGV[3])
local tolerance = ARGV[1] * interval
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local arrival, clockWentBack = now, false
local found = redis.call('GET', KEYS[1])
if found then
    if not string.find(found, '^%d+$') then
        return redis.error_reply('ERR value is not an integer or out of range')
    end
    -- Only a clock that was set back shows an arrival beyond the tolerance.
    clockWentBack = tonumber(found) > now + tolerance
    arrival = math.max(now, math.min(tonumber(found), now + tolerance))
end
local early = arrival + cost * interval - tolerance - now
local allowed = early <= 0
if allowed then
    arrival = arrival + cost * interval
end
local reset = math.ceil((arrival - now) / 1000)
if allowed or clockWentBack or redis.call('PTTL', KEYS[1]) == -1 then
    redis.call('SET', KEYS[1], string.format('%.0f', arrival), 'PX', reset)
end
return {allowed and 1 or 0, math.floor((tolerance + now - arrival) / interval),
    math.max(0, math.ceil(early / 1000)), reset}
