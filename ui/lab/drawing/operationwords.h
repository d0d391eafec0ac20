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
QString messageWords(const RoundTracks &tracks, const PublishedMessage &message);
// A command's words in the picture: in one row, or its reply in a second one.
struct CommandWords
{
    QString command; // "SET lock 7 NX → OK"; with a second row without the reply
    QString reply; // "→ OK"; empty: there is no second row
};
// As much of it as the width has room for: first the arguments are cut. Where that is not enough,
// the reply goes into the second row if there may be one; else the command's name is cut, and the
// reply last. Nothing, where there is no room even for that.
CommandWords fittingWords(const RoundTracks &tracks, const Operation &operation,
    const TextLayoutCache &texts, double width, bool hasRowBelow);
// "waits for lock", "deleted by A, still working", "paused, holds lock".
QString stateWords(const History &history, const LaneSpan &span);
// "waits", "expired", "deleted by A": where there is no room for more.
QString shortStateWord(const History &history, const LaneSpan &span);
// "2 holders of lock, at most 1"; for a check's own sentence, that.
QString violationWords(const CheckResult &result, const History &history);
// All that is known about an operation, a fact a line: command, reply, what it changed, where in
// the file, when and how long.
QStringList operationFacts(const RoundTracks &tracks, quint32 operation);

} // namespace lockstep
