#pragma once

#include "core/lab/freerun/clients/runrecord.h"
#include "core/lab/freerun/net/controlconnection.h"

namespace lockstep {

// Looks at the scenario's keys now and then, where the exact order is not known, and writes down
// what has changed. Belongs to the loop's thread.
class KeySamples
{
public:
    // Whether a key, with the prefix, that has so much of its TTL left, in ms, was given it by the
    // lab: that is not shown.
    using IsTtlOfLab = std::function<bool(const QByteArray &key, qint64 left)>;
    // keys: names and globs; globs are left out.
    KeySamples(RunLoop &loop, RunRecord &record, const QByteArray &prefix,
        const QList<QByteArray> &keys, IsTtlOfLab isTtlOfLab);

    void beginRound(); // nothing is known any more
    // Asks; the answers are written down when they arrive.
    void look(ControlConnection &queries);
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

    void lookAtValue(ControlConnection &queries, Sample &sample);
    void seen(Sample &sample, KeyChange change);

    RunLoop &m_loop;
    RunRecord &m_record;
    IsTtlOfLab m_isTtlOfLab;
    std::vector<Sample> m_samples;
    LongValues m_longValues;
    int m_answersMissing = 0;
};

} // namespace lockstep
