-- Counts on the key of one day. The value is read as text: Lua's numbers are exact up to 2^53 only.
-- KEYS[1] the day's counter. ARGV: by, deadline in ms since 1970.
-- Returns: the value afterwards.
redis.call('INCRBY', KEYS[1], ARGV[1])
local value = redis.call('GET', KEYS[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[2]) -- last: one that is over by then deletes the key at once
return value
