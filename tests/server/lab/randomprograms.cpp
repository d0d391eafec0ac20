// What a program may contain is a table of statements for each kind of key, and a function for each
// statement with a body. Keys are few, so that clients meet. A value names who wrote it. A command
// that may fail on a value of another form is called by pcall: its error is a reply like others.
//
// Failovers are left out: a free run may lose more writes by one than exploring stands for. So are
// lost requests, which no free run has; and times that are compared, which exploring reads at
// deadlines only.
//
// Two more things are left out. Whether GT finds a deadline greater than one that was set as long
// before its end depends on the millisecond, which virtual time does not tell apart: what GT
// answers is not said, only what comes of it (EXEC may tell all the same). And a thread that is
// spawned draws no lots and does no work(): in steps these are steps, which a process whose main
// thread ends at once does not come to; a free run does them at once.

#include "randomprograms.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lockstep {

namespace {

using Action = RandomProgram::Action;
using Actions = RandomProgram::Actions;

constexpr int mostDeadlines = 3; // of a program; each is a time step of its exploration
constexpr int mostDeadlinesWithClock = 1; // each moment is a state of its own then
constexpr int mostDeadlinesWithMoments = 2; // likewise, but it takes two to have an order
constexpr int mostStatements = 9; // likewise, of all clients together
constexpr int longDuration = 90'000; // ms: never reached by a round

// @short stands for the short duration, @long for the long one, @value for a value of its own,
// @number for a small number.
const QList<QByteArray> ofStrings{
    R"(say(redis.call("GET", "k")))",
    R"(say(redis.call("GET", "k")))",
    R"(say(redis.call("SET", "k", "@value")))",
    R"(say(redis.call("SET", "k", "@value", "NX")))",
    R"(say(redis.call("SET", "k", "@value", "XX")))",
    R"(say(redis.call("SET", "k", "@value", "KEEPTTL")))",
    R"(say(redis.call("SET", "k", "@value", "GET")))",
    R"(say(redis.call("SET", "k", "@value", "PX", @short)))",
    R"(say(redis.call("SET", "k", "@value", "NX", "PX", @short)))",
    R"(say(redis.call("SET", "k", "@value", "XX", "PX", @short)))",
    R"(say(redis.call("APPEND", "k", "@value")))",
    R"(say(redis.call("GETSET", "k", "@value")))",
    R"(say(redis.call("GETDEL", "k")))",
    R"(say(redis.call("DEL", "k")))",
    R"(say(redis.call("STRLEN", "k")))",
    R"(say(redis.call("SETNX", "k", "@value")))",
    R"(say(redis.call("GETEX", "k", "PX", @short)))",
    R"(say(redis.call("GETEX", "k", "PERSIST")))",
    R"(say(redis.call("MGET", "k", "n")))",
    R"(say(redis.call("MSET", "k", "@value", "n", 5)))",
};
const QList<QByteArray> ofNumbers{
    R"(say(redis.call("GET", "n")))",
    R"(say(redis.pcall("INCR", "n")))",
    R"(say(redis.pcall("DECR", "n")))",
    R"(say(redis.pcall("INCRBY", "n", 3)))",
    R"(say(redis.call("DEL", "n")))",
    R"(say(redis.call("SET", "n", (tonumber(say(redis.call("GET", "n"))) or 0) + 1)))",
    R"(say(redis.pcall("EVAL", "local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return n", 1, "n", @short)))",
    R"(say(redis.pcall("EVAL", "if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then return redis.call('DECR', KEYS[1]) end return -1", 1, "n")))",
    R"(say(redis.script("stock-take", { "n" }, {})))",
};
const QList<QByteArray> ofDeadlines{
    R"(say(redis.call("PEXPIRE", "k", @short)))",
    R"(say(redis.call("PEXPIRE", "k", @short, "NX")))",
    R"(say(redis.call("PEXPIRE", "k", @short, "XX")))",
    R"(say(redis.call("PEXPIRE", "k", @short, "LT")))",
    R"(say(redis.call("PEXPIRE", "k", @long)))",
    R"(say(redis.call("PEXPIRE", "k", @long, "LT")))",
    R"(redis.call("PEXPIRE", "k", @long, "GT"))",
    R"(say(redis.call("PERSIST", "k")))",
    R"(say(sign(redis.call("PTTL", "k"))))",
    R"(say(redis.call("EXISTS", "k")))",
    R"(say(redis.call("EVAL", "local t = redis.call('PTTL', KEYS[1]) return t < 0 and t or 1", 1, "k")))",
    R"(say(redis.call("EVAL", "local v = redis.call('GET', KEYS[1]) redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return v", 1, "k", "@value", @short)))",
    R"(say(redis.call("PEXPIRE", "h", @short)))",
    R"(say(redis.call("PEXPIRE", "l", @short)))",
    R"(say(redis.call("PERSIST", "l")))",
};
// A deadline goes to another key, or two keys are given one at once. (COPY is refused.)
const QList<QByteArray> ofMoves{
    R"(say(redis.call("SET", "j", "@value", "PX", @short)))",
    R"(say(redis.call("EXISTS", "k")) say(redis.call("EXISTS", "j")))",
    R"(say(redis.pcall("RENAME", "k", "j")))",
    R"(say(redis.pcall("RENAME", "j", "k")))",
    R"(say(redis.pcall("RENAMENX", "k", "j")))",
    R"(say(redis.pcall("RENAME", "lock", "j")))",
    R"(say(redis.call("EVAL", "if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end redis.call('RENAME', KEYS[1], KEYS[2]) redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1", 2, "k", "j", "@value", @short)))",
    R"(say(redis.call("EVAL", "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2]) return 2", 2, "k", "j", "@value", @short)))",
    R"(say(redis.call("EVAL", "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) local set = redis.call('PEXPIRE', KEYS[2], ARGV[2]) return set", 2, "j", "k", "@value", @short)))",
};
// The deadline of another key, asked for before.
const QList<QByteArray> ofMoments{
    R"(local @at = redis.call("PEXPIRETIME", "k") if @at > 0 then say(redis.call("SET", "j", "@value", "PXAT", @at)) end)",
    R"(local @at = redis.call("PEXPIRETIME", "k") if @at > 0 then say(redis.call("PEXPIREAT", "j", @at)) end)",
    R"(local @at = redis.call("PEXPIRETIME", "j") if @at > 0 then say(redis.call("PEXPIREAT", "k", @at)) end)",
    R"(local @at = redis.call("PEXPIRETIME", "k") if @at > 0 then say(redis.call("PEXPIREAT", "lock", @at, "NX")) end)",
};
const QList<QByteArray> ofCollections{
    R"(say(redis.call("HSET", "h", "@value", 1)))",
    R"(say(redis.call("HSET", "h", "f", "@value")))",
    R"(say(redis.call("HSETNX", "h", "f", "@value")))",
    R"(say(redis.pcall("HINCRBY", "h", "i", 1)))",
    R"(say(redis.call("HGET", "h", "f")))",
    R"(say(redis.call("HDEL", "h", "f")))",
    R"(say(redis.call("HGETALL", "h")))",
    R"(say(redis.call("HKEYS", "h")))",
    R"(say(redis.call("LPUSH", "l", "@value")))",
    R"(say(redis.call("RPUSH", "l", "@value")))",
    R"(say(redis.call("LPOP", "l")))",
    R"(say(redis.call("RPOP", "l")))",
    R"(say(redis.call("LMOVE", "l", "l", "LEFT", "RIGHT")))",
    R"(say(redis.call("LRANGE", "l", 0, -1)))",
    R"(say(redis.call("LLEN", "l")))",
    R"(say(redis.call("SADD", "s", @number)))",
    R"(say(redis.call("SREM", "s", 1)))",
    R"(say(redis.call("SMEMBERS", "s")))",
    R"(say(redis.call("SISMEMBER", "s", 1)))",
    R"(say(redis.call("SCARD", "s")))",
    R"(say(redis.call("ZADD", "z", @number, "m")))",
    R"(say(redis.call("ZADD", "z", "GT", "CH", @number, "m")))",
    R"(say(redis.call("ZADD", "z", @number, "@value")))",
    R"(say(redis.call("ZINCRBY", "z", 1, "m")))",
    R"(say(redis.call("ZRANGE", "z", 0, -1)))",
    R"(say(redis.call("ZPOPMIN", "z")))",
    R"(say(redis.call("ZSCORE", "z", "m")))",
    R"(say(redis.call("ZREM", "z", "m")))",
    R"(say(redis.call("DEL", "h", "l")))",
};
const QList<QByteArray> ofLocks{
    R"(say(redis.call("SET", "lock", me.name, "NX")))",
    R"(say(redis.call("SET", "lock", me.name, "NX", "PX", @short)))",
    R"(say(redis.call("SET", "lock", me.name)))",
    R"(say(redis.call("DEL", "lock")))",
    R"(say(redis.script("compare-and-delete", { "lock" }, { me.name })))",
    R"(say(redis.script("setnx-expire", { "lock" }, { me.name, @short })))",
};
const QList<QByteArray> ofWaits{
    R"(await("k"))",
    R"(await("n"))",
    R"(await_gone("k"))",
    R"(await_gone("j"))",
    R"(await_gone("lock"))",
    R"(sleep(@short))",
    R"(sleep(@short))",
    R"(work(@short))",
    R"(work())",
};
const QList<QByteArray> ofClocks{
    R"(say(sign(now())))",
    R"(say(#redis.call("TIME")))",
    R"(say(sign(redis.call("EVAL", "local t = redis.call('TIME') return t[1] + 0", 0))))",
};
const QList<QByteArray> ofMarks{
    R"(count("sold"))",
    R"(count("sold"))",
    R"(say(random(2)))",
    R"(say(random(2)))",
    R"(event("order", @number))",
    R"(event("order", say(redis.call("STRLEN", "k"))))",
    R"(say(redis.call("PUBLISH", "c", "@value")))",
};
// Between MULTI and EXEC.
const QList<QByteArray> ofTransactions{
    R"(redis.call("SET", "k", "@value"))",
    R"(redis.call("SET", "k", "@value", "PX", @short))",
    R"(redis.call("GET", "k"))",
    R"(redis.call("DEL", "k"))",
    R"(redis.call("SADD", "s", @number))",
    R"(redis.call("RPUSH", "l", "@value"))",
    R"(redis.call("PEXPIRE", "k", @short))",
};
// Likewise, two that belong together.
const QList<std::pair<QByteArray, QByteArray>> ofTwoLeases{
    {R"(redis.call("SET", "k", "@value", "PX", @short))",
        R"(redis.call("SET", "j", "@value", "PX", @short))"},
    {R"(redis.call("SET", "k", "@value", "PX", @short))", R"(redis.call("RENAME", "k", "j"))"},
    {R"(redis.call("PEXPIRE", "k", @short))", R"(redis.call("PEXPIRE", "j", @short))"},
};
// After k and another key were given deadlines of the same length, one after the other: which of
// them ends first is told.
const QList<QByteArray> ofOrders{
    R"(say(redis.pcall("RENAME", "k", "j")) await_gone("j") say(redis.call("EXISTS", "n", "lock")))",
    R"(say(redis.call("EVAL", "if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end redis.call('RENAME', KEYS[1], KEYS[2]) redis.call('APPEND', KEYS[2], ARGV[1]) return 1", 2, "k", "j", "@value")) await_gone("j") say(redis.call("EXISTS", "n", "lock")))",
    R"(say(redis.pcall("RENAME", "n", "k")) await_gone("k") say(redis.call("EXISTS", "n", "lock")))",
    R"(say(redis.call("PEXPIRE", "k", @short)) await_gone("lock") await_gone("n") say(redis.call("EXISTS", "k")))",
};
const QList<QByteArray> ofSetups{
    R"(redis.call("SET", "k", "old"))",
    R"(redis.call("SET", "k", "old", "PX", @short))",
    R"(redis.call("SET", "k", "old", "PX", @long))",
    R"(redis.call("SET", "j", "old", "PX", @short))",
    R"(redis.call("SET", "n", 1))",
    R"(redis.call("SET", "lock", "old", "PX", @short))",
    R"(redis.call("RPUSH", "l", "x", "y"))",
    R"(redis.call("HSET", "h", "f", 1))",
    R"(redis.call("ZADD", "z", 2, "m"))",
    R"(redis.call("SADD", "s", 1))",
};
const QList<QByteArray> everAlways{
    R"(holders_at_most("x", 1))",
    R"(count_at_most("sold", 1))",
    R"(value_at_least("n", 0))",
    R"(value_at_most("n", 1))",
    R"(released_by_owner("lock"))",
    R"(renewed_by_owner("lock"))",
    R"(ttl_present("k"))",
    R"(in_order("order"))",
};
// Who was inside may be known for some events only.
const QList<QByteArray> everFunction{
    R"(check("one sold", function(v) if v.count("sold") > 1 then return "two" end end))",
    R"(check("one inside", function(v) if #v.inside("x") > 1 then return "two" end end))",
    R"(check("lock of somebody", function(v) if v.get("lock") and #v.inside("x") == 0 then return "nobody" end end))",
    R"(check("inside with a lock", function(v) if not v.get("lock") and #v.inside("x") > 0 then return "none" end end))",
    R"(check("as many as sold", function(v) if (tonumber(v.get("n")) or 0) + v.count("sold") == 1 then return "one" end end))",
    R"(check("k or lock", function(v) if v.get("k") and v.get("lock") then return "both" end end))",
    R"(check("k or j", function(v) if not v.get("k") ~= not v.get("j") then return "one of two" end end))",
    R"(check("sold with k", function(v) if v.count("sold") > 0 and not v.get("k") then return "none" end end))",
    R"(check("sold inside", function(v) if v.count("sold") % 2 == 1 and #v.inside("x") == 1 then return "one" end end))",
    R"(check("told first", function(v) local all = v.events("t0") if all[2] and all[1].client > all[2].client then return "the last" end end))",
    R"(check("told alone", function(v) local all = v.events("t0") if all[1] and #all[#all].inside > 0 then return "somebody" end end))",
    R"(check("told in order", function(v) local last = 0 for _, each in ipairs(v.events("order")) do if each.value < last then return "falls" end last = each.value end end))",
    R"(check("told with k", function(v) if #v.events("t0") == 1 and v.get("k") then return "there" end end))",
};
const QList<QByteArray> everFinally{
    R"(nobody_waits())",
    R"(count_at_least("sold", 1))",
    R"(value_at_least("n", 1))",
};

// SplitMix64: the libraries' distributions differ from one to another.
class Chance
{
public:
    explicit Chance(quint64 seed)
        : m_state(seed)
    {
    }

    int below(int count)
    {
        quint64 mixed = m_state += 0x9E3779B97F4A7C15ULL;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
        return int((mixed ^ (mixed >> 31)) % quint64(count));
    }
    bool inHundred(int chance) { return below(100) < chance; }
    QByteArray of(const QList<QByteArray> &all) { return all[below(int(all.size()))]; }

private:
    quint64 m_state;
};

class Author
{
public:
    Author(quint64 seed, quint8 traits)
        : m_chance(seed)
    {
        m_program.seed = seed;
        m_program.traits = traits;
    }

    RandomProgram write()
    {
        m_program.duration = 5 + m_chance.below(6);
        m_program.tellsAtOnce = m_chance.inHundred(40);
        for (int i = m_chance.below(4); i > 0; --i) {
            Action line = statement(m_chance.of(ofSetups));
            if (m_program.has(RandomProgram::Servers) && m_chance.inHundred(40))
                moveToServer1(&line, false);
            m_program.setup.push_back(line);
        }
        const int clients = 2 + m_chance.below(5) / 3;
        const bool areAlike = m_chance.inHundred(20);
        for (int client = 0; client < clients; ++client) {
            m_names = 0;
            m_client = client;
            if (areAlike && client > 0)
                m_program.clients.push_back(m_program.clients.front());
            else
                m_program.clients.push_back(actions(1 + m_chance.below(areAlike ? 3 : 4), 0));
        }
        if (m_program.has(RandomProgram::Expiries))
            m_program.clients.back().push_back(hearingOfAnEnd());
        for (const QByteArray &each : everAlways) {
            if (m_chance.inHundred(15))
                m_program.always << each;
        }
        for (const QByteArray &each : everFunction) {
            if (m_chance.inHundred(10))
                m_program.always << each;
        }
        for (const QByteArray &each : everFinally) {
            if (m_chance.inHundred(40))
                m_program.finally << each;
        }
        return m_program;
    }

private:
    Action statement(QByteArray line)
    {
        const QByteArray value(1, char('a' + m_client));
        line.replace("@value", value + QByteArray::number(++m_values));
        line.replace("@number", QByteArray::number(1 + m_chance.below(3)));
        if (line.contains("@at"))
            line.replace("@at", name("at"));
        Action action{line};
        action.deadlines = int(line.count("@short"));
        return action;
    }

    Actions actions(int count, int depth)
    {
        Actions all;
        for (int i = 0; i < count && m_statements < mostStatements; ++i)
            all.push_back(action(depth));
        return all;
    }

    // On one server or the other.
    Action action(int depth)
    {
        Action action = actionOnServer0(depth);
        if (m_program.has(RandomProgram::Servers) && m_chance.inHundred(40))
            moveToServer1(&action, action.head.contains("MULTI"));
        return action;
    }

    static void moveToServer1(Action *action, bool withBody)
    {
        for (QByteArray *const line : {&action->head, &action->tail}) {
            for (const char *const function : {"call", "pcall", "script"})
                line->replace(QByteArray("redis.") + function + "(\"",
                    QByteArray("redis.on(1).") + function + "(\"");
            for (const char *const function : {"await_gone", "await", "subscribe", "receive"})
                line->replace(
                    QByteArray(function) + "(\"", QByteArray("redis.on(1).") + function + "(\"");
        }
        for (Action &each : action->body) {
            if (withBody)
                moveToServer1(&each, true);
        }
    }

    Action actionOnServer0(int depth)
    {
        ++m_statements;
        if (depth < 2 && m_chance.inHundred(35))
            return compound(depth);
        if (m_program.has(RandomProgram::Clock) && m_chance.inHundred(20))
            return statement(m_chance.of(ofClocks));
        struct Kind
        {
            int chance;
            const QList<QByteArray> &lines;
        };
        const Kind kinds[] = {{23, ofStrings}, {10, ofNumbers}, {14, ofDeadlines}, {12, ofMoves},
            {3, ofMoments}, {10, ofCollections}, {8, ofLocks}, {16, ofWaits}, {4, ofMarks}};
        int chance = m_chance.below(100);
        for (const Kind &each : kinds) {
            if ((chance -= each.chance) < 0)
                return withoutLots(statement(m_chance.of(each.lines)));
        }
        return statement(m_chance.of(ofStrings));
    }

    Action withoutLots(Action action)
    {
        if (m_isSpawned)
            action.head.replace("random(2)", "redis.call(\"EXISTS\", \"k\")")
                .replace("work()", "say(redis.call(\"EXISTS\", \"n\"))");
        return action;
    }

    Actions inner(int depth) { return actions(1 + m_chance.below(2), depth + 1); }

    // The name of a local variable.
    QByteArray name(const char *what) { return what + QByteArray::number(++m_names); }

    Action compound(int depth)
    {
        switch (m_chance.below(14)) {
        case 0:
            return {"if say(redis.call(\"GET\", \"k\")) then", inner(depth), "end"};
        case 1:
        case 10:
            return transaction();
        case 11:
        case 12:
        case 13:
            return ordered();
        case 2:
            return thread(depth);
        case 3:
            return guarded(depth);
        case 4:
            return locked(depth);
        case 5:
            return waitingForTheLock(depth);
        case 6:
            return {m_isSpawned ? "if say(redis.call(\"EXISTS\", \"lock\")) == 0 then"
                                : "if random(2) == 1 then",
                inner(depth), "end"};
        case 7:
            return {"enter(\"x\")", inner(depth), "leave(\"x\")"};
        case 8: {
            Action action{"subscribe(\"c\")", inner(depth), "say(receive(\"c\"))"};
            if (m_chance.inHundred(50)) {
                action.tail = "say(receive(\"c\", @short))";
                action.deadlines = 1;
            }
            return action;
        }
        default:
            return {"for i = 1, 2 do", inner(2), "end"};
        }
    }

    Action ordered()
    {
        Action action = statement(R"(say(redis.call("SET", "k", "@value", "PX", @short)))");
        action.body = {statement(m_chance.inHundred(50)
                ? R"(say(redis.call("SET", "n", 1, "PX", @short)))"
                : R"(say(redis.call("SET", "lock", me.name, "PX", @short)))")};
        action.tail =
            statement(m_chance.of(ofOrders)).head; // a renewal takes the place of the first
        return action;
    }

    Action transaction()
    {
        Action action{"redis.call(\"MULTI\")", {}, "say(redis.call(\"EXEC\"))"};
        if (m_chance.inHundred(60))
            action.head =
                "redis.call(\"WATCH\", \"k\") say(redis.call(\"GET\", \"k\")) " + action.head;
        if (m_chance.inHundred(60)) {
            const auto &[first, second] = ofTwoLeases[m_chance.below(int(ofTwoLeases.size()))];
            action.body = {statement(first), statement(second)};
            return action;
        }
        for (int i = 1 + m_chance.below(2); i > 0; --i)
            action.body.push_back(statement(m_chance.of(ofTransactions)));
        return action;
    }

    // Of a key that nobody else writes: who begins to listen after a deadline may still be told.
    Action hearingOfAnEnd()
    {
        Action action{R"(subscribe("__keyspace@0__:e") redis.call("SET", "e", 1, "PX", @short))",
            actions(m_chance.below(2), 2), R"(say(receive("__keyspace@0__:e")))"};
        action.deadlines = 1;
        return action;
    }

    Action thread(int depth)
    {
        const QByteArray thread = name("t");
        const bool hasOwnLog = m_chance.inHundred(75);
        const bool wasSpawned = std::exchange(m_isSpawned, true);
        Action action{"local " + thread + " = spawn(function()", inner(depth),
            hasOwnLog ? "tell() end)" : "end)"};
        m_isSpawned = wasSpawned;
        if (hasOwnLog)
            action.head +=
                " local say, tell = log(\"t" + QByteArray::number(1 + m_names % 2) + "\")";
        if (m_chance.inHundred(25))
            action.tail += " sleep(@short) " + thread + ".cancel()";
        action.deadlines = int(action.tail.count("@short"));
        return action;
    }

    // Whoever has a mutex may not lock it again.
    Action guarded(int depth)
    {
        if (m_hasMutex)
            return statement(m_chance.of(ofWaits));
        m_hasMutex = true;
        const QByteArray lock = name("m");
        Action action{"local " + lock + " = mutex(\"m\") " + lock + ".lock()", inner(depth),
            lock + ".unlock()"};
        m_hasMutex = false;
        return action;
    }

    Action locked(int depth)
    {
        const bool hasLease = m_chance.inHundred(60);
        Action action{"if say(redis.call(\"SET\", \"lock\", me.name, \"NX\""
                + QByteArray(hasLease ? ", \"PX\", @short)) then" : ")) then"),
            inner(depth), release() + " end"};
        action.deadlines = hasLease ? 1 : 0;
        action.head += " enter(\"x\")";
        return action;
    }

    Action waitingForTheLock(int depth)
    {
        const bool isRight = m_chance.inHundred(60);
        const bool hasLease = m_chance.inHundred(60);
        Action action{"repeat await_gone(\"lock\") until redis.call(\"SET\", \"lock\", me.name"
                + QByteArray(isRight ? ", \"NX\"" : "") + (hasLease ? ", \"PX\", @short)" : ")")
                + " enter(\"x\")",
            inner(depth), release()};
        action.deadlines = hasLease ? 1 : 0;
        return action;
    }

    QByteArray release()
    {
        const QByteArray gone = m_chance.inHundred(50)
            ? "say(redis.call(\"DEL\", \"lock\"))"
            : "say(redis.script(\"compare-and-delete\", { \"lock\" }, { me.name }))";
        return m_chance.inHundred(70) ? "leave(\"x\") " + gone : gone + " leave(\"x\")";
    }

    Chance m_chance;
    RandomProgram m_program;
    int m_client = 0;
    int m_values = 0;
    int m_names = 0;
    int m_statements = 0;
    bool m_hasMutex = false;
    bool m_isSpawned = false;
};

// Only a line that asks a server sets a key's deadline; the others sleep. Of the tails PEXPIRE
// alone sets one, beside which a timer may stand.
void makeLeasesLong(Actions *actions)
{
    for (Action &each : *actions) {
        if (each.head.contains("redis.")) {
            each.head.replace("@short", "@long");
            each.tail.replace(R"("PEXPIRE", "k", @short)", R"("PEXPIRE", "k", @long)");
            each.deadlines = int(each.tail.count("@short"));
        }
        makeLeasesLong(&each.body);
    }
}

int deadlinesOf(const Actions &actions, int times = 1)
{
    int all = 0;
    for (const Action &each : actions)
        all += times * each.deadlines
            + deadlinesOf(each.body, each.head.startsWith("for ") ? 2 * times : times);
    return all;
}

QByteArray linesOf(const Actions &actions, int indent)
{
    QByteArray lines;
    const QByteArray space(indent, ' ');
    for (const Action &each : actions) {
        lines += space + each.head + '\n' + linesOf(each.body, indent + 2);
        if (!each.tail.isEmpty())
            lines += space + each.tail + '\n';
    }
    return lines;
}

QByteArray listOf(const QList<QByteArray> &words)
{
    return "{ " + words.join(", ") + " }";
}

QByteArray quoted(const QList<QByteArray> &names)
{
    return "{ \"" + names.join("\", \"") + "\" }";
}

// With one action less, or with an action replaced by its body.
void reduce(const Actions &actions, const std::function<void(Actions)> &add)
{
    for (size_t i = 0; i < actions.size(); ++i) {
        Actions less = actions;
        less.erase(less.begin() + qsizetype(i));
        add(less);
        if (actions[i].body.empty())
            continue;
        const bool isFunction = actions[i].head.contains("spawn(");
        const bool isQueue = actions[i].head.contains("MULTI");
        if (!isFunction && !isQueue) {
            less.insert(
                less.begin() + qsizetype(i), actions[i].body.begin(), actions[i].body.end());
            add(std::move(less));
        }
        reduce(actions[i].body, [&](Actions body) {
            Actions inner = actions;
            if (body.empty() && isQueue)
                return;
            inner[i].body = std::move(body);
            add(std::move(inner));
        });
    }
}

} // namespace

RandomProgram randomProgram(quint64 seed, quint8 traits)
{
    // One with too many deadlines would take too long to explore; the next attempt is drawn from
    // the same number.
    for (quint64 attempt = 0;; ++attempt) {
        RandomProgram program = Author(seed * 1000 + attempt, traits).write();
        program.seed = seed;
        if (program.has(RandomProgram::LongLeases)) {
            makeLeasesLong(&program.setup);
            for (Actions &each : program.clients)
                makeLeasesLong(&each);
        }
        const int most = program.has(RandomProgram::Clock) ? mostDeadlinesWithClock
            : program.givesMoments()                       ? mostDeadlinesWithMoments
                                                           : mostDeadlines;
        if (program.deadlines() <= most)
            return program;
    }
}

QList<QByteArray> RandomProgram::keys()
{
    return {"e", "h", "j", "k", "l", "lock", "n", "s", "z"};
}

QList<QByteArray> RandomProgram::events()
{
    return {"t0", "t1", "t2"};
}

QList<QByteArray> RandomProgram::counts()
{
    return {"sold"};
}

int RandomProgram::deadlines() const
{
    int all = deadlinesOf(setup);
    for (const Actions &each : clients)
        all += deadlinesOf(each);
    return all;
}

bool RandomProgram::givesMoments() const
{
    return std::any_of(clients.begin(), clients.end(),
        [](const Actions &each) { return linesOf(each, 0).contains("PEXPIRETIME"); });
}

bool RandomProgram::receivesInTime() const
{
    return std::any_of(clients.begin(), clients.end(),
        [](const Actions &each) { return linesOf(each, 0).contains(R"(receive("c", )"); });
}

bool RandomProgram::tellsOfGreaterDeadlines() const
{
    const auto has = [this](QByteArrayView words) {
        return std::any_of(clients.begin(), clients.end(),
            [&](const Actions &each) { return linesOf(each, 0).contains(words); });
    };
    return has(R"("WATCH")") && has(R"("GT"))");
}

QByteArray RandomProgram::source(const QList<QByteArray> &outcomes) const
{
    QByteArray file = R"(local function text(v)
  if type(v) ~= "table" then return v == false and "-" or tostring(v) end
  if v.err then return "!" .. string.sub(v.err, 1, 9) end
  local words = {}
  for i = 1, #v do words[i] = text(v[i]) end
  return "{" .. table.concat(words, ",") .. "}"
end
local function sign(ttl) return ttl < 0 and ttl or "ttl" end
local function log(name)
  local words = {}
  return function(v)
    if AT_ONCE then event(name, ":" .. text(v)) else words[#words + 1] = text(v) end
    return v
  end, function() event(name, ":" .. table.concat(words, " ")) end
end
)";
    file.replace("AT_ONCE", tellsAtOnce ? "true" : "false");
    QList<QByteArray> last = finally;
    if (!outcomes.isEmpty())
        file += R"(local function outcome(v)
  local said, words = {}, {}
  for _, name in ipairs(EVENTS) do
    for _, each in ipairs(v.events(name)) do
      local whose = each.client .. "." .. name
      said[whose] = (said[whose] or "") .. each.value
    end
  end
  for whose, text in pairs(said) do words[#words + 1] = whose .. text end
  for _, name in ipairs(COUNTS) do words[#words + 1] = name .. " " .. v.count(name) end
  for server = 0, SERVERS do
    for _, key in ipairs(KEYS) do
      local ttl = v.ttl(key, server)
      if ttl then
        words[#words + 1] = (server == 0 and "" or server .. ":") .. key .. "=" ..
          tostring(v.get(key, server)) .. "#" .. v.size(key, server) .. (ttl < 0 and "" or " ttl")
      end
    end
  end
  return table.concat(words, "; ")
end
)";
    file.replace("EVENTS", quoted(events())).replace("COUNTS", quoted(counts()));
    for (const QByteArray &each : outcomes)
        last << "function(v) if outcome(v) == [==[" + each + "]==] then return \"shown\" end end";
    file.replace("(KEYS)", '(' + quoted(keys()) + ')');
    file.replace("SERVERS", QByteArray::number(servers() - 1));
    file +=
        "return {\n  id = \"random\", family = \"stock\", title = { en = \"t\" }, lesson = { en = "
        "\"l\" },\n  keys = "
        + quoted(keys()) + ",\n  nodes = " + QByteArray::number(servers())
        + (has(Clock) ? ", clock = true" : "") + (has(Expiries) ? ", expired_events = true" : "")
        + (has(LongLeases) ? ", assume = { \"work_shorter_than_lease\" }" : "")
        + ",\n  setup = function(p)\n" + linesOf(setup, 4) + "  end,\n  clients = {\n";
    for (size_t i = 0; i < clients.size(); ++i)
        file += "    { role = \"r" + QByteArray::number(qint64(i))
            + "\", count = 1, run = function(p, me)\n      local say, tell = log(\"t0\")\n"
            + linesOf(clients[i], 6) + "      tell()\n    end },\n";
    file += "  },\n  always = " + listOf(always) + ",\n  finally = " + listOf(last) + ",\n}\n";
    return file.replace("@short", QByteArray::number(duration))
        .replace("@long", QByteArray::number(longDuration));
}

RandomProgram RandomProgram::withTimeInSetup() const
{
    RandomProgram apart = *this;
    int earlier = 0;
    for (Action &each : apart.setup) {
        if (each.head.contains("@short"))
            each.head.replace("@short", QByteArray::number(duration + earlier++));
    }
    return apart;
}

std::vector<RandomProgram> RandomProgram::reductions() const
{
    std::vector<RandomProgram> all;
    for (size_t i = 0; i < clients.size() && clients.size() > 1; ++i) {
        RandomProgram less = *this;
        less.clients.erase(less.clients.begin() + qsizetype(i));
        all.push_back(std::move(less));
    }
    for (size_t i = 0; i < clients.size(); ++i) {
        reduce(clients[i], [&](Actions actions) {
            RandomProgram less = *this;
            less.clients[i] = std::move(actions);
            all.push_back(std::move(less));
        });
    }
    reduce(setup, [&](Actions actions) {
        RandomProgram less = *this;
        less.setup = std::move(actions);
        all.push_back(std::move(less));
    });
    for (const Trait trait : {Restarts, Clock, LongLeases}) {
        RandomProgram less = *this;
        less.traits &= quint8(~trait);
        if (has(trait))
            all.push_back(std::move(less));
    }
    for (const bool ofAlways : {true, false}) {
        const QList<QByteArray> &checks = ofAlways ? always : finally;
        for (qsizetype i = 0; i < checks.size(); ++i) {
            RandomProgram less = *this;
            (ofAlways ? less.always : less.finally).removeAt(i);
            all.push_back(std::move(less));
        }
    }
    return all;
}

} // namespace lockstep
