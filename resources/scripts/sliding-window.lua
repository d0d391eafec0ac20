-- Two windows by the clock; the earlier one counts by the part of it that the sliding window still
-- covers.
-- KEYS[1] "<start of the window in µs> <count in it> <count in the one before>". ARGV: limit,
-- window in µs, cost.
-- Returns: allowed (1 or 0), remaining, ms until a retry, ms until nothing counts any more.
local limit, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local elapsed = now % window
local start = now - elapsed
local current, previous, clockWentBack = 0, 0, false
local found = redis.call('GET', KEYS[1])
if found then
    local since, inIt, before = string.match(found, '^(%d+) (%d+) (%d+)$')
    if not since then
        return redis.error_reply('ERR value is not a sliding window')
    end
    since = tonumber(since)
    if since >= start then
        current, previous, clockWentBack = tonumber(inIt), tonumber(before), since > start
    elseif since + window == start then
        previous = tonumber(inIt)
    end
end
local estimate = current + previous * (window - elapsed) / window
local room = limit - cost
local allowed = estimate <= room
if allowed then
    current, estimate = current + cost, estimate + cost
end
local reset = window - elapsed
if current > 0 then
    reset = reset + window
end
if allowed or clockWentBack or redis.call('PTTL', KEYS[1]) == -1 then
    redis.call('SET', KEYS[1], string.format('%.0f %.0f %.0f', start, current, previous),
        'PX', math.ceil(reset / 1000))
end
local retry = 0
if not allowed then
    if current <= room then
        retry = window * (1 - (room - current) / previous) - elapsed
    else
        retry = window - elapsed + window * (1 - room / current)
    end
    retry = math.max(1, math.ceil(retry / 1000))
end
return {allowed and 1 or 0, math.max(0, math.floor(limit - estimate)), retry,
    math.ceil(reset / 1000)}
