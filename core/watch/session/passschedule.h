#pragma once

#include "core/redis/connection/backoff.h"
#include "core/redis/values/error.h"
#include "core/watch/session/flushsample.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace lockstep {

class Inventory;
class ItemReader;
class ItemStore;
class KeyTriage;
class Rereader;

// Decides when a pass of the inventory goes over all names, and when all known objects are read: at
// the beginning, after a flush and regularly; without a feed all the time.
class PassSchedule : public QObject
{
    Q_OBJECT

public:
    struct Parts // all borrowed
    {
        Inventory *inventory;
        KeyTriage *triage;
        const ItemStore *store;
        ItemReader *reader;
        Rereader *rereader;
    };
    // interval: from the end of a pass to the next.
    PassSchedule(const Parts &parts, Milliseconds interval, QObject *parent);

    // Calls what it is given once it is known that the data are those of before, or that they are
    // not; maybe never.
    using DataCheck = std::function<void(const std::function<void()> &)>;
    // Called before objects are read of which nothing told that they have changed: what a flush has
    // left of them, and those that a pass has not met.
    void setDataCheck(DataCheck check) { m_dataCheck = std::move(check); }

    // The connections are open; nothing happens before goOn(). unseenSince: what has happened from
    // then on is not known.
    void begin(Instant unseenSince);
    // It is decided how changes are learned of. polls: only by reading all. allAnnounced: every
    // change of every key is announced, except flushes.
    void goOn(bool polls, bool allAnnounced);
    void stop();
    void noteFlush(); // of any database, maybe not of ours
    void setSilent(bool isSilent); // what is announced now may have been there for a while
    void lookAtEverything(); // anything may have changed: a pass and all readings begin soon
    // Until a pass that begins now or later is over, names may be announced as if they were new
    // that were there before.
    void expectOldNames();
    void passSoon(); // there are names that only a pass finds
    void passNow(); // the same, and somebody waits for it; it follows the running pass
    // A pass calls SCAN the more often the more names there are. While every change is announced,
    // passes only find what was missed, and may be rare: then at least this much time for each call
    // of the last pass lies between two passes.
    void setPausePerCall(Milliseconds pause) { m_pausePerCall = pause; }

    // Tells since when nothing is known, until the reading of all that is known has begun.
    [[nodiscard]] std::optional<Instant> unseenSince() const { return m_unseenSince; }
    // The time from the begin of a pass to the end of the next one, as a rule: within it, a name is
    // found that nothing announces.
    [[nodiscard]] Milliseconds newNamesWithin() const { return usualInterval() + 2 * m_passTook; }
    // Whether a pass has ended since begin(), or is impossible.
    [[nodiscard]] bool isFirstOver() const { return m_firstIsOver; }

Q_SIGNALS:
    void starting(); // a pass is about to begin
    void finished(); // the pass is over
    void delayed(const lockstep::Error &error); // it has failed and is tried again in a while
    void impossible(const lockstep::Error &error); // SCAN is not permitted, or not known

private:
    void startPass();
    void onAllRead();
    void startAfterFlush();
    void readNotMet();
    void startPassAndReadAll();
    void retry();
    void onFinished();
    void onFailed(const Error &error);
    void setFirstOver(bool over);
    void tellWhetherAnnouncedIsNew();
    [[nodiscard]] Milliseconds shortestInterval() const;
    [[nodiscard]] Milliseconds usualInterval() const;

    Parts m_parts;
    DataCheck m_dataCheck = [](const auto &read) { read(); };
    Milliseconds m_interval;
    Milliseconds m_pausePerCall{};
    bool m_runs = false; // between begin() and stop()
    bool m_passAfterThis = false; // another pass follows the running one after flushPause
    bool m_firstIsOver = false;
    quint32 m_oldNamesUntil = 0; // the pass after which only new names are announced as new
    bool m_polls = false;
    bool m_allAnnounced = false;
    bool m_ownDataFlushed = false; // or may have changed otherwise: all is looked at
    bool m_isSilent = false;
    std::optional<Instant> m_unseenSince;
    Instant m_flushedAt{};
    Instant m_passStarted{};
    Milliseconds m_passTook{};
    FlushSample m_sample;
    QTimer m_next;
    QTimer m_retry;
    Backoff m_retryPause;
    QTimer m_flush;
};

} // namespace lockstep
