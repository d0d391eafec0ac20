#include "app/profiles/savedprofiles.h"

#include "core/redis/profiles/profileservers.h"
#include "ui/connect/profilewords.h"
#include "ui/text/errormessage.h"

#include <QCoreApplication>
#include <QSettings>

namespace lockstep {

namespace {

class SavedProfilesWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::SavedProfiles)
};

} // namespace

std::optional<QString> saveProfiles(ProfileFile &file, const Profiles &profiles)
{
    QSettings settings;
    const auto marked =
        markProduction(profiles, ProfileServers(&settings), ProductionServers(&settings));
    if (!marked)
        return errorMessage(marked.error(), {});
    const auto written = file.write(profiles);
    if (!written)
        return SavedProfilesWords::tr("Cannot write %1").arg(foreignWords(written.error().detail));
    if (!*written)
        return profilesChangedSentence();
    return std::nullopt;
}

Result<void> markProfilesOfProduction()
{
    const auto profiles = ProfileFile().read();
    if (!profiles)
        return tl::unexpected(profiles.error());
    QSettings settings;
    // What cannot be written holds for this process, and that is all that matters here.
    (void)markProduction(*profiles, ProfileServers(&settings), ProductionServers(&settings));
    return {};
}

bool learnServer(const Profile *profile, const Endpoint &endpoint, const ServerIdentity &identity)
{
    QSettings settings;
    if (profile)
        ProfileServers(&settings).learn(*profile, identity);
    return ProductionServers(&settings).recognise(endpoint, identity);
}

} // namespace lockstep
