-- Counts every visit, those that are refused too.
-- KEYS[1] the visits. ARGV: visits let through, period in ms.
-- Returns: allowed (1 or 0), remaining, ms until a retry, ms until the count begins anew.
local most, period = tonumber(ARGV[1]), tonumber(ARGV[2])
local visits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 or left > period then
    redis.call('PEXPIRE', KEYS[1], period)
    left = period
end
-- A key is still there in the millisecond of its deadline.
left = left + 1
if visits <= most then
    return {1, most - visits, 0, left}
end
return {0, 0, left, left}
