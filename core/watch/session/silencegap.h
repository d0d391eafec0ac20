#pragma once

#include "core/watch/link/silencedetector.h"

#include <QObject>

#include <optional>

namespace lockstep {

class ChangeFeed;
class ItemStore;
class PassSchedule;
class ServerHeartbeat;
class WatchLinks;

// Begins and ends gaps in what is seen although the connections are open: nothing came from the
// server for seconds; or it is a replica that has lost its primary, so that what it tells is old;
// or databases were swapped, and the next swap may follow unnoticed.
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

    void start(Instant now) { m_detector.start(now); } // the connections are open
    void stop(); // the connections are closed
    // The server has said something; call it before anything is concluded from that.
    void noteHeard();
    void notePrimaryLost(); // called when the heartbeat has reported it
    // The heartbeat has found that databases were swapped; after: when they were not yet.
    void noteSwapped(Instant after);
    void noteNotSwapped(Instant until); // not once more, up to that moment at least
    // What a snapshot says: since when what is shown is old; nothing: it is not.
    void noteShown(const std::optional<Instant> &unseenSince);

Q_SIGNALS:
    void heardAll(); // what was announced in the silence; it ends with the next noteShown(nothing)

private:
    void begin(Instant since, Instant now);
    void end();
    void conclude();

    Parts m_parts;
    SilenceDetector m_detector;
    bool m_isSilent = false; // what was announced in a silence may still be coming
    bool m_hasHeardAll = false; // the subscriber has answered after it
    bool m_isSwapping = false; // databases may have been swapped since all is read again
    Instant m_swappedAt{}; // when that became known
};

} // namespace lockstep
