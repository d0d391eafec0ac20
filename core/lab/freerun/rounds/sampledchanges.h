#pragma once

#include "core/lab/freerun/clients/runcontext.h"
#include "core/lab/freerun/rounds/changesource.h"

namespace lockstep {

// Looks at the scenario's keys now and then, and writes down what has changed: what was between two
// looks is not known.
class SampledChanges : public ChangeSource
{
public:
    SampledChanges(RunContext &context, const Keys &keys);

    void beginRound() override;
    void look() override;
    Result<void> settle() override;

private:
    struct Sample
    {
        std::string key; // with the prefix
        quint32 name = 0; // text, of the round
        std::string type = "none";
        qint64 ttl = -2;
        KeyChange last = {};
    };

    void await();
    void lookAtValue(ControlConnection &queries, Sample &sample);
    void seen(Sample &sample, KeyChange change);

    RunContext &m_context;
    const std::function<bool(const QByteArray &key, qint64 left)> m_isTtlOfLab;
    std::vector<Sample> m_samples;
    LongValues m_longValues;
    int m_answersMissing = 0;
    bool m_isOpen = false; // a round, whose changes are noted
};

} // namespace lockstep
