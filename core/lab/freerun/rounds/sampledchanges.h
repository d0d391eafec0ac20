#pragma once

#include "core/lab/freerun/clients/runcontext.h"
#include "core/lab/freerun/rounds/changesource.h"

namespace lockstep {

// Reads the scenario's keys now and then, and writes down what has changed. Which values a key had
// between two readings is not known.
class SampledChanges : public ChangeSource
{
public:
    SampledChanges(RunContext &context, const Keys &keys);

    void beginRound() override;
    void sample() override;
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

    void awaitAnswers();
    void readValue(ControlConnection &queries, Sample &sample);
    void noteChange(Sample &sample, KeyChange change);

    RunContext &m_context;
    const std::function<bool(const QByteArray &key, qint64 left)> m_isTtlOfLab;
    std::vector<Sample> m_samples;
    LongValues m_longValues;
    int m_answersMissing = 0;
    bool m_isInRound = false; // changes are noted between beginRound() and the end of settle()
};

} // namespace lockstep
