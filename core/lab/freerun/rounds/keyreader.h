#pragma once

#include "core/lab/freerun/clients/runcontext.h"

namespace lockstep {

// Reads keys from the servers of a run. Belongs to the loop's thread.
class KeyReader
{
public:
    // Called with what the server holds, as a change at the moment of its reply, without the name
    // of the key; and with what PTTL replied (ms; -1: no TTL, -2: no such key).
    using Done = std::function<void(const KeyChange &held, qint64 ttl)>;

    explicit KeyReader(RunContext &context)
        : m_context(context)
    {
    }

    // key: with the run's prefix. This object and the connection have to outlive the reply. done is
    // not called if the connection is lost before.
    void read(ControlConnection &server, const std::string &key, Done done);

    // The longest time that reading a key with a TTL has taken since forgetTimes(). The deadlines
    // that were told may be too late by so much.
    [[nodiscard]] Moment longestReading() const { return m_longestReading; }
    void forgetTimes() { m_longestReading = 0; }

private:
    [[nodiscard]] KeyChange heldNow(const redisReply &value, qint64 ttl);

    RunContext &m_context;
    LongValueBudget m_longValues;
    Moment m_longestReading = 0;
};

} // namespace lockstep
