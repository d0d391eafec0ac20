#pragma once

#include "core/watch/link/pacer.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <optional>
#include <unordered_set>
#include <vector>

namespace lockstep {

class ItemReader;
class ItemStore;

// Has objects read again although nothing says that they have changed: once, after an event that
// says nothing of single keys, or in endless rounds if there is no feed. A batch at a time, always
// in the same order, as fast as the budget allows.
class Rereader : public QObject
{
    Q_OBJECT

public:
    // Both are borrowed.
    Rereader(const ItemStore *store, ItemReader *reader, Pacer pacer, QObject *parent);

    // Any object may have changed since that instant. When a round is under way, one more follows.
    void readAll(Instant since = std::chrono::steady_clock::now());
    void read(std::vector<QByteArray> keys); // these, soon; those that wait for that wait once
    void setRepeating(bool repeating);
    void stop();

    // Whether each object will have been read again when it is idle.
    [[nodiscard]] bool isReadingAll() const { return (m_isRunning && m_readsAll) || m_onceMore; }
    // After that instant each object was read or has not changed. Nothing: none can have changed.
    [[nodiscard]] std::optional<Instant> knownSince() const;
    // While it repeats: how long ago what was known of an object had been read, at most, just
    // before it was read again. Zero: it does not repeat, or for less than two rounds.
    [[nodiscard]] Instant::duration oldestKnown() const { return m_oldestKnown; }

Q_SIGNALS:
    void idle(); // a round is over and none follows

private:
    void begin();
    void next();
    void onCaughtUp();
    void onRoundOver();

    const ItemStore *m_store;
    ItemReader *m_reader;
    Pacer m_pacer;
    std::vector<QByteArray> m_keys; // the keys of this round
    std::size_t m_next = 0; // of m_keys
    std::unordered_set<QByteArray> m_asked; // by read(), and not handed to the reader yet
    QTimer m_pause; // within a round, and between two
    bool m_isRunning = false; // a round is under way
    bool m_isReading = false; // some of its objects are
    bool m_isRepeating = false;
    bool m_readsAll = false; // this round reads all objects
    std::optional<Instant> m_onceMore; // since when another round is asked for
    Instant m_begun{}; // when this round began
    std::optional<Instant> m_changedSince; // what this round is for
    std::optional<Instant> m_lastRound; // when the last complete one began, while repeating
    Instant::duration m_oldestKnown{}; // from the begin of a round to the end of the next
    Instant m_goneReadAt{}; // when those were read that have been gone for long
};

} // namespace lockstep
