-- Counts a call; the first one of a window sets the deadline.
-- KEYS[1] the calls. ARGV: limit, window in ms.
-- Returns: 1, or 0 if it was one too many.
local calls = redis.call('INCR', KEYS[1])
if calls == 1 then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return calls <= tonumber(ARGV[1]) and 1 or 0
