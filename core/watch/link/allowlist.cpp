// Read-only must be a list of names: EVAL, EVALSHA, FCALL, PUBLISH, CONFIG, SCRIPT and CLIENT carry
// no "write" flag, and PFCOUNT, which carries "read", writes its cache (tried on Redis 7.0.15).
// KEYS and MONITOR only read, but stop or load the server. The list is also what `lockstep acl`
// prints, so that the two cannot drift apart. Where a command could read without bound or reach
// further than we need, its arguments are checked as well.

#include "core/watch/link/allowlist.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using Words = QByteArrayList;
using Check = bool (*)(const Words &);

bool anything(const Words &)
{
    return true;
}

bool boundedRange(const Words &words)
{
    return words.size() == 4 && words.at(3).toLongLong() >= 0 && words.at(3).toLongLong() < 32'768;
}

// Whether an LRANGE or ZRANGE by rank has a bounded length: both ends have to be counted from the
// same side.
bool boundedRanks(const Words &words)
{
    if (words.size() < 4)
        return false;
    const auto first = words.at(2).toLongLong();
    const auto last = words.at(3).toLongLong();
    return (first < 0) == (last < 0) && last - first < 1024
        && std::none_of(words.begin() + 4, words.end(), [](const QByteArray &word) {
               return word.toUpper().startsWith("BY"); // not by rank: how many is not known
           });
}

// Whether a ZRANGE has a bounded length, by rank or by score: "k min max BYSCORE LIMIT 0 128
// WITHSCORES", all of it, because a later LIMIT would count.
bool boundedMembers(const Words &words)
{
    if (boundedRanks(words))
        return true;
    return words.size() == 9 && words.at(4) == "BYSCORE" && words.at(5) == "LIMIT"
        && words.at(6) == "0" && words.at(7).toLongLong() > 0 && words.at(7).toLongLong() < 1024
        && words.at(8) == "WITHSCORES";
}

bool withoutOptions(const Words &words)
{
    return words.size() == 2;
}

bool countsARange(const Words &words)
{
    return words.size() == 4;
}

bool invalidations(const Words &words)
{
    return words.size() == 2 && words.at(1) == "__redis__:invalidate";
}

bool keyEvents(const Words &words)
{
    return words.size() == 2
        && (words.at(1).startsWith("__keyspace@") || words.at(1).startsWith("__keyevent@"));
}

bool neededSetting(const Words &words)
{
    return words.size() == 3
        && (words.at(2) == "notify-keyspace-events" || words.at(2) == "tracking-table-max-keys");
}

struct Allowed
{
    const char *name;
    const char *subcommand; // nullptr if it has none
    bool inAcl; // needed in push mode, and known to every server since 6.2
    Check check = anything;
};

constexpr std::array allowed{
    // the handshake
    Allowed{"auth", nullptr, false}, // permitted to everybody
    Allowed{"select", nullptr, true},
    Allowed{"ping", nullptr, true},
    Allowed{"client", "setname", true},
    Allowed{"client", "id", true},
    Allowed{"client", "tracking", true},
    Allowed{"client", "list", true, withoutOptions}, // when somebody asks whose a token is
    Allowed{"client", "no-touch", false}, // from 7.2
    Allowed{"readonly", nullptr, true}, // a replica of a Cluster answers only then
    // the server
    Allowed{"info", nullptr, true},
    Allowed{"time", nullptr, true},
    Allowed{"config", "get", false, neededSetting},
    Allowed{"subscribe", nullptr, true, invalidations},
    Allowed{"psubscribe", nullptr, false, keyEvents},
    Allowed{"punsubscribe", nullptr, false, keyEvents},
    Allowed{"pubsub", "numsub", true},
    Allowed{"pubsub", "shardnumsub", true}, // from 7.0; before that an ACL takes any subcommand
    Allowed{"cluster", "slots", true, withoutOptions}, // where the others of a Cluster are
    // keys
    Allowed{"scan", nullptr, true},
    Allowed{"type", nullptr, true},
    Allowed{"pttl", nullptr, true},
    Allowed{"memory", "usage", true},
    // values
    Allowed{"strlen", nullptr, true},
    Allowed{"getrange", nullptr, true, boundedRange},
    Allowed{"bitcount", nullptr, true, countsARange},
    Allowed{"hlen", nullptr, true},
    Allowed{"hscan", nullptr, true},
    Allowed{"hmget", nullptr, true},
    Allowed{"llen", nullptr, true},
    Allowed{"lrange", nullptr, true, boundedRanks},
    Allowed{"scard", nullptr, true},
    Allowed{"zcard", nullptr, true},
    Allowed{"zcount", nullptr, true},
    Allowed{"zrange", nullptr, true, boundedMembers},
};

bool is(const QByteArray &word, const char *lowerCase)
{
    return word.size() == qsizetype(qstrlen(lowerCase))
        && qstricmp(word.constData(), lowerCase) == 0;
}

} // namespace

bool isAllowedForWatching(const Command &command)
{
    const auto &words = command.words();
    if (words.isEmpty())
        return false;
    return std::any_of(allowed.begin(), allowed.end(), [&words](const Allowed &entry) {
        if (!is(words.first(), entry.name))
            return false;
        if (entry.subcommand && (words.size() < 2 || !is(words.at(1), entry.subcommand)))
            return false;
        return entry.check(words);
    });
}

QByteArray aclLine(const QByteArray &user)
{
    QByteArray line = "ACL SETUSER " + user
        + " reset on ><password> %R~* resetchannels &__redis__:invalidate -@all";
    for (const auto &entry : allowed) {
        if (!entry.inAcl)
            continue;
        line += QByteArrayLiteral(" +") + entry.name;
        if (entry.subcommand)
            line += QByteArrayLiteral("|") + entry.subcommand;
    }
    return line;
}

} // namespace lockstep
