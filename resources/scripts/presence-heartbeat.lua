-- Notes that somebody is here, and forgets those who are not any more.
-- KEYS[1] sorted set: member -> ms of the last heartbeat. ARGV: window in ms, member.
-- Returns: how many are online.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local window = tonumber(ARGV[1])
redis.call('ZADD', KEYS[1], now, ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
redis.call('ZREMRANGEBYSCORE', KEYS[1], string.format('(%.0f', now + window), '+inf')
local online = redis.call('ZCARD', KEYS[1])
redis.call('PEXPIRE', KEYS[1], window) -- last: one that is over by then deletes the key at once
return online
