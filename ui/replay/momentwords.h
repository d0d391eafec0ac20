#pragma once

#include <QString>

#include <optional>

namespace lockstep {

// Sentences on what a recording knows of a moment. Times are milliseconds since 1970, UTC.

// address, server: what was watched, "redis 7.0.15". isComplete: all keys had been looked at.
QString seenNote(const QString &address, const QString &server, bool isComplete);
// cause: as gapId() has it, or "overflow". node: of a Cluster; empty: all that was watched.
QString gapNote(
    qint64 since, std::optional<qint64> until, const QString &cause, const QString &node);
// Until when it was recorded before the moment, and from when on after it; nothing: never.
QString notRecordedNote(std::optional<qint64> until, std::optional<qint64> from);

} // namespace lockstep
