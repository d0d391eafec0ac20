// Keyspace events do not tell where a transaction or a script begins and ends: DEL and SET within a
// MULTI look like two commands. So the requests themselves are examined. Changing a key and
// restoring it takes a transaction with two commands that name the key, or a script that is given
// the key; and in both a command that can create a key. Too many requests may be taken for such a
// unit, but never too few.

#include "core/lab/freerun/clients/atomicunits.h"

#include <QLatin1StringView>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::string_view multi = "*1\r\n$5\r\nMULTI\r\n"; // as TransactionQueue writes it

bool startsWith(std::string_view text, const char *words)
{
    return QLatin1StringView(text.data(), qsizetype(text.size()))
        .startsWith(QLatin1StringView(words), Qt::CaseInsensitive);
}

std::string_view afterLine(std::string_view wire)
{
    return wire.substr(std::min(wire.size(), wire.find("\r\n") + 2));
}

// words: a request in RESP, from the length of the command's name on.
bool isEval(std::string_view words)
{
    return startsWith(words, "$4\r\nEVAL\r\n");
}

bool isEvalSha(std::string_view words)
{
    return startsWith(words, "$7\r\nEVALSHA\r\n");
}

bool callsScripts(std::string_view transaction)
{
    return QLatin1StringView(transaction.data(), qsizetype(transaction.size()))
        .contains(QLatin1StringView("\r\nEVAL"), Qt::CaseInsensitive);
}

// Each command that can create a key has one of these in its name, or in an option (MKSTREAM).
constexpr std::array<const char *, 14> making{"SET", "PUSH", "ADD", "INCR", "DECR", "APPEND",
    "RENAME", "COPY", "RESTORE", "STORE", "MOVE", "MERGE", "BIT", "MKSTREAM"};

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

AtomicUnits::Number AtomicUnits::sent(std::string_view wire, const Source &source)
{
    const std::string_view words = afterLine(wire);
    const bool isTransaction = wire.starts_with(multi);
    const bool callsScript = isTransaction ? callsScripts(wire) : isEval(words);
    const bool canMake = isEvalSha(words) ? canMakeKeys(afterLine(afterLine(words)), source)
        : isTransaction                   ? callsScript || lockstep::canMakeKeys(wire)
                                          : callsScript && lockstep::canMakeKeys(wire);
    if (!canMake)
        return 0;
    m_units.push_back({++m_last, isTransaction && !callsScript ? 2 : 1, std::string(wire), 0});
    return m_last;
}

// script: an EVALSHA in RESP, from the length of its hash on. A script whose source is not known
// may do anything.
bool AtomicUnits::canMakeKeys(std::string_view script, const Source &source)
{
    const std::string_view hash = afterLine(script).substr(0, 40);
    auto known = m_makingScripts.find(hash);
    if (known == m_makingScripts.end()) {
        const QByteArray wire = source();
        const bool canMake =
            wire.isEmpty() || lockstep::canMakeKeys({wire.constData(), std::size_t(wire.size())});
        known = m_makingScripts.emplace(hash, canMake).first;
    }
    return known->second;
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
        [&](const Unit &each) { return occurrences(each.wire, name) >= each.fewestNamings; });
}

} // namespace lockstep
