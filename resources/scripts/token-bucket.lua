-- A bucket that is full at first, gives tokens away and is refilled steadily.
-- KEYS[1] "<tokens> <when, in µs>"; a missing key is a full bucket. ARGV: capacity, refill,
-- period of the refill in µs, cost.
-- Returns: allowed (1 or 0), remaining, ms until a retry, ms until it is full.
local capacity, cost = tonumber(ARGV[1]), tonumber(ARGV[4])
local rate = ARGV[2] / ARGV[3]
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local tokens, clockWentBack = capacity, false
local found = redis.call('GET', KEYS[1])
if found then
    local kept, since = string.match(found, '^(%S+) (%d+)$')
    kept, since = tonumber(kept), tonumber(since)
    if not kept or kept < 0 then
        return redis.error_reply('ERR value is not a token bucket')
    end
    tokens = math.min(capacity, kept + math.max(0, now - since) * rate)
    clockWentBack = since > now
end
local allowed = tokens >= cost
if allowed then
    tokens = tokens - cost
end
local full = math.max(1, math.ceil((capacity - tokens) / rate / 1000))
-- A refusal changes nothing: written each time, a slow refill would be lost by rounding.
if allowed or clockWentBack or redis.call('PTTL', KEYS[1]) == -1 then
    redis.call('SET', KEYS[1], string.format('%.17g %.0f', tokens, now), 'PX', full)
end
local retry = 0
if not allowed then
    retry = math.max(1, math.ceil((cost - tokens) / rate / 1000))
end
return {allowed and 1 or 0, math.floor(tokens), retry, full}
