-- Takes one slot of a bounded counter.
-- KEYS[1] the counter. ARGV: limit, expiry in ms.
-- Returns: granted (1 or 0), slots in use afterwards.
local found = redis.call('GET', KEYS[1])
if found and not string.find(found, '^%-?%d+$') then
    return redis.error_reply('ERR value is not an integer or out of range')
end
local used = math.max(0, tonumber(found or 0))
if used < tonumber(ARGV[1]) then
    redis.call('SET', KEYS[1], used + 1, 'PX', ARGV[2])
    return {1, used + 1}
end
if redis.call('PTTL', KEYS[1]) == -1 then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return {0, used}
