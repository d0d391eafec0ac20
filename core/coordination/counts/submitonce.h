#pragma once

#include "core/coordination/counts/bounds.h"
#include "core/redis/connection/connection.h"

#include <QDateTime>

namespace lockstep {

// The options of a SubmitOnce.
struct SubmitOnceOptions
{
    std::chrono::milliseconds keep = std::chrono::hours(24); // how long a number is remembered
};

// Accepts each number (of an order, a form, a message) once. The first caller gets a yes, every
// later one the time of the first. Each number has a key, prefix + number, which expires after
// `keep`, counted from the first submission.
//
// After an error with mayHaveRun the number may have been accepted for this caller. Submitting it
// again shows that it was accepted, but not for whom.
//
// The connection is not owned. To be called from its thread; this object may be destroyed while a
// task runs. Errors: BadInput for an expiry out of bounds, and then nothing is sent; WrongType;
// ServerError if the key holds something else; those of Connection::request().
class SubmitOnce
{
public:
    struct Submission
    {
        bool accepted = false;
        QDateTime first; // UTC by the server's clock, in ms; now if accepted
        std::chrono::milliseconds ago{}; // time since `first`, by the same clock; 0 if accepted
    };

    SubmitOnce(Connection *connection, QByteArray prefix, const SubmitOnceOptions &options = {});

    [[nodiscard]] QCoro::Task<Result<Submission>> submit(QByteArray number) const;

private:
    Connection *m_connection;
    QByteArray m_prefix;
    SubmitOnceOptions m_options;
    Refusal m_refusal;
};

} // namespace lockstep
