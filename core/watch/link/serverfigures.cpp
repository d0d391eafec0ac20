#include "core/watch/link/serverfigures.h"

namespace lockstep {

namespace {

// Larger numbers come from no honest server, and sums of them could overflow.
constexpr qint64 largestCount = 1LL << 60;
constexpr double mostSeconds = 1e12; // about thirty thousand years

// The number of that name in "calls=3,usec=14,…" or "keys=2,expires=0,…"; 0 where it is not there.
qint64 part(const QByteArray &value, const QByteArray &name)
{
    for (const auto &each : value.split(',')) {
        if (each.startsWith(name + '='))
            return qBound<qint64>(0, each.mid(name.size() + 1).toLongLong(), largestCount);
    }
    return 0;
}

std::chrono::microseconds fromSeconds(const QByteArray &value)
{
    const double seconds = qBound(0.0, value.toDouble(), mostSeconds);
    return std::chrono::microseconds(static_cast<qint64>(seconds * 1e6));
}

} // namespace

void ServerFigures::take(const QByteArray &info)
{
    if (info.contains("# Keyspace"))
        m_keysIn.emplace();
    // CONFIG RESETSTAT empties the list, and what is not in it has not been called since.
    if (info.contains("# Commandstats"))
        m_commands.clear();
    for (const auto &line : info.split('\n')) {
        const auto colon = line.indexOf(':');
        if (colon > 0)
            takeLine(line.left(colon), line.mid(colon + 1).trimmed());
    }
}

void ServerFigures::takeLine(const QByteArray &name, const QByteArray &value)
{
    if (name == "tracking_total_keys") {
        m_trackedKeys = value.toLongLong();
    } else if (name.startsWith("cmdstat_")) {
        m_commands[name.mid(8)] = {
            part(value, "calls"), std::chrono::microseconds(part(value, "usec"))};
    } else if (m_keysIn && name.startsWith("db")) {
        bool isNumber = false;
        const int database = name.mid(2).toInt(&isNumber);
        if (isNumber)
            (*m_keysIn)[database] = part(value, "keys");
    } else if (name.startsWith("used_cpu_sys") || name.startsWith("used_cpu_user")) {
        // Newer servers tell the time of the main thread besides that of all threads, and behind
        // it.
        const bool isMain = name.endsWith("_main_thread");
        if (name.endsWith("_children") || (m_tellsMainThread && !isMain))
            return;
        m_tellsMainThread = m_tellsMainThread || isMain;
        (name.startsWith("used_cpu_sys") ? m_sys : m_user) = fromSeconds(value);
        m_processorTime = m_sys + m_user;
    }
}

std::optional<bool> ServerFigures::hasKeysOutside(int database) const
{
    if (!m_keysIn)
        return {};
    for (const auto &[number, keys] : *m_keysIn) {
        if (number != database && keys > 0)
            return true;
    }
    return false;
}

// INFO lists only databases that have keys, so one that is missing has none.
std::optional<qint64> ServerFigures::keysIn(int database) const
{
    if (!m_keysIn)
        return {};
    const auto found = m_keysIn->find(database);
    return found == m_keysIn->end() ? 0 : found->second;
}

} // namespace lockstep
