// Keyspace events do not tell where a transaction or a script begins and ends: DEL and SET within a
// MULTI look like two commands. So what was sent is looked at: to leave a key as it was takes two
// commands of a transaction that name it, or a script that is given it, and one that makes keys.
// That may be said of too many, never of too few, but for scripts that are called by their hash:
// those are the lab's own, none of which makes a key again that it has deleted.

#include "core/lab/freerun/clients/atomicunits.h"

#include <QLatin1StringView>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::string_view multi = "*1\r\n$5\r\nMULTI\r\n"; // as TransactionQueue writes it
constexpr std::string_view evalLength = "$4\r\n";

bool isEval(std::string_view wire)
{
    const size_t name = wire.find("\r\n") + 2;
    return wire.substr(name).starts_with(evalLength)
        && QLatin1StringView(wire.data() + name + evalLength.size(), 4)
               .compare(QLatin1StringView("EVAL"), Qt::CaseInsensitive)
        == 0;
}

// Parts of the names of all commands that can make a key.
constexpr std::array<const char *, 13> making{"SET", "PUSH", "ADD", "INCR", "DECR", "APPEND",
    "RENAME", "COPY", "RESTORE", "STORE", "MOVE", "MERGE", "BIT"};

bool canMakeKeys(std::string_view wire)
{
    const auto text = QLatin1StringView(wire.data(), qsizetype(wire.size()));
    return std::any_of(making.begin(), making.end(), [&](const char *part) {
        return text.contains(QLatin1StringView(part), Qt::CaseInsensitive);
    });
}

int occurrences(std::string_view text, std::string_view word)
{
    int count = 0;
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        ++count;
    return count;
}

} // namespace

AtomicUnits::Number AtomicUnits::sent(std::string_view wire)
{
    const bool isTransaction = wire.starts_with(multi);
    if ((!isTransaction && !isEval(wire)) || !canMakeKeys(wire))
        return 0;
    m_units.push_back({++m_last, !isTransaction, std::string(wire), 0});
    return m_last;
}

void AtomicUnits::answered(Number unit, quint64 fence)
{
    for (Unit &each : m_units) {
        if (each.number == unit)
            each.fence = fence;
    }
}

void AtomicUnits::forget(quint64 fencesPassed)
{
    std::erase_if(
        m_units, [&](const Unit &each) { return each.fence != 0 && each.fence <= fencesPassed; });
}

bool AtomicUnits::mayRestore(const QByteArray &key) const
{
    const std::string_view name(key.constData(), size_t(key.size()));
    return std::any_of(m_units.begin(), m_units.end(),
        [&](const Unit &each) { return occurrences(each.wire, name) >= (each.isScript ? 1 : 2); });
}

} // namespace lockstep
