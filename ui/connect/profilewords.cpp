#include "ui/connect/profilewords.h"

#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class ProfileWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ProfileWords)
};

} // namespace

QString environmentWord(Environment environment)
{
    switch (environment) {
    case Environment::Development:
        return ProfileWords::tr("Development");
    case Environment::Staging:
        return ProfileWords::tr("Staging");
    case Environment::Production:
        break;
    }
    return ProfileWords::tr("Production");
}

QString narrowAddress(const Endpoint &endpoint, const std::function<bool(const QString &)> &fits)
{
    const std::vector<HostPort> hosts = endpoint.hosts();
    const QString whole = foreignWords(endpoint.display());
    const bool isGroup = endpoint.isFoundBySentinels() || endpoint.isOfCluster();
    if (!isGroup || fits(whole))
        return whole;
    const QString user =
        endpoint.user.isEmpty() ? QString() : QString::fromUtf8(endpoint.user) + u'@';
    const QString group =
        endpoint.isFoundBySentinels() ? endpoint.sentinels.primary : ProfileWords::tr("Cluster");
    const QString database =
        endpoint.database == 0 ? QString() : u'/' + QString::number(endpoint.database);
    QString text;
    for (auto named = hosts.size(); named > 0; --named) {
        QStringList places;
        for (std::size_t i = 0; i < named; ++i)
            places << hosts[i].display();
        const auto others = hosts.size() - named;
        text = foreignWords(user + group + database + QStringLiteral(" · ")
            + places.join(QStringLiteral(", "))
            + (others == 0 ? QString() : QStringLiteral(" +%1").arg(others)));
        if (fits(text))
            break;
    }
    return text;
}

QString mistakeSentence(ProfileMistake mistake)
{
    switch (mistake) {
    case ProfileMistake::NoName:
        return ProfileWords::tr("A profile needs a name.");
    case ProfileMistake::LongName:
        return ProfileWords::tr("A name has at most %1 characters.").arg(mostNameLength);
    case ProfileMistake::BadCharacter:
        return ProfileWords::tr("A name has no control characters and no blanks around it, and "
                                "does not begin with a hyphen.");
    case ProfileMistake::NameTaken:
        return ProfileWords::tr("There is a profile of that name already; upper and lower case are "
                                "not told apart.");
    case ProfileMistake::ReleaseInProduction:
        break;
    }
    return ProfileWords::tr("In production no lock can be released: leave that out, or choose "
                            "another environment.");
}

QString noProfileSentence(const QString &name, const Profiles &profiles)
{
    if (profiles.empty())
        return ProfileWords::tr("There is no profile “%1”, nor any other yet. lockstep profiles "
                                "add makes one.")
            .arg(foreignWords(name));
    return ProfileWords::tr("There is no profile “%1”. There are: %2.")
        .arg(foreignWords(name), foreignWords(namesOf(profiles).join(QStringLiteral(", "))));
}

QString profilesTrouble(const Error &error)
{
    return ProfileWords::tr("The profiles cannot be used, and their file is left as it is. %1")
        .arg(errorMessage(error, {}));
}

QString profilesChangedSentence()
{
    return ProfileWords::tr("The profiles have been changed by another program since they were "
                            "read, so nothing was written. Repeat your change.");
}

} // namespace lockstep
