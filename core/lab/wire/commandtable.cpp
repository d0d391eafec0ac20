// The server tells where the keys of its commands are; for the few whose keys it does not tell they
// are written down (keyplaces.cpp). A command whose keys cannot be told is refused: it could touch
// keys that are not the run's.

#include "core/lab/wire/commandtable.h"

#include "core/lab/wire/commandrefusal.h"
#include "core/redis/values/coretext.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lockstep {

namespace {

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
}

bool hasFlag(const Reply &flags, const char *name)
{
    return std::any_of(flags.elements.begin(), flags.elements.end(),
        [&](const Reply &each) { return each.text == name; });
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
    void addRow(const std::string &name, const std::vector<Reply> &parts);
    void addWordCount(const std::vector<Reply> &parts);
    Place ask(const std::string &name);

    std::unordered_map<std::string, Place, NameHash, std::equal_to<>> places;
    struct WordCount
    {
        QByteArray name; // as the server writes it in errors
        qint64 arity = 0; // number of words, with the command's name; negative: at least so many
        bool hasSubcommands = false;
    };
    std::map<QByteArray, WordCount> wordCounts; // by name in capitals; of subcommands XGROUP|CREATE
    ServerOwner owner = ServerOwner::Lab;
    Ask source;
    std::optional<Error> failed;
};

Result<void> CommandTable::Private::add(const Reply &reply)
{
    if (!reply.isArray())
        return lockstep::failure(
            ErrorCode::ProtocolError, CoreText::tr("this is no reply to COMMAND"));
    for (const Reply &each : reply.elements) {
        if (each.isNil())
            continue;
        const auto &parts = each.elements;
        if (parts.size() < 6 || !parts[0].isText() || !parts[2].isArray() || !parts[3].isInteger()
            || !parts[4].isInteger() || !parts[5].isInteger())
            return lockstep::failure(
                ErrorCode::ProtocolError, CoreText::tr("this is no reply to COMMAND"));
        addRow(parts[0].text.toUpper().toStdString(), parts);
    }
    return {};
}

void CommandTable::Private::addRow(const std::string &name, const std::vector<Reply> &parts)
{
    const Reply &flags = parts[2];
    const KeyPlaces told{
        int(parts[3].integer), int(parts[4].integer), int(parts[5].integer), 0, 0, false};
    const KeyPlaces *const own = keyPlacesNotTold(name);
    Place place{own ? *own : told, true, nullptr, hasFlag(flags, "write"),
        hasFlag(flags, "readonly") && !isReaderThatWrites(name)};
    place.isDocumented = isDocumented(name) && !hasFlag(flags, "module");
    place.refusal = refusalOf(name, hasFlag(flags, "admin"), hasFlag(flags, "blocking"),
        hasFlag(flags, "random"), !own && hasFlag(flags, "movablekeys"));
    if (!place.refusal && owner == ServerOwner::User)
        place.refusal = refusalOnUsersServer(name, told, hasFlag(flags, "module"));
    places.emplace(name, place);
    addWordCount(parts);
}

// From Redis 7.0 on a command's subcommands are rows of their own within its row, named
// xgroup|create; before, a subcommand is an argument like any other.
void CommandTable::Private::addWordCount(const std::vector<Reply> &parts)
{
    const bool hasSubcommands =
        parts.size() > 9 && parts[9].isArray() && !parts[9].elements.empty();
    wordCounts[parts[0].text.toUpper()] = {parts[0].text, parts[1].integer, hasSubcommands};
    if (!hasSubcommands)
        return;
    for (const Reply &each : parts[9].elements) {
        if (each.isArray() && each.elements.size() > 1)
            addWordCount(each.elements);
    }
}

CommandTable::Place CommandTable::Private::ask(const std::string &name)
{
    const auto reply = failed ? tl::unexpected(*failed) : source(name);
    const Result<void> added = reply ? add(*reply) : tl::unexpected(reply.error());
    if (!added) {
        failed = added.error();
        return {};
    }
    return places[name]; // stays unknown if the reply has no row for it
}

bool isReaderThatWrites(std::string_view name)
{
    return name == "PFCOUNT";
}

Result<CommandTable> CommandTable::fromReply(const Reply &reply, ServerOwner owner)
{
    auto table = std::make_shared<Private>();
    table->owner = owner;
    if (const auto added = table->add(reply); !added)
        return tl::unexpected(added.error());
    if (table->places.empty())
        return lockstep::failure(
            ErrorCode::ProtocolError, CoreText::tr("this is no reply to COMMAND"));
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

// In the words and in the order of processCommand() in Redis' server.c.
void CommandTable::refuseWords(const std::vector<std::string_view> &words, std::string *error) const
{
    if (!place(words[0]).known)
        return;
    const QByteArray name = QByteArray(words[0].data(), qsizetype(words[0].size())).toUpper();
    auto found = d->wordCounts.find(name);
    if (found->second.hasSubcommands && words.size() > 1) {
        const QByteArray subcommand(words[1].data(), qsizetype(words[1].size()));
        found = d->wordCounts.find(name + '|' + subcommand.toUpper());
        if (found == d->wordCounts.end()) {
            constexpr qsizetype longestShown = 128; // bytes
            QByteArray shown(subcommand.constData()); // up to a zero byte
            shown = shown.left(longestShown).replace('\r', ' ').replace('\n', ' ');
            *error =
                ("ERR unknown subcommand '" + shown + "'. Try " + name + " HELP.").toStdString();
            return;
        }
    }
    const auto &[shownName, arity, hasSubcommands] = found->second;
    const auto count = qint64(words.size());
    if (arity > 0 ? count != arity : count < -arity)
        *error = ("ERR wrong number of arguments for '" + shownName + "' command").toStdString();
}

std::optional<Error> CommandTable::failure() const
{
    return d ? d->failed : std::nullopt;
}

CommandTable::ServerOwner CommandTable::serverOwner() const
{
    return d ? d->owner : ServerOwner::Lab;
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

} // namespace lockstep
