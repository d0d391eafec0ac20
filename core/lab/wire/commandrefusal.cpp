// Which commands programs may not send. A run has to be repeatable, and its clients may not affect
// anything else. So programs may not send what depends on chance, what waits inside the server (a
// wait has to be seen by whoever schedules), what changes the connection, and what reaches beyond
// the run's keys. Commands that are impossible only in steps are refused by Observations.

#include "core/lab/wire/commandrefusal.h"

#include "core/lab/wire/keyplaces.h"
#include "core/lab/wire/quotednames.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>

namespace lockstep {

namespace {

struct Group
{
    const char *reason;
    std::array<std::string_view, 30> names;
};

constexpr const char *fieldDeadlines = QT_TRANSLATE_NOOP("lockstep::CoreText",
    "the lab does not keep deadlines of single fields; let the whole key expire (PEXPIRE)");
constexpr const char *chance = QT_TRANSLATE_NOOP("lockstep::CoreText",
    "its reply is random, so the run could not be repeated; use random(n) and name the element");
constexpr const char *waits = QT_TRANSLATE_NOOP("lockstep::CoreText",
    "it waits inside the server, but not within a script; use await, "
    "await_gone or receive, and in a "
    "script the command that does not wait (LPOP for BLPOP)");
constexpr const char *connection = QT_TRANSLATE_NOOP(
    "lockstep::CoreText", "it asks for the connection or changes it, and that belongs to the lab");
constexpr const char *administration = QT_TRANSLATE_NOOP(
    "lockstep::CoreText", "it is for administration; client programs read and write keys");
constexpr const char *messages = QT_TRANSLATE_NOOP("lockstep::CoreText",
    "messages are received with subscribe(channel) and receive(channel, timeout)");
constexpr const char *beyond = QT_TRANSLATE_NOOP("lockstep::CoreText",
    "it reaches keys that do not belong to the run; name the keys one by one");
constexpr const char *copies = QT_TRANSLATE_NOOP("lockstep::CoreText",
    "it may reach another database; read the one key and write the other, in a script or a "
    "transaction where nothing may come in between");
constexpr const char *unknownKeys = QT_TRANSLATE_NOOP(
    "lockstep::CoreText", "it cannot be told which of its words are keys; use another command");

constexpr std::array<Group, 8> groups{{
    {fieldDeadlines,
        {"HEXPIRE", "HPEXPIRE", "HEXPIREAT", "HPEXPIREAT", "HEXPIRETIME", "HPEXPIRETIME", "HTTL",
            "HPTTL", "HPERSIST", "HGETEX", "HSETEX"}},
    {chance, {"RANDOMKEY", "SRANDMEMBER", "HRANDFIELD", "ZRANDMEMBER", "SPOP"}},
    {waits,
        {"BLPOP", "BRPOP", "BLMOVE", "BRPOPLPUSH", "BLMPOP", "BZPOPMIN", "BZPOPMAX", "BZMPOP",
            "WAIT", "WAITAOF"}},
    {connection,
        {"CLIENT", "SELECT", "AUTH", "RESET", "QUIT", "HELLO", "READONLY", "READWRITE", "ASKING"}},
    {administration,
        {"CONFIG", "DEBUG", "SHUTDOWN", "SCRIPT", "FUNCTION", "FLUSHALL", "FLUSHDB", "REPLICAOF",
            "SLAVEOF", "ACL", "LATENCY", "SLOWLOG", "MODULE", "COMMAND", "INFO", "MEMORY",
            "CLUSTER", "FAILOVER", "SAVE", "BGSAVE", "BGREWRITEAOF", "LOLWUT", "ROLE", "PUBSUB",
            "RESTORE", "LASTSAVE", "MONITOR", "SYNC", "PSYNC"}},
    {messages,
        {"SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "UNSUBSCRIBE", "PUNSUBSCRIBE", "SUNSUBSCRIBE"}},
    {beyond, {"KEYS", "SCAN", "DBSIZE", "SWAPDB", "MOVE", "MIGRATE", "SORT", "SORT_RO"}},
    {copies, {"COPY"}},
}};

// XADD key [NOMKSTREAM] [MAXLEN|MINID [=|~] threshold [LIMIT count]] id field value …; empty if the
// words end before the id.
std::string_view idOfEntry(const std::vector<std::string_view> &words)
{
    size_t at = 2;
    const auto isNext = [&](std::string_view option) {
        return at < words.size() && isSameWord(words[at], option);
    };
    while (isNext("NOMKSTREAM") || isNext("MAXLEN") || isNext("MINID") || isNext("LIMIT")) {
        const bool isAlone = isNext("NOMKSTREAM");
        ++at;
        at += isNext("=") || isNext("~") ? 1 : 0;
        at += isAlone ? 0 : 1;
    }
    return at < words.size() ? words[at] : std::string_view();
}

bool callsFieldDeadlines(std::string_view script)
{
    const auto &names = groups.front().names;
    bool calls = false;
    forEachQuotedName(script, [&](std::string_view name, bool isCalled) {
        calls |= isCalled && std::any_of(names.begin(), names.end(), [&](std::string_view each) {
            return isSameWord(name, each);
        });
    });
    return calls;
}

// Whether the offset, in units of that many bits, is larger than a value on a user's server may
// become.
bool isBeyond(std::string_view offset, quint64 bitsOfUnit)
{
    constexpr quint64 mostBits = 8 * 8 * 1024 * 1024;
    quint64 number = 0;
    const char *const end = offset.data() + offset.size();
    const auto [read, error] = std::from_chars(offset.data(), end, number);
    return error == std::errc::result_out_of_range
        || (error == std::errc() && number > mostBits / bitsOfUnit);
}

} // namespace

const char *refusalOf(
    std::string_view name, bool isAdmin, bool isBlocking, bool isRandom, bool keysUnknown)
{
    for (const Group &group : groups) {
        if (std::find(group.names.begin(), group.names.end(), name) != group.names.end())
            return group.reason;
    }
    if (isAdmin)
        return administration;
    // Before 7.0 XREAD and its like were flagged for what their options can do.
    const bool isStream = !name.empty() && name.front() == 'X';
    if (isBlocking && !isStream)
        return waits;
    const bool isMerelyUnsorted = name == "SSCAN" || name == "HSCAN" || name == "ZSCAN"
        || name == "PFCOUNT" || name == "TTL" || name == "PTTL" || name == "OBJECT";
    if (isRandom && !isStream && !isMerelyUnsorted)
        return chance;
    return keysUnknown ? unknownKeys : nullptr;
}

const char *refusalOfOptions(const std::vector<std::string_view> &words)
{
    const std::string_view name = words.front();
    if (isSameWord(name, "EVAL") || isSameWord(name, "EVAL_RO")) {
        if (words.size() > 1 && callsFieldDeadlines(words[1]))
            return fieldDeadlines;
    } else if (isSameWord(name, "XREAD") || isSameWord(name, "XREADGROUP")) {
        const auto streams = streamWords(words);
        if (streams && streams->waits)
            return waits;
    } else if (isSameWord(name, "XADD")) {
        if (idOfEntry(words) == "*")
            return QT_TRANSLATE_NOOP("lockstep::CoreText",
                "an id of * comes from the server's clock, which differs in every run; "
                "name the id, as in 1-1");
    }
    return nullptr;
}

std::vector<std::string_view> commandsRefusedByName()
{
    std::vector<std::string_view> names;
    for (const Group &group : groups) {
        std::copy_if(group.names.begin(), group.names.end(), std::back_inserter(names),
            [](std::string_view name) { return !name.empty(); });
    }
    return names;
}

const char *refusalOfFarOffset(const std::vector<std::string_view> &words)
{
    constexpr const char *tooFar = QT_TRANSLATE_NOOP("lockstep::CoreText",
        "on a server of yours a value grows to at most 8 MiB by an "
        "offset, so that no other key has "
        "to make room; run it on the lab's own servers");
    const std::string_view name = words.front();
    if (isSameWord(name, "SETRANGE") || isSameWord(name, "SETBIT")) {
        const quint64 bits = isSameWord(name, "SETBIT") ? 1 : 8;
        return words.size() > 2 && isBeyond(words[2], bits) ? tooFar : nullptr;
    }
    if (isSameWord(
            name, "BITFIELD")) { // GET type offset, SET type offset value, INCRBY …; #n: n times
        constexpr quint64 widest = 64;
        for (size_t i = 3; i < words.size(); ++i) {
            const bool isCounted = words[i].starts_with('#');
            const std::string_view type = words[i - 1];
            const bool isOffset = !type.empty()
                && (isSameWord(type.substr(0, 1), "U") || isSameWord(type.substr(0, 1), "I"))
                && !isSameWord(type, "INCRBY");
            if (isOffset && isBeyond(words[i].substr(isCounted ? 1 : 0), isCounted ? widest : 1))
                return tooFar;
        }
    }
    return nullptr;
}

} // namespace lockstep
