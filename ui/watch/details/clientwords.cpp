#include "ui/watch/details/clientwords.h"

#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/watchtext/statussentence.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockstep {

namespace {

constexpr size_t mostTold = 8; // connections that are listed

class ClientWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ClientWords)
};

QString groundSentence(const ClientMatch &match)
{
    switch (match.property) {
    case MatchedProperty::Name:
        return ClientWords::tr("The token contains its name “%1”.")
            .arg(wording::key(match.client.name));
    case MatchedProperty::Address:
        return ClientWords::tr("The token contains its address.");
    case MatchedProperty::Id:
        return ClientWords::tr("The token contains its client id.");
    }
    return {};
}

QString clientLine(const ClientMatch &match)
{
    const ClientEntry &client = match.client;
    QStringList parts{ClientWords::tr("%1, id %2", "the address of a connection, and its number")
                          .arg(wording::key(client.address))
                          .arg(client.id)};
    if (!client.name.isEmpty())
        parts << ClientWords::tr("name %1").arg(wording::key(client.name));
    parts << ClientWords::tr("connected for %1").arg(wording::age(client.age))
          << ClientWords::tr("idle for %1").arg(wording::age(client.idle));
    if (!client.lastCommand.isEmpty())
        parts << ClientWords::tr("last command %1")
                     .arg(wording::key(client.lastCommand.toUpper().replace('|', ' ')));
    return parts.join(QStringLiteral(" · ")) + u'\n' + groundSentence(match);
}

QString troubleSentence(const ClientList &list)
{
    MissingPermission missing;
    missing.command = list.refused;
    if (list.trouble->code == ErrorCode::NoPerm)
        return ClientWords::tr(
            "%1 is not permitted, so connections cannot be listed. Add %2 to the user's "
            "ACL rules.")
            .arg(QString::fromUtf8(list.refused), aclRule(missing));
    if (list.trouble->code == ErrorCode::UnknownCommand)
        return ClientWords::tr("This server does not know %1, so connections cannot be listed.")
            .arg(QString::fromUtf8(list.refused));
    return errorMessage(*list.trouble, {});
}

} // namespace

QString clientSentence(const Holder &holder, const ClientList &list)
{
    if (list.trouble)
        return troubleSentence(list);
    if (list.tooMany)
        return ClientWords::tr(
            "The server has %1 connections. Listing so many would hold it up, so they are "
            "not listed.")
            .arg(wording::number(double(list.connected)));
    const std::vector<ClientMatch> matches = clientsOf(holder, list.clients);
    if (matches.empty())
        return ClientWords::tr("Nothing in the token names one of the server's %n connections.",
            nullptr, int(list.clients.size()));
    QStringList lines;
    if (matches.size() > 1)
        lines << ClientWords::tr("The token names %n connections:", nullptr, int(matches.size()));
    for (size_t i = 0; i < matches.size() && i < mostTold; ++i)
        lines << clientLine(matches[i]);
    if (matches.size() > mostTold)
        lines << ClientWords::tr("and %n more", nullptr, int(matches.size() - mostTold));
    return lines.join(u'\n');
}

} // namespace lockstep
