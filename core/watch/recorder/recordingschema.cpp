// The tables of a recording. Rows are never changed once they are written, except for the end of a
// session, of a gap and of an alert. Each row has a check over its other columns (rowCheck). The
// rows of `events` and `readings` share one sequence of ids, and each batch has the first and the
// last id that it wrote. So damaged and missing rows are detected without a second copy of
// anything.
//
// Nearly all bytes of a file are rows of `events` and `readings`. These tables have few columns,
// because even an absent value takes a byte: what only few rows have is in `detail`, as JSON.
//
// Rejected: one blob for all events of a second. It takes a third of the space, but no tool can
// read it.

#include "core/watch/recorder/recordingschema.h"

namespace lockstep {

QStringList recordingSchema(quint32 version)
{
    QString view = QStringLiteral(
        "CREATE VIEW event_lines AS SELECT events.id, "
        "strftime('%Y-%m-%dT%H:%M:%fZ', events.at / 1000.0, 'unixepoch') AS at, "
        "CASE events.kind WHEN 0 THEN 'appeared' WHEN 1 THEN 'acquired' WHEN 2 THEN 'renewed' "
        "WHEN 3 THEN 'deadlineChanged' WHEN 4 THEN 'released' WHEN 5 THEN 'expired' "
        "WHEN 6 THEN 'handedOver' WHEN 7 THEN 'exhausted' WHEN 8 THEN 'gone' "
        "WHEN 9 THEN 'movedAway' WHEN 10 THEN 'restarted' WHEN 11 THEN 'releasedByHand' "
        "WHEN 12 THEN 'unseen' WHEN 13 THEN 'firing' WHEN 14 THEN 'resolved'"
        " WHEN 15 THEN 'maybeMissed' END AS event, "
        "items.family, CAST(items.\"key\" AS TEXT) AS \"key\", "
        "CAST(holders.token AS TEXT) AS holder, events.ttl AS ttlAfterMs, events.detail "
        "FROM events LEFT JOIN items ON items.id = events.item "
        "LEFT JOIN holders ON holders.id = events.holder");
    if (version < 2)
        view.remove(QLatin1String(" WHEN 15 THEN 'maybeMissed'"));
    return {
        QStringLiteral("CREATE TABLE sessions (id INTEGER PRIMARY KEY, began_at INTEGER, "
                       "kept_from INTEGER, complete_at INTEGER, seen_until INTEGER, "
                       "ended_at INTEGER, address TEXT, server TEXT, prefix BLOB, "
                       "check_sum INTEGER)"),
        QStringLiteral("CREATE TABLE batches (id INTEGER PRIMARY KEY, session INTEGER, "
                       "first_row INTEGER, last_row INTEGER, from_at INTEGER, to_at INTEGER, "
                       "is_checkpoint INTEGER, check_sum INTEGER)"),
        QStringLiteral("CREATE TABLE items (id INTEGER PRIMARY KEY, \"key\" BLOB, family TEXT, "
                       "detail TEXT, check_sum INTEGER)"),
        QStringLiteral("CREATE TABLE holders (id INTEGER PRIMARY KEY, token BLOB, detail TEXT, "
                       "check_sum INTEGER)"),
        QStringLiteral("CREATE TABLE events (id INTEGER PRIMARY KEY, at INTEGER, item INTEGER, "
                       "kind INTEGER, holder INTEGER, ttl INTEGER, detail TEXT, "
                       "check_sum INTEGER)"),
        QStringLiteral("CREATE INDEX events_by_item ON events (item)"),
        QStringLiteral("CREATE TABLE readings (id INTEGER PRIMARY KEY, at INTEGER, item INTEGER, "
                       "state INTEGER, value, max, ttl INTEGER, holder INTEGER, age INTEGER, "
                       "renewals INTEGER, lease INTEGER, waiters INTEGER, detail TEXT, "
                       "check_sum INTEGER)"),
        QStringLiteral("CREATE INDEX readings_by_item ON readings (item)"),
        QStringLiteral("CREATE TABLE gaps (id INTEGER PRIMARY KEY, session INTEGER, row INTEGER, "
                       "since INTEGER, until INTEGER, cause TEXT, node TEXT, slots TEXT, "
                       "check_sum INTEGER)"),
        QStringLiteral("CREATE TABLE alerts (id INTEGER PRIMARY KEY, session INTEGER, "
                       "item INTEGER, fired_at INTEGER, ended_at INTEGER, holder INTEGER, "
                       "value, detail TEXT, check_sum INTEGER)"),
        view,
    };
}

} // namespace lockstep
