#pragma once

#include <QString>

#include <optional>

namespace lockstep {

// Sentences on what a recording knows of a moment. Times are milliseconds since 1970, UTC.

// address, server: what was watched, "redis 7.0.15". isComplete: all keys had been looked at.
// doubtful: of how many objects it is not certain.
QString seenNote(const QString &address, const QString &server, bool isComplete, int doubtful);
// Why nothing was seen for a time: "the connection was lost". cause: see RecordedGap::cause.
QString gapCauseText(const QString &cause);
// node: of a Cluster; empty: all that was watched.
QString gapNote(
    qint64 since, std::optional<qint64> until, const QString &cause, const QString &node);
// Tells until when it was recorded before the moment, and from when on after it; nothing: never.
QString notRecordedNote(std::optional<qint64> until, std::optional<qint64> from);

} // namespace lockstep
