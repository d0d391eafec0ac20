#pragma once

#include "core/lab/history/history.h"

namespace lockstep {

// The long values that a run keeps, so that its checks see them whole: together as many bytes as
// its programs have memory. What is shorter is kept without being counted.
class LongValues
{
public:
    static constexpr qsizetype shortest = 201; // bytes
    static constexpr qint64 most = 64 * 1024 * 1024; // bytes, of different values

    // Whether the value may be added to the texts; then it counts, unless it is among them.
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
