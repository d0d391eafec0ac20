#pragma once

#include <QSettings>

namespace lockstep {

// The format in which settings are kept, in the file that QSettings would write itself: a JSON
// object of all keys, with {"base64": "…"} for bytes. Unlike in Qt's own format, a disk that is
// full leaves the file as it was (status() is AccessError then). A file in Qt's own format is read,
// too, and becomes JSON when something is written.
QSettings::Format settingsFormat();

} // namespace lockstep
