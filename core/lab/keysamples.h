#pragma once

#include "core/lab/runqueries.h"
#include "core/lab/runrecord.h"

namespace lockstep {

// Looks at the scenario's keys now and then, where the exact order is not known, and writes down
// what has changed. Belongs to the loop's thread.
class KeySamples
{
public:
    // keys: names and globs; globs are left out. A TTL above net is one of the run's own and not
    // shown; 0: there are none.
    KeySamples(RunLoop &loop, RunRecord &record, QByteArray prefix, const QList<QByteArray> &keys,
        std::chrono::milliseconds net);

    void beginRound(); // nothing is known any more
    // Asks; the answers are written down when they arrive.
    void look(RunQueries &queries);
    [[nodiscard]] bool isLooking() const { return m_answersMissing > 0; }

private:
    struct Sample
    {
        std::string key; // with the prefix
        quint32 name = 0;
        std::string type = "none";
        qint64 ttl = -2;
        KeyChange last = {};
    };

    void lookAtValue(RunQueries &queries, Sample &sample);
    void seen(Sample &sample, KeyChange change);

    RunLoop &m_loop;
    RunRecord &m_record;
    std::chrono::milliseconds m_net;
    std::vector<Sample> m_samples;
    int m_answersMissing = 0;
};

} // namespace lockstep
