#pragma once

#include "core/watch/items/hold.h"
#include "core/watch/items/journal.h"
#include "tests/support/servers/blockingclient.h"

#include <random>
#include <vector>

namespace lockstep {

// When a command was sent and when its reply was there: what it did, it did in between.
struct Sent
{
    Instant from{};
    Instant to{};
};

// One hold as its driver did it.
struct DrivenHold
{
    QByteArray token;
    Sent begin;
    bool beginIsSeen = true; // else it began while the watch was not connected
    Milliseconds lease{}; // as it was set last
    Sent leaseSet;
    int renewals = 0; // those that could be seen
    bool isRenewedUnseen = false; // as well, while the watch was not connected
    HoldEnd end = HoldEnd::None;
    Sent ended;
};

// How a library writes its locks.
struct LockLibrary
{
    const char *name; // as the watch calls it; empty: it has no sign of its own
    const char *key; // with %1 for a number
    enum class Form : quint8 { String, RedissonHash } form;
    QByteArray (*token)(std::mt19937 &random);
    bool tellsTime = false; // the token says when the lock was taken
};
const std::vector<LockLibrary> &lockLibraries();

// One lock that is driven with the commands and scripts of its library, and what it did. Everything
// here blocks. A reply that says that it did not happen ends the test program.
class DrivenLock
{
public:
    DrivenLock(const LockLibrary *library, int number, BlockingClient *client);

    [[nodiscard]] const QByteArray &key() const { return m_key; }
    [[nodiscard]] const LockLibrary &library() const { return *m_library; }
    [[nodiscard]] const std::vector<DrivenHold> &holds() const { return m_holds; }
    [[nodiscard]] bool isHeld() const
    {
        return !m_holds.empty() && m_holds.back().end == HoldEnd::None;
    }
    [[nodiscard]] const QByteArray &token() const { return m_holds.back().token; }

    // What the journal has to say of it, in order: the kind and the holder's token.
    using Told = std::pair<JournalEntry::Kind, QByteArray>;
    [[nodiscard]] const std::vector<Told> &told() const { return m_told; }

    void acquire(std::mt19937 &random, Milliseconds lease);
    void renew(Milliseconds lease);
    void release();
    void handOver(std::mt19937 &random, Milliseconds lease); // without a moment in between
    void abandon(); // the holder has crashed: the lock ends at its deadline

    // While the watch is not connected: the commands are sent together with those of others, and
    // nobody tells of them.
    enum class Unseen : quint8 { Nothing, Acquire, Renew, Release, HandOver };
    std::vector<Command> commandsUnseen(Unseen what, std::mt19937 &random);
    void doneUnseen(Unseen what, const Sent &sent);
    void lostByTheServer(const Sent &sent);

private:
    [[nodiscard]] Command acquiring(const QByteArray &token, Milliseconds lease) const;
    [[nodiscard]] Command renewing(Milliseconds lease) const;
    [[nodiscard]] Command releasing() const;
    Sent run(const std::vector<Command> &commands, std::vector<Reply> *replies);
    void requireDone(bool isDone) const;
    void begin(const QByteArray &token, Milliseconds lease, const Sent &sent, bool isSeen);
    void end(HoldEnd how, const Sent &sent);

    const LockLibrary *m_library;
    BlockingClient *m_client;
    QByteArray m_key;
    QByteArray m_next; // the token of an unseen acquire
    std::vector<DrivenHold> m_holds;
    std::vector<Told> m_told;
};

} // namespace lockstep
