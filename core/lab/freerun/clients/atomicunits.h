#pragma once

#include <QByteArray>

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace lockstep {

// The transactions and scripts of a run's programs that one server may be executing, as far as they
// can create keys. Nobody sees what a key was in the middle of such a unit: neither that it was
// gone nor that it had another value.
class AtomicUnits
{
public:
    using Number = quint64; // of a unit; 0: the request is none

    // Returns the RESP of an EVAL with the source of the script that is sent as EVALSHA; empty: it
    // is not known.
    using Source = std::function<QByteArray()>;

    // A request is sent. wire: its RESP. source is called once for each script.
    Number sent(std::string_view wire, const Source &source);
    // The unit's reply was read. Events that are read before that fence (EventFences) may be
    // events of the unit.
    void answered(Number unit, quint64 fence);
    // Forgets the units whose events have all been read, because their fence is passed.
    void forget(quint64 fencesPassed);
    void clear() { m_units.clear(); }

    // Whether one of the units may have deleted the key, or written to it, and then restored it.
    [[nodiscard]] bool mayRestore(const QByteArray &key) const;

private:
    struct Unit
    {
        Number number = 0;
        // How often the wire has to name a key at least for the unit to change and restore it.
        int fewestNamings = 0;
        std::string wire;
        quint64 fence = 0; // see answered(); 0: it is not answered yet
    };

    [[nodiscard]] bool canMakeKeys(std::string_view script, const Source &source);

    std::deque<Unit> m_units;
    std::map<std::string, bool, std::less<>> m_makingScripts; // by hash: whether it can create keys
    Number m_last = 0;
};

} // namespace lockstep
