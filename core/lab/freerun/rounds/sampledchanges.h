#pragma once

#include "core/lab/freerun/clients/runcontext.h"
#include "core/lab/freerun/rounds/changesource.h"
#include "core/lab/freerun/rounds/keyreader.h"

namespace lockstep {

// Reads the scenario's keys now and then, on all servers, and writes down what has changed. Keys
// that only a pattern names are not looked for. Which values a key had between two readings is not
// known. A replica that is about to take over is read once.
class SampledChanges : public ChangeSource
{
public:
    SampledChanges(RunContext &context, const Keys &keys);

    void beginRound() override;
    void sample() override;
    Result<void> settle() override;
    void replicaIsCutOff(ControlConnection &replica) override;
    void askForRest() override;
    [[nodiscard]] bool hasRest() const override { return m_answersMissing == 0; }

private:
    struct Sample
    {
        std::string key; // with the prefix
        quint8 node = 0;
        quint32 name = 0; // text, of the round
        KeyChange last = {};
    };

    void readKeys(); // asks for what they hold, whatever has been asked before
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
