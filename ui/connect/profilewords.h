#pragma once

#include "core/redis/profiles/profile.h"

#include <QString>

namespace lockstep {

// What is said of profiles, in the window and on the command line.
QString environmentWord(Environment environment); // "Production"
QString mistakeSentence(ProfileMistake mistake);
// There is no profile of that name; names those there are.
QString noProfileSentence(const QString &name, const Profiles &profiles);
// Why the file of the profiles is not used, and that it stays as it is.
// error: of ProfileFile::read().
QString profilesTrouble(const Error &error);
// That what was to be saved was not, because another program wrote the file meanwhile.
QString profilesChangedSentence();

} // namespace lockstep
