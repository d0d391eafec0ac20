#pragma once

#include "core/watch/recorder/recordingwriter.h"

#include <map>
#include <random>
#include <set>

namespace lockstep::sample {

// A recording of a watch that saw anything a watch may see, in any order: written by the real
// RecordingWriter, in several sessions, of which some are cut off. The same seed makes the same
// recording.
class RandomRecording
{
public:
    struct Key
    {
        Family family = Family::Lock;
        QByteArray key;
        bool isSemaphore = false;
    };

    RandomRecording(const QString &path, quint32 seed);

    // Writes all sessions. Errors: of the writer.
    Result<void> write();

    static const std::vector<Key> &keys();
    // Times of day at which something was written, in the order in which it was.
    [[nodiscard]] const std::vector<WallMilliseconds> &moments() const { return m_moments; }
    // The watch lost sight of a lock without a word that it is free, and has not seen it since.
    struct Loss
    {
        QByteArray key;
        WallMilliseconds heldAt; // just before, or before the time for which that may have waited
        WallMilliseconds until; // it was seen again
        // Until then nothing else happened to the watch that would make the lock unknown.
        WallMilliseconds undisturbedUntil;
    };
    [[nodiscard]] const std::vector<Loss> &losses() const { return m_losses; }

private:
    struct Place // a node of a Cluster; without a Cluster there is one
    {
        QString address;
        QString slotRanges;
        std::vector<UnseenSpan> unseen;
        std::optional<Instant> lostSince;
    };

    [[nodiscard]] int below(int bound) { return int(m_random() % quint32(bound)); }
    [[nodiscard]] Instant instant() const;
    [[nodiscard]] WallMilliseconds wall() const { return m_now + m_offset; }
    [[nodiscard]] bool isAway(const QByteArray &key) const;
    Item &item(const Key &key);
    void journal(JournalEntry::Kind kind, const Key &key, const std::optional<Holder> &holder);

    void step();
    void changeLock(const Key &key);
    void acquire(const Key &key, JournalEntry::Kind kind);
    void renew(const Key &key);
    void release(const Key &key, JournalEntry::Kind kind);
    void leave(const Key &key);
    void changeSemaphore(const Key &key);
    void changePermits(const Key &key);
    void changeCounter(const Key &key);
    void changeLimit(const Key &key);
    void changeReadability(const Key &key);
    void changeStatus();
    void disturb();
    void lose(Place &place);
    void comeBack(Place &place);
    void readAgain(const QByteArray &key);
    void changeUnseen(const Key &key);
    [[nodiscard]] Snapshot snapshot();
    Result<void> publish(RecordingWriter *writer);
    Result<void> writeSession(int steps, const RecordingOptions &options);

    QString m_path;
    std::mt19937 m_random;
    qint64 m_now = 0; // ms, of the steady clock and of the time of day
    qint64 m_offset = 0; // of the time of day, after the clock was set
    std::vector<Place> m_places;
    std::map<QByteArray, Item> m_items;
    std::vector<ItemPtr> m_freed;
    std::set<QByteArray> m_unread; // since the last gap
    std::vector<JournalEntry> m_journal;
    qint64 m_journalTotal = 0;
    WatchStatus m_status;
    int m_tokens = 0;
    std::vector<WallMilliseconds> m_moments;
    std::vector<Loss> m_losses;
};

} // namespace lockstep::sample
