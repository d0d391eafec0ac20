#pragma once

#include "core/lab/freerun/net/runloop.h"
#include "core/lab/freerun/rounds/labservers.h"
#include "core/lab/history/run.h"
#include "tests/support/servers/blockingclient.h"

#include <memory>

namespace lockstep {

// Free rounds of one scenario after the other on the same servers, and how each round ended.
// Blocks; made on the application's thread, used from any one.
class FreeRounds
{
public:
    // What the keys and marks of a scenario are called; the same names for all.
    struct Names
    {
        QList<QByteArray> keys, events, counts;
    };
    explicit FreeRounds(Names names);

    struct Round
    {
        // What its clients said and what the server held in the end, read from the server itself.
        QByteArray outcome;
        int crashes = 0;
        int restarts = 0; // of server 0
        bool isStuck = false;
        bool isCutOff = false; // it says nothing
        bool isIdle = false; // no command was sent: it ended where it began
        bool hasGuessedWait = false; // see Round of history.h: it may be no round of the program's
    };
    struct Shown
    {
        RunPtr run;
        std::vector<Round> rounds;
    };
    Result<Shown> play(const ScenarioPtr &scenario, const RunOptions &options);

private:
    Result<void> startServers();
    [[nodiscard]] QByteArray marksOf(const History &history, int round) const;
    QByteArray heldKeys(int server);
    QByteArray heldKeysOfAll(int servers);

    const Names m_names;
    LabServers m_servers;
    bool m_isStarted = false;
};

} // namespace lockstep
