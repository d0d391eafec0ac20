#include "tests/support/samples/lockdriver.h"

#include "core/watch/snapshot/jsonids.h"

#include <algorithm>

namespace lockstep {

using Kind = JournalEntry::Kind;

LockDriver::LockDriver(WatchLog *log)
    : m_log(log)
{
    m_log->forgetJournal();
}

LockDriver::Line LockDriver::lineOf(const JournalEntry &entry)
{
    return {entry.kind, entry.key, entry.holder ? entry.holder->token : QByteArray()};
}

QByteArray LockDriver::nextToken()
{
    return QByteArray::number(++m_tokens).rightJustified(32, 'a');
}

bool LockDriver::isTold(const Line &line)
{
    m_done.push_back(line);
    return m_log->waitFor([&] {
        const auto &journal = m_log->journal();
        return std::any_of(journal.begin(), journal.end(),
            [&line](const JournalEntry &entry) { return lineOf(entry) == line; });
    });
}

bool LockDriver::acquire(TestServer &server, const QByteArray &key)
{
    const QByteArray token = nextToken();
    return server.run({"SET", key, token, "NX", "PX", "600000"}).text == "OK"
        && isTold({Kind::Acquired, key, token});
}

bool LockDriver::release(TestServer &server, const QByteArray &key)
{
    const QByteArray token = server.run({"GET", key}).text;
    return server.run({"DEL", key}).integer == 1 && isTold({Kind::Released, key, token});
}

bool LockDriver::drive(TestServer &server, const QByteArray &key)
{
    if (!acquire(server, key))
        return false;
    const QByteArray first = server.run({"GET", key}).text;
    if (server.run({"PEXPIRE", key, "900000"}).integer != 1 || !isTold({Kind::Renewed, key, first}))
        return false;
    const QByteArray second = nextToken();
    if (server.run({"SET", key, second, "PX", "600000"}).text != "OK"
        || !isTold({Kind::HandedOver, key, second}))
        return false;
    return release(server, key);
}

bool LockDriver::waitUntilSeen()
{
    return m_log->waitFor([this] {
        const WatchStatus &status = m_log->status();
        return isSeen(status) && !status.isCatchingUp && status.firstInventoryDone;
    });
}

QByteArray LockDriver::textOf(const std::vector<Line> &lines)
{
    QByteArray text;
    for (const auto &[kind, key, token] : lines)
        text += journalKindId(kind).toLatin1() + ' ' + key + ' ' + token + '\n';
    return text;
}

QByteArray LockDriver::difference(const std::set<Kind> &without) const
{
    std::vector<Line> told;
    for (const JournalEntry &entry : m_log->journal()) {
        if (without.count(entry.kind) == 0)
            told.push_back(lineOf(entry));
    }
    return told == m_done ? QByteArray() : "done:\n" + textOf(m_done) + "told:\n" + textOf(told);
}

} // namespace lockstep
