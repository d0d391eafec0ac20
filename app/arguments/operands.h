#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// Takes the words that are no options: a page, a scenario, files, a name. Errors: BadInput, with
// what is possible there.
Result<void> takeOperands(Arguments &arguments, QStringList words);

// Whether the word is the Lab page of a picture, "lab:…", or its beginning without an id.
bool isLabPage(const QString &word);
// Whether the word is the page of a recording, "recording:…".
bool isRecordingPage(const QString &word);
// Whether that page names a trace, or an exploration.
bool namesTrace(const QString &page);

} // namespace lockstep
