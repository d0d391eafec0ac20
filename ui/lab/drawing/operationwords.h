#pragma once

#include "ui/lab/tracks/roundtracks.h"

#include <QCoreApplication>
#include <QString>

namespace lockstep {

class TextWidths;

// Any bytes of a scenario or a server, as one line that cannot deceive.
QString plainText(const History &history, quint32 text, qsizetype limit = 80);
QString clientName(const History &history, quint32 client);
// "SET lock 7 NX → OK", or as much of it as the width has room for: the command's name and reply,
// the name alone, nothing.
QString fittingWords(
    const History &history, const Operation &operation, const TextWidths &widths, double width);
// "waits for lock", "lease gone, still working".
QString stateWords(const History &history, const LaneSpan &span);
// "waits", "expired": where there is no room for more.
QString shortStateWord(LaneSpan::State state);
// "2 holders of lock, at most 1"; for a check's own sentence, that.
QString breachWords(const CheckResult &result, const History &history);
// All that is known about an operation, a fact a line: command, reply, what it changed, where in
// the file, when and how long.
QStringList operationFacts(const RoundTracks &tracks, quint32 operation);

} // namespace lockstep
