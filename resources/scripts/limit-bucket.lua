-- A bucket that is full at first and refilled steadily, by the server's clock. It counts in parts: a
-- token has as many as the period has ms, so that all numbers are whole.
-- KEYS[1] "<parts> <when, in ms>"; a missing key is a full bucket. ARGV: capacity, refill, period
-- of the refill in ms.
-- Returns: {1, the time in ms at which it was taken}; {0}: there was no token.
local refill, period = tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local full = ARGV[1] * period
local parts, since = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
if not parts then
    parts, since = full, now
end
parts = math.min(full, parts + math.max(0, now - since) * refill)
if parts < period then
    return {0}
end
parts = parts - period
redis.call('SET', KEYS[1], string.format('%.0f %.0f', parts, math.max(now, tonumber(since))),
    'PX', math.ceil((full - parts) / refill))
return {1, now}
