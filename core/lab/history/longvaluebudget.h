#pragma once

#include "core/lab/history/history.h"

namespace lockstep {

// Limits how many long values the history of a run keeps in full for its checks: together as many
// bytes as the programs have memory. Shorter values are kept without being counted.
class LongValueBudget
{
public:
    static constexpr qsizetype shortest = 201; // bytes; shorter values are not counted
    static constexpr qint64 most = 64 * 1024 * 1024; // bytes of all different long values

    // Whether the value may be added to the texts. If so, it is counted, unless it is short or
    // already one of them.
    [[nodiscard]] bool admit(const InternedTexts &texts, QByteArrayView value)
    {
        if (value.size() < shortest || texts.find(value) != none)
            return true;
        if (m_kept + value.size() > most)
            return false;
        m_kept += value.size();
        return true;
    }

private:
    qint64 m_kept = 0; // bytes
};

} // namespace lockstep
