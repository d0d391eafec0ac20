#pragma once

#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

#include <set>

namespace lockstep {

// Takes, extends, hands over and releases locks that are watched, one after the other and each time
// until the watch has told of it. So it knows all that the journal has to say, line by line.
class LockDriver
{
public:
    // What was told before is not compared.
    explicit LockDriver(WatchLog *log);

    // One lock has its whole life at that server. False: the watch does not tell of it.
    [[nodiscard]] bool drive(TestServer &server, const QByteArray &key);
    // Its parts, for what happens in between.
    [[nodiscard]] bool acquire(TestServer &server, const QByteArray &key);
    [[nodiscard]] bool release(TestServer &server, const QByteArray &key);
    // Until everything is seen again after a gap, so that what is done next is seen as it happens.
    [[nodiscard]] bool waitUntilSeen();

    // Where the journal says anything else than what was done; empty: nowhere. Lines of the kinds
    // are left out, of which the test knows how many there have to be.
    [[nodiscard]] QByteArray difference(const std::set<JournalEntry::Kind> &without = {}) const;

private:
    // A line of the journal: its kind, its key and the token of the holder.
    using Line = std::tuple<JournalEntry::Kind, QByteArray, QByteArray>;

    static Line lineOf(const JournalEntry &entry);
    static QByteArray textOf(const std::vector<Line> &lines);
    [[nodiscard]] QByteArray nextToken();
    [[nodiscard]] bool isTold(const Line &line);

    WatchLog *m_log;
    std::vector<Line> m_done;
    int m_tokens = 0;
};

} // namespace lockstep
