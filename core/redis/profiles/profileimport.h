#pragma once

#include "core/redis/profiles/profile.h"

#include <QStringList>

namespace lockstep {

// The profiles found in a file that another program, or a person, wrote.
struct ImportedProfiles
{
    // With the passwords that the file has: they are for the keychain, and go with the endpoint
    // only until then. Names are as in the file; two may be the same.
    Profiles profiles;
    // Whether the file says of each which environment it is; else it is the one that was given.
    bool saysEnvironment = false;
    QStringList remarks; // in English: what was left out, or could not be taken over, and why
    int leftOut = 0; // the lines or entries among them of which no profile could be made
};

// Reads what `lockstep profiles export` wrote, what RedisInsight exports, or addresses, one a line,
// with or without a name beside them; a line that begins with # is a comment.
// environment: of those of which the file does not say one. where: the file, for sentences.
// Errors: BadInput, where it is none of these, or nothing in it can be used.
Result<ImportedProfiles> importProfiles(
    const QByteArray &text, Environment environment, const QString &where);

// The imported profiles, by what becomes of them.
struct SortedImport
{
    Profiles added; // those that are new, with names that are free
    Profiles present; // those whose name and address are there already: they are left out
};
SortedImport sortImport(const Profiles &present, const Profiles &imported);

} // namespace lockstep
