#pragma once

#include "core/coordination/counts/daypattern.h"
#include "core/redis/connection/connection.h"

#include <QTimeZone>

#include <chrono>

namespace lockstep {

struct DailyCounterOptions
{
    // Where midnight is. UTC, so that all programs agree wherever they run; never the zone of the
    // machine.
    QTimeZone timeZone = QTimeZone::utc();
    std::chrono::milliseconds keep = std::chrono::hours(24 * 30); // after the day's end
};

// Counts for each user and day on a key of their own, which goes away some time after the day.
//
// Which day it is says the server's clock, asked with each call before it counts: at midnight a
// call belongs to the day on which it began. So a call takes two round trips.
//
// Connection, thread and errors as Counter; further BadInput: a pattern that is none, a user where
// the pattern has no place for one, an expiry out of bounds (bounds.h). mayHaveRun is set only if
// it may have been counted.
class DailyCounter
{
public:
    DailyCounter(Connection *connection, const QByteArray &pattern = "<user>:<yyyy.m.d>",
        const DailyCounterOptions &options = {}); // see DayPattern

    // Counts for today and returns the value afterwards.
    [[nodiscard]] QCoro::Task<Result<qint64>> increment(QByteArray user = {}, qint64 by = 1) const;
    [[nodiscard]] QCoro::Task<Result<qint64>> value(QByteArray user = {}) const; // today
    // The server's date in the zone of the options.
    [[nodiscard]] QCoro::Task<Result<QDate>> today() const;

private:
    [[nodiscard]] Result<DayPattern> patternFor(const QByteArray &user) const;

    Connection *m_connection;
    Result<DayPattern> m_pattern;
    DailyCounterOptions m_options;
};

} // namespace lockstep
