// What counts as certain, and nothing else: the token contains, as a word of its own,
//
// - the connection's name, if that has three characters or more and a letter among them. Several
//   connections may have the name; then all of them are meant, because a pool gives its name to
//   each;
// - its address and port. A host alone is not enough, and the address of a unix socket is the same
//   for all of its connections;
// - its id, after the words "client id". Any other number may be a process, a thread or a count.

#include "core/watch/link/clientlist.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

bool isWordCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || uchar(c) >= 0x80;
}

bool containsWord(const QByteArray &text, const QByteArray &word)
{
    for (auto at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        const auto end = at + word.size();
        const bool begins = at == 0 || !isWordCharacter(text[at - 1]);
        if (begins && (end == text.size() || !isWordCharacter(text[end])))
            return true;
    }
    return false;
}

bool isTelling(const QByteArray &name)
{
    return name.size() >= 3 && std::any_of(name.begin(), name.end(), [](char c) {
        return isWordCharacter(c) && !(c >= '0' && c <= '9');
    });
}

// An address without a port that is its own is shared by many connections.
bool isOwnAddress(const QByteArray &address)
{
    const auto colon = address.lastIndexOf(':');
    return colon > 0 && address.mid(colon + 1).toInt() > 0;
}

std::optional<qint64> idIn(const QByteArray &token)
{
    static const QRegularExpression pattern(
        QStringLiteral("(?<![0-9a-z])client[-_ ]?id[-_:=#/ ]+([0-9]{1,18})(?![0-9a-z])"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(QString::fromLatin1(token));
    return match.hasMatch() ? std::optional(match.captured(1).toLongLong()) : std::nullopt;
}

void take(ClientEntry &client, const QByteArray &field, const QByteArray &value)
{
    if (field == "id")
        client.id = value.toLongLong();
    else if (field == "addr")
        client.address = value;
    else if (field == "name")
        client.name = value;
    else if (field == "user")
        client.user = value;
    else if (field == "cmd" && value != "NULL")
        client.lastCommand = value;
    else if (field == "age")
        client.age = std::chrono::seconds(value.toLongLong());
    else if (field == "idle")
        client.idle = std::chrono::seconds(value.toLongLong());
}

} // namespace

std::vector<ClientEntry> clientsFrom(const QByteArray &text)
{
    std::vector<ClientEntry> clients;
    for (const QByteArray &line : text.split('\n')) {
        ClientEntry client;
        for (const QByteArray &part : line.trimmed().split(' ')) {
            if (const auto equals = part.indexOf('='); equals > 0)
                take(client, part.first(equals), part.sliced(equals + 1));
        }
        if (client.id > 0)
            clients.push_back(std::move(client));
    }
    return clients;
}

std::vector<ClientMatch> clientsOf(const Holder &holder, const std::vector<ClientEntry> &clients)
{
    std::vector<ClientMatch> matches;
    const auto id = idIn(holder.token);
    for (const ClientEntry &client : clients) {
        if (id == client.id)
            matches.push_back({client, MatchedProperty::Id});
        else if (isOwnAddress(client.address) && containsWord(holder.token, client.address))
            matches.push_back({client, MatchedProperty::Address});
        else if (isTelling(client.name) && containsWord(holder.token, client.name))
            matches.push_back({client, MatchedProperty::Name});
    }
    return matches;
}

} // namespace lockstep
