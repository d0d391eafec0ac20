#pragma once

#include "core/redis/profiles/profile.h"

namespace lockstep {

// {"version": 1, "profiles": [{"name", "environment", "address", "rules", "release"}]}, where
// "rules" and "release" may be missing. The address is a URI without passwords, with TLS files and
// map. No field is ever a secret, so that the text may be handed on.
QByteArray profilesToJson(const Profiles &profiles);

// where: the file, for the sentence. Errors: BadInput, which names the place and what was expected;
// so is a version that this program does not know, and a field, because it would be lost as soon as
// the file is written.
Result<Profiles> profilesFromJson(const QByteArray &json, const QString &where);

} // namespace lockstep
