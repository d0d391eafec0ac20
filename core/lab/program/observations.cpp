// A file cannot be asked what it will send, but it has the names of its commands as texts. So all
// of its texts are looked at, and those of the scripts that it names: one too many only makes
// states that need not differ. A name that a program puts together is refused when it is sent; a
// script has to have each name as a text (scriptcalls.h), for what it does is not seen from here.
//
// Of what a server tells of its time, this holds all that is in the documentation of Redis 7 and 8
// and of Valkey: what tells it, or does something by it, is in the lists below, or refused there
// and in commandrefusal.cpp (OBJECT IDLETIME, INFO, deadlines of fields, …). A command that is in
// no list, because it is a module's or a later server's, is refused in steps: nobody has looked at
// it. The ids of "ms-*" and XREADGROUP's ">" follow from the stream alone.

#include "core/lab/program/observations.h"

#include "core/lab/program/serverscript.h"
#include "core/lab/wire/commandtable.h"
#include "core/lab/wire/quotednames.h"
#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/scriptcalls.h"
#include "core/redis/values/coretext.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

template <size_t size>
bool isOneOf(std::string_view word, const std::array<std::string_view, size> &upperCase)
{
    return std::any_of(upperCase.begin(), upperCase.end(),
        [&](std::string_view each) { return isSameWord(word, each); });
}

// Streams: XADD may make an id of the clock, XINFO and XPENDING tell when somebody was seen and how
// long an entry has waited, the others take what has waited long enough.
constexpr std::array<std::string_view, 11> times{"TIME", "EXPIRETIME", "PEXPIRETIME", "EXPIREAT",
    "PEXPIREAT", "XADD", "XINFO", "XPENDING", "XCLAIM", "XAUTOCLAIM", "XREADGROUP"};
constexpr std::array<std::string_view, 2> timeOptions{"EXAT", "PXAT"};
constexpr std::array<std::string_view, 5> hashLists{
    "HGETALL", "HKEYS", "HVALS", "HSCAN", "HRANDFIELD"};
constexpr std::array<std::string_view, 6> setLists{
    "SMEMBERS", "SINTER", "SUNION", "SDIFF", "SSCAN", "SORT"};
constexpr std::array<std::string_view, 2> setJoins{"SUNION", "SDIFF"};
constexpr std::array<std::string_view, 1> sortedSetLists{"ZSCAN"};
constexpr std::array<std::string_view, 4> forms{"OBJECT", "DUMP", "MEMORY", "DEBUG"};
constexpr std::array<std::string_view, 2> byHash{"EVALSHA", "EVALSHA_RO"};
constexpr std::array<std::string_view, 2> functionCommands{"FCALL", "FCALL_RO"};
constexpr std::array<std::string_view, 2> bySource{"EVAL", "EVAL_RO"};

void noteCommand(std::string_view name, Observations *seen)
{
    seen->time |= isOneOf(name, times) || isOneOf(name, timeOptions);
    seen->remainingSeconds |= isSameWord(name, "TTL");
    seen->remainingMs |= isSameWord(name, "PTTL");
    seen->orders.hashes |= isOneOf(name, hashLists);
    seen->orders.sets |= isOneOf(name, setLists);
    seen->orders.joinedSets |= isOneOf(name, setJoins);
    seen->orders.sortedSets |= isOneOf(name, sortedSetLists);
}

// Why a command that sees `seen` may not be sent: it sees something that is not in `known`.
QByteArray refusalOfUnknown(const Observations &seen, const Observations &known)
{
    if (seen.time && !known.time)
        return CoreText::tr("it sees the time of the server, which the states of this scenario do "
                            "not hold; write clock = true into the file")
            .toUtf8();
    const auto misses = [](bool sees, bool holds) { return sees && !holds; };
    if (misses(seen.remainingSeconds, known.remainingSeconds)
        || misses(seen.remainingMs, known.remainingMs))
        return CoreText::tr("what is done with the time that a key has left is looked for in the "
                            "file; the command's name has to stand there as a text, as in "
                            "redis.call(\"PTTL\", key)")
            .toUtf8();
    if (misses(seen.orders.hashes, known.orders.hashes)
        || misses(seen.orders.sets, known.orders.sets)
        || misses(seen.orders.joinedSets, known.orders.joinedSets)
        || misses(seen.orders.sortedSets, known.orders.sortedSets))
        return CoreText::tr("it sees the order of elements, which the states of this scenario do "
                            "not hold; the command's name has to stand in the file as a text, as "
                            "in redis.call(\"HGETALL\", key)")
            .toUtf8();
    return {};
}

const char *refusalOfName(std::string_view name, const CommandTable &commands)
{
    if (isOneOf(name, forms))
        return QT_TRANSLATE_NOOP("lockstep::CoreText",
            "it tells in which form the server keeps a value; that depends on what "
            "was done before, which no state holds");
    if (isOneOf(name, byHash))
        return QT_TRANSLATE_NOOP("lockstep::CoreText",
            "whether the server knows the script depends on what was done before, "
            "which no state holds; use EVAL or redis.script");
    if (isOneOf(name, functionCommands))
        return QT_TRANSLATE_NOOP("lockstep::CoreText",
            "a state holds no functions of the server; use EVAL or redis.script");
    const CommandTable::Place place = commands.place(name);
    if (!place.refusal && !place.isDocumented)
        return QT_TRANSLATE_NOOP("lockstep::CoreText",
            "it is not known what it sees of the server, nor what the server "
            "remembers of it");
    return nullptr;
}

bool isTimeOption(std::string_view word)
{
    return isOneOf(word, timeOptions);
}

void noteScript(std::string_view source, const ScriptCalls &calls, Observations *seen)
{
    for (const ScriptCall &call : calls.calls)
        noteCommand(viewOf(call.command), seen);
    seen->time |= calls.hidesOptions;
    forEachQuotedName(source, [&](std::string_view name, bool) { noteCommand(name, seen); });
}

} // namespace

Observations Observations::of(const Scenario &scenario)
{
    Observations seen;
    seen.time = scenario.clock;
    seen.replica = scenario.replica;
    const std::string_view source(scenario.source.constData(), size_t(scenario.source.size()));
    forEachQuotedName(source, [&](std::string_view name, bool) {
        noteCommand(name, &seen);
        if (const ServerScript *const script = serverScript(name, ScriptGuard::None))
            noteScript(script->source, ScriptCalls::of(script->source), &seen);
    });
    // Their source may be put together from pieces.
    for (const auto &[name, script] : scenario.scripts)
        noteScript(viewOf(script), ScriptCalls::of(script), &seen);
    return seen;
}

QByteArray Observations::refusalOf(
    const std::vector<std::string_view> &words, const CommandTable &commands) const
{
    const std::string_view name = words.front();
    if (const char *const refusal = refusalOfName(name, commands))
        return CoreText::tr(refusal).toUtf8();
    if (isOneOf(name, bySource) && words.size() > 1)
        return refusalOfScript(words[1], commands);
    Observations seen;
    noteCommand(name, &seen);
    const bool hasOptions = isSameWord(name, "SET") || isSameWord(name, "GETEX");
    seen.time |=
        hasOptions && words.size() > 2 && std::any_of(words.begin() + 2, words.end(), isTimeOption);
    return refusalOfUnknown(seen, *this);
}

QByteArray Observations::refusalOfScript(
    std::string_view source, const CommandTable &commands) const
{
    const ScriptCalls calls = ScriptCalls::of(source);
    if (!calls.refusal.isEmpty())
        return calls.refusal;
    if (calls.choosesReplication && replica)
        return CoreText::tr("it calls redis.set_repl, and the replica of steps gets every write; a "
                            "free run can show what becomes of it")
            .toUtf8();
    for (const ScriptCall &call : calls.calls) {
        const std::string_view name = viewOf(call.command);
        const char *const own = refusalOfName(name, commands);
        if (const char *const why = own ? own : commands.place(name).refusal)
            return CoreText::bytes(CoreText::tr("the script calls %1: %2"),
                call.command.toByteArray(), CoreText::tr(why));
    }
    if (calls.hidesOptions && !time)
        return CoreText::tr("a SET or GETEX of the script has options that its text does not name, "
                            "so it may see the server's clock; name them, or write clock = true "
                            "into the file")
            .toUtf8();
    Observations seen;
    noteScript(source, calls, &seen);
    return refusalOfUnknown(seen, *this);
}

} // namespace lockstep
