#pragma once

#include "core/coordination/counts/daypattern.h"
#include "core/redis/connection/connection.h"

#include <QTimeZone>

#include <chrono>

namespace lockstep {

// The options of a DailyCounter.
struct DailyCounterOptions
{
    // Defines midnight. The default is UTC, so that all programs agree wherever they run; the zone
    // of the machine is never used.
    QTimeZone timeZone = QTimeZone::utc();
    std::chrono::milliseconds keep = std::chrono::hours(24 * 30); // after the end of the day
};

// Counts per user and day, each on a key of its own, which expires some time after the day.
//
// The day is that of the server's clock, which is asked for in each call before counting. So a call
// takes two round trips, and around midnight it belongs to the day on which it began.
//
// Connection, thread and errors are as for Counter. Further errors: BadInput for an invalid
// pattern, for a user without a place in the pattern, and for an expiry out of bounds (bounds.h).
// mayHaveRun is set only if the call may have been counted.
class DailyCounter
{
public:
    DailyCounter(Connection *connection, const QByteArray &pattern = "<user>:<yyyy.m.d>",
        const DailyCounterOptions &options = {}); // see DayPattern

    // Counts for today and returns the value afterwards.
    [[nodiscard]] QCoro::Task<Result<qint64>> increment(QByteArray user = {}, qint64 by = 1) const;
    [[nodiscard]] QCoro::Task<Result<qint64>> value(QByteArray user = {}) const; // of today
    // The server's date, in the time zone of the options.
    [[nodiscard]] QCoro::Task<Result<QDate>> today() const;

private:
    [[nodiscard]] Result<DayPattern> patternFor(const QByteArray &user) const;

    Connection *m_connection;
    Result<DayPattern> m_pattern;
    DailyCounterOptions m_options;
};

} // namespace lockstep
