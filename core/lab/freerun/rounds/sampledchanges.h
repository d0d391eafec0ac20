#pragma once

#include "core/lab/freerun/clients/runcontext.h"
#include "core/lab/freerun/rounds/changesource.h"
#include "core/lab/freerun/rounds/keyreader.h"

namespace lockstep {

// Reads the scenario's keys now and then, on all nodes, and records what has changed. Keys that
// only match a pattern are not read. Which values a key had between two readings is not known. A
// replica that is about to take over is read once.
class SampledChanges : public ChangeSource
{
public:
    SampledChanges(RunContext &context, const Keys &keys);

    void beginRound() override;
    void sample() override;
    Result<void> settle() override;
    void replicaIsCutOff(ControlConnection &replica) override;
    void requestLastChanges() override;
    [[nodiscard]] bool hasLastChanges() const override { return m_answersMissing == 0; }

private:
    // A key on one node, and what was read of it last.
    struct Sample
    {
        std::string key; // with the prefix
        quint8 node = 0;
        quint32 name = 0; // its name without the prefix, a text; set anew for each round
        KeyChange last = {};
    };

    void readKeys(); // reads all keys, even if earlier answers are still to come
    void awaitAnswers();
    void noteChange(Sample &sample, KeyChange change);

    RunContext &m_context;
    const std::function<bool(const QByteArray &key, qint64 left)> m_isTtlOfLab;
    std::vector<Sample> m_samples;
    KeyReader m_reader;
    int m_answersMissing = 0;
    bool m_isInRound = false; // changes are noted between beginRound() and the end of settle()
};

} // namespace lockstep
