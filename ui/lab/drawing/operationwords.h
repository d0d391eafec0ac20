#pragma once

#include "ui/lab/tracks/roundtracks.h"

#include <QCoreApplication>
#include <QString>

namespace lockstep {

class TextLayoutCache;

// Any bytes of a scenario or a server, as one line that cannot deceive.
QString plainText(const History &history, quint32 text, qsizetype limit = 80);
QString clientName(const History &history, quint32 client);
// "7", "A-1", "3 elements", "(gone)".
QString valueWords(const History &history, const KeyChange &change);
// " ◂ B": who made it; of elements " +B-1", who came or went, where that is known.
QString authorWords(const RoundTracks &tracks, const KeyChange &change);
// "A: “free” → B", "A: “free”, nobody listens".
QString letterWords(const RoundTracks &tracks, const Letter &letter);
// "SET lock 7 NX → OK", or as much of it as the width has room for: first the arguments are cut,
// then the command's name, and the reply last; nothing, where there is no room even for that.
QString fittingWords(
    const History &history, const Operation &operation, const TextLayoutCache &texts, double width);
// "waits for lock", "deleted by A, still working", "paused, holds lock".
QString stateWords(const History &history, const LaneSpan &span);
// "waits", "expired", "deleted by A": where there is no room for more.
QString shortStateWord(const History &history, const LaneSpan &span);
// "2 holders of lock, at most 1"; for a check's own sentence, that.
QString breachWords(const CheckResult &result, const History &history);
// All that is known about an operation, a fact a line: command, reply, what it changed, where in
// the file, when and how long.
QStringList operationFacts(const RoundTracks &tracks, quint32 operation);

} // namespace lockstep
