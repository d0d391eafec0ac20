-- Deletes the lock if it is still ours, and tells those who wait for it.
-- KEYS: lock, channel. ARGV: token. 1: it was ours and is gone. 0: it was not, and nothing was done.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', KEYS[2], 'free')
return 1
