-- Deletes the lock if it is still ours: looking and deleting are one step.
-- KEYS: lock. ARGV: token. 1: it was ours and is gone. 0: it was not, and nothing was done.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
return redis.call('DEL', KEYS[1])
