#pragma once

#include "app/arguments/arguments.h"

#include <QStringList>

#include <chrono>

namespace lockstep {

// Read the values of options: each function puts the text behind an option into the arguments.
// Errors: BadInput, BadUri (--uri, --map) or FileUnreadable (the password files), with a sentence
// that says what the option takes, or why the file cannot be read.
Result<void> takeUri(Arguments &arguments, const QString &text);
// Reads the file of profiles. Errors: BadInput also if that cannot be used or has no such name.
Result<void> takeProfile(Arguments &arguments, const QString &name);
Result<void> takeEnvironment(Arguments &arguments, const QString &name);
Result<void> takePasswordFile(Arguments &arguments, const QString &file);
Result<void> takeSentinelPasswordFile(Arguments &arguments, const QString &file);
Result<void> takeMap(Arguments &arguments, const QString &text);
Result<void> takeFamily(Arguments &arguments, const QString &text);
Result<void> takeFilter(Arguments &arguments, const QString &text);
Result<void> takeOnAlert(Arguments &arguments, const QString &text);
Result<void> takeTop(Arguments &arguments, const QString &text);
Result<void> takeMetrics(Arguments &arguments, const QString &text);
Result<void> takeKeep(Arguments &arguments, const QString &text);
Result<void> takeGlob(Arguments &arguments, const QString &text);
Result<void> takeSize(Arguments &arguments, const QString &text);
Result<void> takeScale(Arguments &arguments, const QString &text);
Result<void> takeRights(Arguments &arguments, Arguments::Rights rights);

// The words that --family, --only and --theme take.
QStringList possibleFamilies();
QStringList possibleParts();
QStringList possibleThemes();

// Reads a number of seconds, from 0 to 2,000,000, with decimals. option: its name, for the
// sentence. Errors: BadInput.
Result<std::chrono::milliseconds> durationOfSeconds(const QString &text, const char *option);

// The error BadInput with a sentence that says what is possible.
tl::unexpected<Error> badInput(const QString &sentence);

// The word as it is repeated in a message: an address without its password; "…" for one that may be
// an address that cannot be read, because it may hold a password.
QString withoutAddress(const QString &word);

} // namespace lockstep
