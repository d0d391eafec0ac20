#pragma once

#include "core/watch/link/silencedetector.h"
#include "core/watch/link/stalldetector.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace lockstep {

class ChangeFeed;
class ItemStore;
class PassSchedule;
class ServerHeartbeat;
class WatchLinks;

// Begins and ends gaps in what is seen although the connections are open: nothing came from the
// server for seconds; or it is a replica that has lost its primary, so that what it tells is old;
// or databases were swapped, and the next swap may follow unnoticed. What is too short for a gap is
// a stall: what is heard of after it may be older than it seems.
class SilenceGap : public QObject
{
    Q_OBJECT

public:
    struct Parts // all borrowed
    {
        WatchLinks *links;
        ItemStore *store;
        PassSchedule *passes;
        const ChangeFeed *feed;
        const ServerHeartbeat *heartbeat;
    };
    SilenceGap(const Parts &parts, Milliseconds betweenBeats, QObject *parent);

    void start(Instant now); // the connections are open
    void stop(); // the connections are closed
    // The server has said something; call it before anything is concluded from that.
    void noteHeard();
    void notePrimaryLost(); // called when the heartbeat has reported it
    // The heartbeat has found that databases were swapped. after: a moment before the swap.
    void noteSwapped(Instant after);
    // The heartbeat has found no other swap up to this moment, or may not ask any more.
    void confirmNoSwap(Instant upTo);
    // Is told since when what a snapshot shows is old; nothing if it is not.
    void noteShown(const std::optional<Instant> &unseenSince);
    [[nodiscard]] const StallDetector &stalls() const { return m_stalls; }

Q_SIGNALS:
    void heardAll(); // what was announced in the silence; it ends with the next noteShown(nothing)

private:
    void noteRunning();
    void hearStallOut();
    void begin(Instant since, Instant now);
    void end();
    void conclude();

    Parts m_parts;
    SilenceDetector m_detector;
    StallDetector m_stalls;
    QTimer m_running;
    quint32 m_stallsAsked = 0; // questions that were sent to hear stalls out
    bool m_isSilent = false; // what was announced in a silence may still be coming
    bool m_hasHeardAll = false; // the subscriber has answered after it
    // Databases were swapped, and it is not confirmed yet that no second swap followed.
    bool m_isSwapping = false;
    Instant m_swappedAt{}; // when the last swap was found
};

} // namespace lockstep
