// On a server of the user's no command may reach a key that is not the run's. A list of what is
// forbidden cannot promise that: the next version of Redis, or a module, brings a command that
// nobody has thought of (SORT … GET, GEORADIUS … STORE, FT.DROPINDEX name their keys in places of
// their own, or none at all). So there is a list of what is allowed, the commands whose keys are
// all in known places, each read in the documentation and tried against COMMAND GETKEYS. A server
// has to say the same of them, else they are refused: it is another command of that name.
//
// Scripts and functions name their keys, and reach others all the same, unless the server is a
// cluster. Those of resources/scripts are sent with a guard (serverscript.cpp).
//
// Source of the places: https://redis.io/docs/latest/commands/

#include "core/lab/wire/keyplaces.h"

#include "core/redis/values/coretext.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace lockstep {

namespace {

struct Commands
{
    KeyPlaces places;
    const char *names; // separated by spaces
};

constexpr KeyPlaces scriptKeys{0, 0, 0, 2, 0, false};

constexpr Commands notTold[] = {
    {scriptKeys, "EVAL EVALSHA EVAL_RO EVALSHA_RO FCALL FCALL_RO"},
    {{1, 1, 1, 2, 0, false}, "ZUNIONSTORE ZINTERSTORE ZDIFFSTORE"},
    {{0, 0, 0, 1, 0, false}, "ZUNION ZINTER ZDIFF ZINTERCARD SINTERCARD LMPOP ZMPOP"},
    {{0, 0, 0, 0, 1, false}, "PUBLISH SPUBLISH"},
    {{2, 2, 1, 0, 0, false}, "OBJECT XINFO XGROUP"},
    {{0, 0, 0, 0, 0, true}, "XREAD XREADGROUP"},
};

constexpr Commands told[] = {
    {{0, 0, 0, 0, 0, false}, "DISCARD ECHO EXEC MULTI PING TIME UNWATCH"},
    {{1, 1, 1, 0, 0, false},
        // strings
        "APPEND DECR DECRBY DELEX DIGEST DUMP EXPIRE EXPIREAT EXPIRETIME GET GETBIT GETDEL GETEX "
        "GETRANGE GETSET INCR INCRBY INCRBYFLOAT PERSIST PEXPIRE PEXPIREAT PEXPIRETIME PSETEX PTTL "
        "SET SETBIT SETEX SETNX SETRANGE STRLEN SUBSTR TTL TYPE BITCOUNT BITFIELD "
        "BITFIELD_RO BITPOS PFADD "
        // hashes
        "HDEL HEXISTS HEXPIRE HEXPIREAT HEXPIRETIME HGET HGETALL HGETDEL HGETEX HINCRBY "
        "HINCRBYFLOAT HKEYS HLEN HMGET HMSET HPERSIST HPEXPIRE HPEXPIREAT HPEXPIRETIME HPTTL "
        "HRANDFIELD HSCAN HSET HSETEX HSETNX HSTRLEN HTTL HVALS "
        // lists
        "LINDEX LINSERT LLEN LPOP LPOS LPUSH LPUSHX LRANGE LREM LSET LTRIM RPOP RPUSH RPUSHX "
        // sets
        "SADD SCARD SISMEMBER SMEMBERS SMISMEMBER SPOP SRANDMEMBER SREM SSCAN "
        // sorted sets
        "ZADD ZCARD ZCOUNT ZINCRBY ZLEXCOUNT ZMSCORE ZPOPMAX ZPOPMIN ZRANDMEMBER ZRANGE "
        "ZRANGEBYLEX ZRANGEBYSCORE ZRANK ZREM ZREMRANGEBYLEX ZREMRANGEBYRANK ZREMRANGEBYSCORE "
        "ZREVRANGE ZREVRANGEBYLEX ZREVRANGEBYSCORE ZREVRANK ZSCAN ZSCORE "
        "GEOADD GEODIST GEOHASH GEOPOS GEORADIUSBYMEMBER_RO GEORADIUS_RO GEOSEARCH "
        // streams
        "XACK XACKDEL XADD XAUTOCLAIM XCLAIM XDEL XDELEX XLEN XPENDING XRANGE XREVRANGE XSETID "
        "XTRIM"},
    {{1, 2, 1, 0, 0, false}, "GEOSEARCHSTORE LMOVE RENAME RENAMENX RPOPLPUSH SMOVE ZRANGESTORE"},
    {{1, -1, 1, 0, 0, false},
        "DEL EXISTS MGET PFCOUNT PFMERGE SDIFF SDIFFSTORE SINTER SINTERSTORE SUNION SUNIONSTORE "
        "TOUCH UNLINK WATCH"},
    {{1, -1, 2, 0, 0, false}, "MSET MSETNX"},
    {{2, -1, 1, 0, 0, false}, "BITOP"},
};

using Places = std::map<std::string_view, KeyPlaces>;

template <size_t count> Places placesIn(const Commands (&rows)[count])
{
    Places places;
    for (const Commands &row : rows) {
        std::string_view rest = row.names;
        while (!rest.empty()) {
            const size_t end = std::min(rest.find(' '), rest.size());
            places[rest.substr(0, end)] = row.places;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return places;
}

const KeyPlaces *find(const Places &places, std::string_view name)
{
    const auto found = places.find(name);
    return found == places.end() ? nullptr : &found->second;
}

bool isOption(std::string_view word, std::string_view upperCase)
{
    return std::equal(word.begin(), word.end(), upperCase.begin(), upperCase.end(),
        [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; });
}

// The number in a word of digits, if it is not too long for a server.
std::optional<int> numberIn(std::string_view word)
{
    int number = 0;
    const char *const end = word.data() + word.size();
    const auto [read, error] = std::from_chars(word.data(), end, number);
    const bool isPlain = !word.empty() && word[0] != '-' && (word.size() == 1 || word[0] != '0');
    return isPlain && read == end && error == std::errc() ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<std::vector<int>> KeyPlaces::in(const std::vector<std::string_view> &words) const
{
    std::vector<int> keys;
    const int count = int(words.size());
    const auto add = [&keys](int from, int to, int by) {
        for (int i = from; i <= to; i += by)
            keys.push_back(i);
    };
    if (first > 0)
        add(first, std::min(last < 0 ? count + last : last, count - 1), std::max(1, step));
    if (numberOfKeysAt > 0 && numberOfKeysAt < count) { // else the server misses a word
        const auto number = numberIn(words[size_t(numberOfKeysAt)]);
        if (!number || *number > count - numberOfKeysAt - 1)
            return std::nullopt;
        add(numberOfKeysAt + 1, numberOfKeysAt + *number, 1);
    }
    if (afterStreams) {
        const auto streams = streamWords(words);
        if (!streams || (count - streams->firstKey) % 2 != 0)
            return std::nullopt;
        add(streams->firstKey, streams->firstKey + (count - streams->firstKey) / 2 - 1, 1);
    }
    return keys;
}

const KeyPlaces *keyPlacesNotTold(std::string_view name)
{
    static const Places places = placesIn(notTold);
    return find(places, name);
}

const KeyPlaces *keyPlacesTold(std::string_view name)
{
    static const Places places = placesIn(told);
    return find(places, name);
}

bool isDocumented(std::string_view name)
{
    return name == "LCS" || keyPlacesTold(name) || keyPlacesNotTold(name);
}

const char *refusalOnUsersServer(
    std::string_view name, const KeyPlaces &toldPlaces, bool isOfModule)
{
    if (isOfModule)
        return QT_TRANSLATE_NOOP("lockstep::CoreText",
            "it is a module's, so its keys are not known, and on a server of yours "
            "only those of the run may be reached; run it on the lab's own servers");
    if (name == "LCS" || name == "RESTORE")
        return QT_TRANSLATE_NOOP("lockstep::CoreText",
            "it can bring a server down, by memory or by a value that is not "
            "sound; run it on the lab's own servers");
    if (const KeyPlaces *const own = keyPlacesNotTold(name)) {
        return *own == scriptKeys ? QT_TRANSLATE_NOOP("lockstep::CoreText",
                   "it could reach all keys, and on a server of yours only those of the run may be "
                   "reached; use redis.script, or run it on the lab's own servers")
                                  : nullptr;
    }
    const KeyPlaces *const places = keyPlacesTold(name);
    if (places && *places == toldPlaces)
        return nullptr;
    return QT_TRANSLATE_NOOP("lockstep::CoreText",
        "it is not known which keys it reaches, and on a server of yours only "
        "those of the run may be reached; run it on the lab's own servers");
}

std::optional<StreamWords> streamWords(const std::vector<std::string_view> &words)
{
    StreamWords found;
    for (size_t i = 1; i < words.size(); ++i) {
        if (isOption(words[i], "STREAMS")) {
            found.firstKey = int(i) + 1;
            return found;
        }
        if (isOption(words[i], "GROUP"))
            i += 2;
        else if (isOption(words[i], "COUNT") || isOption(words[i], "CLAIM"))
            ++i;
        else if (isOption(words[i], "BLOCK")) {
            ++i;
            found.waits = true;
        } else if (!isOption(words[i], "NOACK"))
            return std::nullopt;
    }
    return std::nullopt;
}

} // namespace lockstep
