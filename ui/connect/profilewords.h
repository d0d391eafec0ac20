#pragma once

#include "core/redis/profiles/profile.h"

#include <QString>

#include <functional>

namespace lockstep {

// Sentences about profiles, for the window and the command line.
QString environmentWord(Environment environment); // "Production"
QString mistakeSentence(ProfileMistake mistake);
// The address for a place that is narrow. Of Sentinels and of a Cluster it begins with what tells
// most, and names as many hosts as fit: "sessions · db1:26379 +2". fits: whether a text does; a
// text that does not may be returned where none does.
QString narrowAddress(const Endpoint &endpoint, const std::function<bool(const QString &)> &fits);
// Says that there is no profile of that name, and which names there are.
QString noProfileSentence(const QString &name, const Profiles &profiles);
// Says why the file of profiles is not used, and that it stays as it is. error: from
// ProfileFile::read().
QString profilesTrouble(const Error &error);
// Says that nothing was saved, because another program has written the file meanwhile.
QString profilesChangedSentence();

} // namespace lockstep
