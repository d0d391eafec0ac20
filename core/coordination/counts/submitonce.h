#pragma once

#include "core/coordination/counts/bounds.h"
#include "core/redis/connection/connection.h"

#include <QDateTime>

namespace lockstep {

struct SubmitOnceOptions
{
    std::chrono::milliseconds keep = std::chrono::hours(24); // for how long a number is remembered
};

// Accepts each number (of an order, a form, a message) once: the first caller is told yes, every
// later one when the first came. One key a number, prefix + number; it goes after the expiry, which
// runs from the first submission.
//
// After an error with mayHaveRun the number may have been accepted for this caller; submitting it
// again tells that it was accepted, but not for whom.
//
// The connection is borrowed. Call from its thread; the object may go while a task runs.
// Errors: BadInput for an expiry out of bounds, nothing is sent then; WrongType; ServerError where
// the key holds something else; those of Connection::request().
class SubmitOnce
{
public:
    struct Submission
    {
        bool accepted = false;
        QDateTime first; // UTC by the server's clock, in ms: now if accepted
        std::chrono::milliseconds ago{}; // by the same clock; 0 if accepted
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
