-- Takes one slot of a bounded counter, in the form that is copied most. Its reply is ambiguous: the
-- last slot granted and a refusal both answer with the limit. Kept for the lesson about that; use
-- bounded-acquire.lua.
-- KEYS[1] the counter. ARGV: limit, expiry in ms.
-- Returns: slots in use afterwards.
local used = tonumber(redis.call('GET', KEYS[1]) or 0)
if used < tonumber(ARGV[1]) then
    used = redis.call('INCR', KEYS[1])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return used
