// The server tells where the keys of its commands are; only for the few that say how many keys
// follow (numkeys), and for subcommands, whose place differs between servers, it is written down
// here. A command whose keys cannot be told is refused: it could touch keys that are not the run's.

#include "core/lab/commandtable.h"

#include "core/lab/commandrefusal.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace lockstep {

namespace {

struct Known
{
    std::string_view name;
    int first, last, step, numberOfKeysAt, channelAt;
};

// https://redis.io/docs/latest/commands/
constexpr std::array<Known, 21> known{{
    {"EVAL", 0, 0, 0, 2, 0},
    {"EVALSHA", 0, 0, 0, 2, 0},
    {"EVAL_RO", 0, 0, 0, 2, 0},
    {"EVALSHA_RO", 0, 0, 0, 2, 0},
    {"FCALL", 0, 0, 0, 2, 0},
    {"FCALL_RO", 0, 0, 0, 2, 0},
    {"ZUNIONSTORE", 1, 1, 1, 2, 0},
    {"ZINTERSTORE", 1, 1, 1, 2, 0},
    {"ZDIFFSTORE", 1, 1, 1, 2, 0},
    {"ZUNION", 0, 0, 0, 1, 0},
    {"ZINTER", 0, 0, 0, 1, 0},
    {"ZDIFF", 0, 0, 0, 1, 0},
    {"ZINTERCARD", 0, 0, 0, 1, 0},
    {"SINTERCARD", 0, 0, 0, 1, 0},
    {"LMPOP", 0, 0, 0, 1, 0},
    {"ZMPOP", 0, 0, 0, 1, 0},
    {"PUBLISH", 0, 0, 0, 0, 1},
    {"SPUBLISH", 0, 0, 0, 0, 1},
    {"OBJECT", 2, 2, 1, 0, 0},
    {"XINFO", 2, 2, 1, 0, 0},
    {"XGROUP", 2, 2, 1, 0, 0},
}};

// What is left to the words: XREAD … STREAMS key key id id.
bool hasStreams(std::string_view name)
{
    return name == "XREAD" || name == "XREADGROUP";
}

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
}

bool isSame(std::string_view word, std::string_view upperCase)
{
    return std::equal(word.begin(), word.end(), upperCase.begin(), upperCase.end(),
        [](char a, char b) { return upper(a) == b; });
}

bool hasFlag(const Reply &flags, const char *name)
{
    return std::any_of(flags.elements.begin(), flags.elements.end(),
        [&](const Reply &each) { return each.text == name; });
}

int numberIn(std::string_view word)
{
    int number = 0;
    for (const char c : word) {
        if (c < '0' || c > '9' || number > 100'000)
            return 0;
        number = number * 10 + (c - '0');
    }
    return number;
}

struct NameHash
{
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
};

} // namespace

class CommandTable::Private
{
public:
    // The rows of a reply to COMMAND, or to COMMAND INFO.
    Result<void> add(const Reply &reply);
    Place ask(const std::string &name);

    std::unordered_map<std::string, Place, NameHash, std::equal_to<>> places;
    Ask source;
    std::optional<Error> failed;
};

Result<void> CommandTable::Private::add(const Reply &reply)
{
    if (!reply.isArray())
        return lockstep::failure(
            ErrorCode::ProtocolError, QStringLiteral("this is no reply to COMMAND"));
    for (const Reply &each : reply.elements) {
        if (each.isNil())
            continue;
        const auto &parts = each.elements;
        if (parts.size() < 6 || !parts[0].isText() || !parts[2].isArray() || !parts[3].isInteger()
            || !parts[4].isInteger() || !parts[5].isInteger())
            return lockstep::failure(
                ErrorCode::ProtocolError, QStringLiteral("this is no reply to COMMAND"));
        const std::string name = parts[0].text.toUpper().toStdString();
        Place place{true, nullptr, hasFlag(parts[2], "write"), int(parts[3].integer),
            int(parts[4].integer), int(parts[5].integer), 0, 0};
        const auto own = std::find_if(
            known.begin(), known.end(), [&](const Known &row) { return row.name == name; });
        if (own != known.end()) {
            place.first = own->first;
            place.last = own->last;
            place.step = own->step;
            place.numberOfKeysAt = own->numberOfKeysAt;
            place.channelAt = own->channelAt;
        }
        const bool isTold = own != known.end() || hasStreams(name);
        place.refusal = refusalOf(name, hasFlag(parts[2], "admin"), hasFlag(parts[2], "blocking"),
            hasFlag(parts[2], "random"), !isTold && hasFlag(parts[2], "movablekeys"));
        places.emplace(name, place);
    }
    return {};
}

CommandTable::Place CommandTable::Private::ask(const std::string &name)
{
    const auto reply = failed ? tl::unexpected(*failed) : source(name);
    const Result<void> added = reply ? add(*reply) : tl::unexpected(reply.error());
    if (!added) {
        failed = added.error();
        return {};
    }
    return places[name]; // it does not exist where the reply says nothing of it
}

Result<CommandTable> CommandTable::fromReply(const Reply &reply)
{
    auto table = std::make_shared<Private>();
    if (const auto added = table->add(reply); !added)
        return tl::unexpected(added.error());
    if (table->places.empty())
        return lockstep::failure(
            ErrorCode::ProtocolError, QStringLiteral("this is no reply to COMMAND"));
    CommandTable result;
    result.d = std::move(table);
    return result;
}

CommandTable CommandTable::asking(Ask ask)
{
    CommandTable result;
    result.d = std::make_shared<Private>();
    result.d->source = std::move(ask);
    return result;
}

std::optional<Error> CommandTable::failure() const
{
    return d ? d->failed : std::nullopt;
}

CommandTable::Place CommandTable::place(std::string_view name) const
{
    char buffer[32];
    if (!d || name.size() > sizeof buffer)
        return {};
    std::transform(name.begin(), name.end(), buffer, upper);
    const auto found = d->places.find(std::string_view(buffer, name.size()));
    if (found != d->places.end())
        return found->second;
    return d->source ? d->ask(std::string(buffer, name.size())) : Place{};
}

std::vector<int> CommandTable::keysOf(const std::vector<std::string_view> &words) const
{
    std::vector<int> keys;
    if (words.empty())
        return keys;
    const Place at = place(words[0]);
    const int count = int(words.size());
    if (at.first > 0) {
        const int last = std::min(at.last < 0 ? count + at.last : at.last, count - 1);
        for (int i = at.first; i <= last; i += std::max(1, at.step))
            keys.push_back(i);
    }
    if (at.numberOfKeysAt > 0 && at.numberOfKeysAt < count) {
        const int number = numberIn(words[size_t(at.numberOfKeysAt)]);
        for (int i = 1; i <= number && at.numberOfKeysAt + i < count; ++i)
            keys.push_back(at.numberOfKeysAt + i);
    }
    if (isSame(words[0], "XREAD") || isSame(words[0], "XREADGROUP")) {
        const auto streams = std::find_if(
            words.begin(), words.end(), [](auto word) { return isSame(word, "STREAMS"); });
        const int from = int(streams - words.begin()) + 1;
        keys.clear();
        for (int i = from; i < from + (count - from) / 2; ++i)
            keys.push_back(i);
    }
    return keys;
}

} // namespace lockstep
