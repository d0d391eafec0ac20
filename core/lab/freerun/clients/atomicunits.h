#pragma once

#include <QByteArray>

#include <deque>
#include <string>
#include <string_view>

namespace lockstep {

// Transactions and scripts of a run's programs that one server may be executing. Of such a one
// nobody sees what a key was in the middle: neither that it was gone nor another value.
class AtomicUnits
{
public:
    using Number = quint64; // 0: it is none

    // A request leaves, in RESP.
    Number sent(std::string_view wire);
    // Its reply was read; events of before that fence may be its.
    void answered(Number unit, quint64 fence);
    // Those whose events have all been read.
    void forget(quint64 fencesPassed);
    void clear() { m_units.clear(); }

    // Whether one of them may remove that key, or write to it, and leave it again as it was.
    [[nodiscard]] bool mayRestore(const QByteArray &key) const;

private:
    struct Unit
    {
        Number number = 0;
        bool isScript = false;
        std::string wire;
        quint64 fence = 0; // 0: not answered
    };

    std::deque<Unit> m_units;
    Number m_last = 0;
};

} // namespace lockstep
