#pragma once

#include "core/lab/node/dataset.h"
#include "core/lab/scenario/scenario.h"

#include <type_traits>

namespace lockstep {

// Who owns the keys that the checks "released by owner" and "renewed by owner" name. The owner of a
// key is the client whose step made it appear or, since then, wrote another value over the one
// before (SET, GETSET), until the key is gone. That another client sets the deadline or changes a
// part of the value (INCR, HINCRBY, ZADD) makes nobody else its owner.
//
// States often have the same owners, so each list of owners is kept once, and a state has its
// number. Number 0 is the empty list.
class KeyOwners
{
public:
    // What a step has made of the data of one server.
    struct Change
    {
        int node = 0;
        quint32 before = 0; // number of the dataset, in the DatasetTable
        quint32 after = 0; // likewise
        const std::vector<quint32> &deadlines; // keys whose deadline was set
        const std::vector<quint32> &overwritten; // see overwritten()
        quint32 actor = none; // the client; none where no client took the step: time passed
    };

    // Both outlive this. prefix: what the keys of this exploration begin with on the server; checks
    // name them without it.
    KeyOwners(const Scenario &scenario, const DatasetTable &datasets, QByteArray prefix);

    // Returns the number of the owners after the change, given the number of those before it. Where
    // the i-th check of the scenario forbids what the actor did to a key of another client, bit i
    // of *violated is set; other bits stay, so the caller begins with 0. A scenario has 16 checks
    // at most.
    quint32 after(quint32 owners, const Change &change, quint32 *violated);
    // The keys that checks name and that got another value in place of the one before. wire: of
    // the commands that made one dataset of the other, scripts with their source.
    [[nodiscard]] std::vector<quint32> overwritten(
        std::string_view wire, quint32 before, quint32 after) const;
    [[nodiscard]] qint64 memory() const { return m_encoded.memory(); } // bytes

private:
    // Lists of these are compared byte by byte, so there must be no padding.
    struct Owner
    {
        quint32 node = 0;
        quint32 key = 0; // its number in the DatasetTable
        quint32 client = 0; // none: the key was there before any client, or time made it
    };
    static_assert(std::has_unique_object_representations_v<Owner>);
    [[nodiscard]] bool isWatched(quint32 key) const; // by a check
    [[nodiscard]] quint32 violatedBy(const Owner &owner, const Change &change) const;

    const std::vector<Check> &m_checks;
    const DatasetTable &m_datasets;
    const QByteArray m_prefix;
    const bool m_isNeeded; // a check is about owners; otherwise no owners are kept
    InternedTexts m_encoded; // the lists as bytes; gives each its number
    std::deque<std::vector<Owner>> m_owners{{}}; // the lists by number
};

} // namespace lockstep
