#include "core/watch/recorder/writtennames.h"

namespace lockstep {

namespace {

// How many holders are remembered. Most libraries use a token once. A token that a process uses for
// all its locks comes again soon, so it is soon remembered again when all were dropped.
constexpr std::size_t mostHolders = 100'000;

} // namespace

Result<WrittenNames> WrittenNames::begin(RecordingDatabase *database)
{
    WrittenNames names(database);
    const auto item = database->value(QStringLiteral("SELECT max(id) FROM items"));
    if (!item)
        return tl::unexpected(item.error());
    const auto holder = database->value(QStringLiteral("SELECT max(id) FROM holders"));
    if (!holder)
        return tl::unexpected(holder.error());
    names.m_nextItem = item->toLongLong() + 1;
    names.m_nextHolder = holder->toLongLong() + 1;
    return names;
}

Result<qint64> WrittenNames::add(RecordedItem item)
{
    item.id = m_nextItem++;
    if (const auto written = m_database->insert("items", rowOf(item)); !written)
        return tl::unexpected(written.error());
    return item.id;
}

Result<qint64> WrittenNames::idOf(const Holder &holder)
{
    const auto found = m_holders.find(holder.token);
    const bool isKnown = found != m_holders.end() && found->second.second.host == holder.host
        && found->second.second.process == holder.process
        && found->second.second.thread == holder.thread;
    if (isKnown)
        return found->second.first;
    if (m_holders.size() >= mostHolders)
        m_holders.clear();
    const qint64 id = m_nextHolder++;
    if (const auto written = m_database->insert("holders", rowOf(id, holder)); !written)
        return tl::unexpected(written.error());
    m_holders.insert_or_assign(holder.token, std::pair(id, holder));
    return id;
}

} // namespace lockstep
