#pragma once

#include <QByteArray>

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace lockstep {

// The transactions and scripts of a run's programs that one server may be executing. What a key was
// in the middle of such a unit nobody sees: neither that it was gone nor that it had another value.
class AtomicUnits
{
public:
    using Number = quint64; // 0: it is none

    // The RESP of an EVAL with the source of the script that is sent as EVALSHA.
    using Source = std::function<QByteArray()>;

    // A request is sent. wire: its RESP. source: asked for once of each script.
    Number sent(std::string_view wire, const Source &source);
    // The unit's reply was read. The events before that fence may be its events.
    void answered(Number unit, quint64 fence);
    // Forgets the units whose events have all been read.
    void forget(quint64 fencesPassed);
    void clear() { m_units.clear(); }

    // Whether one of the units may have removed the key, or written to it, and left it as it was.
    [[nodiscard]] bool mayRestore(const QByteArray &key) const;

private:
    struct Unit
    {
        Number number = 0;
        int fewestNamings = 0; // of a key, for the unit to leave it as it was
        std::string wire;
        quint64 fence = 0; // 0: not answered
    };

    [[nodiscard]] bool canMakeKeys(std::string_view script, const Source &source);

    std::deque<Unit> m_units;
    std::map<std::string, bool, std::less<>> m_makingScripts; // by hash: whether it can make keys
    Number m_last = 0;
};

} // namespace lockstep
