#pragma once

#include "core/lab/freerun/clients/runcontext.h"

namespace lockstep {

// Asks servers of a run what they hold of a key. Belongs to the loop's thread.
class KeyReader
{
public:
    // With what the server holds, as a change at the moment of its answer and without the name of
    // the key; and the ms that its TTL has left (-1: it has none, -2: there is no such key).
    using Done = std::function<void(const KeyChange &held, qint64 ttl)>;

    explicit KeyReader(RunContext &context)
        : m_context(context)
    {
    }

    // key: with the run's prefix. This and the server outlive the answer; done is not called where
    // the connection is lost before.
    void read(ControlConnection &server, const std::string &key, Done done);

    // How long it took at most, since forgetTimes(), to read a key that has a TTL: its deadline may
    // be so much earlier than told.
    [[nodiscard]] Moment longestReading() const { return m_longestReading; }
    void forgetTimes() { m_longestReading = 0; }

private:
    [[nodiscard]] KeyChange heldNow(const redisReply &value, qint64 ttl);

    RunContext &m_context;
    LongValues m_longValues;
    Moment m_longestReading = 0;
};

} // namespace lockstep
