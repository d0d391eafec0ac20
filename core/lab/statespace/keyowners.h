#pragma once

#include "core/lab/node/dataset.h"
#include "core/lab/scenario/scenario.h"

namespace lockstep {

// Who owns the keys that checks of owners name: the client whose step made the key appear, until
// the key is gone. All owners of a state together are kept once, by number; 0: there are none.
class KeyOwners
{
public:
    // What a step has made of a node.
    struct Change
    {
        int node = 0;
        quint32 before = 0; // dataset
        quint32 after = 0; // likewise
        const std::vector<quint32> &deadlines; // keys whose deadline was set
        quint32 actor = none; // client; none: the step was nobody's
    };

    // Both outlive this. prefix: of the keys, which checks do not show.
    KeyOwners(const Scenario &scenario, const DatasetTable &datasets, QByteArray prefix);

    // The owners after the change. Sets bit i of `violated` where the i-th check of the scenario
    // does not allow the actor what it did to a key of another client.
    quint32 after(quint32 owners, const Change &change, quint32 *violated);
    [[nodiscard]] qint64 memory() const { return m_encoded.memory(); } // bytes

private:
    struct Owner
    {
        quint32 node = 0;
        quint32 key = 0;
        quint32 client = 0; // none: nobody's
    };
    [[nodiscard]] bool isWatched(quint32 key) const; // by a check
    [[nodiscard]] quint32 violatedBy(const Owner &owner, const Change &change) const;

    const std::vector<Check> &m_checks;
    const DatasetTable &m_datasets;
    const QByteArray m_prefix;
    const bool m_isNeeded;
    InternedTexts m_encoded;
    std::deque<std::vector<Owner>> m_owners{{}};
};

} // namespace lockstep
