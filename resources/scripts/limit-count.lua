-- Counts a call; the first one of a window sets the deadline.
-- KEYS[1] the calls. ARGV: limit, window in ms.
-- Returns: {1 (or 0 if it was one too many), when its window began, when it was counted}, in ms of the
-- server's clock; when it began may be 1 ms off.
local calls = redis.call('INCR', KEYS[1])
if calls == 1 then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
return {calls <= tonumber(ARGV[1]) and 1 or 0, now + redis.call('PTTL', KEYS[1]) - ARGV[2], now}
