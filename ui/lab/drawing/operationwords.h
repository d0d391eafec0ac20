#pragma once

#include "ui/lab/tracks/roundtracks.h"

#include <QCoreApplication>
#include <QString>

namespace lockstep {

class TextLayoutCache;

// Bytes from a scenario or a server as one printable line: no line breaks, no control characters.
// text: its number in History::texts.
QString plainText(const History &history, quint32 text, qsizetype limit = 80);
QString clientName(const History &history, quint32 client);
// "7", "A-1", "3 elements", "(gone)".
QString valueWords(const History &history, const KeyChange &change);
// The author of a change: " ◂ B". For a collection, the element that was added or removed: " +B-1".
// Empty if that is not known.
QString authorWords(const RoundTracks &tracks, const KeyChange &change);
// Says, for example, "A: “free” → B" or "A: “free”, nobody listens".
QString messageWords(const RoundTracks &tracks, const PublishedMessage &message);
// The label of a command in the picture: one row, or two with the reply in the second.
struct CommandWords
{
    QString command; // "SET lock 7 NX → OK", or without the reply if that has its own row
    QString reply; // "→ OK"; empty if there is no second row
};
// Returns as much of the label as fits into the width, in pixels. First the arguments are cut. If
// that is not enough, the reply moves to the second row where hasRowBelow allows one; otherwise the
// command's name is cut, and the reply last. Both texts are empty if nothing fits.
CommandWords fittingWords(const RoundTracks &tracks, const Operation &operation,
    const TextLayoutCache &texts, double width, bool hasRowBelow);
// "waits for lock", "deleted by A, still working", "paused, holds lock".
QString stateWords(const History &history, const LaneSpan &span);
// A shorter form of stateWords() for narrow boxes: "waits", "expired", "deleted by A".
QString shortStateWord(const History &history, const LaneSpan &span);
// "2 holders of lock, at most 1", or the check's own sentence if it has one.
QString violationWords(const CheckResult &result, const History &history);
// Everything that is known about an operation, one fact a line: command, reply, what it changed,
// its line in the file, when it was sent and how long it took.
QStringList operationFacts(const RoundTracks &tracks, quint32 operation);

} // namespace lockstep
