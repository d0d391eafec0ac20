#include "core/watch/session/flushsample.h"

#include "core/watch/reading/itemreader.h"
#include "core/watch/store/itemstore.h"

namespace lockstep {

namespace {

constexpr std::size_t sampleSize = 32; // objects

} // namespace

FlushSample::FlushSample(const ItemStore *store, ItemReader *reader, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_reader(reader)
{
    connect(reader, &ItemReader::read, this, &FlushSample::onRead);
}

void FlushSample::take()
{
    m_unread.clear();
    for (const auto &key : m_store->someKeys(sampleSize))
        m_unread.emplace(key, m_store->item(key));
    for (const auto &[key, item] : m_unread)
        m_reader->want(key);
}

void FlushSample::clear()
{
    m_unread.clear();
}

void FlushSample::onRead(const QByteArray &key)
{
    const auto it = m_unread.find(key);
    if (it == m_unread.end())
        return;
    const auto before = it->second;
    m_unread.erase(it);
    if (m_store->item(key))
        return;
    const auto deadline = before->reading.ttl.deadline();
    if (deadline && *deadline <= std::chrono::steady_clock::now())
        return; // its deadline had passed, so it tells nothing of a flush
    m_unread.clear();
    Q_EMIT vanished();
}

} // namespace lockstep
