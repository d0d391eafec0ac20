#pragma once

#include "core/lab/checks/happenings.h"
#include "core/lab/checks/rangesaround.h"
#include "core/lab/history/roundrecords.h"
#include "core/lab/program/stateview.h"

#include <map>
#include <set>

namespace lockstep {

// The states that a round went through, one after the other, from the first one after the setup on,
// and whether what is asked of them is certain. The records must outlive this.
class RoundView final : public StateView
{
public:
    explicit RoundView(const RoundRecords &records);

    // Goes on to the next state. False: this is the last one.
    bool advance();
    void goToEnd();
    [[nodiscard]] qsizetype stateCount() const; // at most; that are still to come
    [[nodiscard]] Moment now() const { return m_now; }
    [[nodiscard]] quint32 lastOperation() const { return m_operation; }
    [[nodiscard]] const RoundRecords &records() const { return m_records; }
    // Whether it was asked in this state for a value, or for an order of events, that is not known.
    [[nodiscard]] bool hasGuessed() const { return m_hasGuessed; }
    // Whether what it was asked for in this state was so at one moment, whenever between sending
    // and reply the commands were executed: those of one server in its order. But for what has
    // several possibilities.
    [[nodiscard]] bool isCertain() const;
    // How many possibilities there are for what it was asked for in this state and is only known
    // within bounds: what is left of a TTL, and who was inside when an event happened.
    [[nodiscard]] qint64 possibilityCount() const { return m_possibilityCount; }
    // It answers by that possibility from now on: 0 is the shortest TTL, and that nobody was
    // inside; each further one is a millisecond more, and one client more, but after a few of them
    // everybody. Nothing: by what is likely.
    void setPossibility(std::optional<qint64> number) { m_possibility = number; }

    [[nodiscard]] std::optional<QByteArray> get(const QByteArray &key, int node) const override;
    [[nodiscard]] std::optional<qint64> ttl(const QByteArray &key, int node) const override;
    [[nodiscard]] qint64 size(const QByteArray &key, int node) const override;
    [[nodiscard]] std::vector<int> inside(const QByteArray &lock) const override;
    [[nodiscard]] qint64 count(const QByteArray &name) const override;
    [[nodiscard]] std::vector<EventSeen> events(const QByteArray &name) const override;
    [[nodiscard]] QByteArray clientName(int client) const override;

private:
    // What a function has asked for.
    struct Asked
    {
        std::set<std::pair<quint32, int>> keys; // and nodes
        std::set<quint32> names; // of locks, counts and events
        bool isOfHolders = false; // who is inside

        bool operator==(const Asked &) const = default;
    };

    struct EventKnown
    {
        EventSeen seen;
        bool isInsideCertain = true;
    };
    struct EventsKnown
    {
        std::vector<EventKnown> all;
        bool isOrderCertain = true;
        size_t last = 0; // its place among the happenings
    };

    [[nodiscard]] bool isInsideCertain(size_t event) const; // its place among the happenings
    [[nodiscard]] bool isOrderCertain(size_t event, size_t next) const;
    [[nodiscard]] RangesAround rangesOfLocks() const;
    [[nodiscard]] RangesAround rangesOfAsked() const;
    [[nodiscard]] bool wasAsked(const Happening &happening) const;
    [[nodiscard]] bool belongsToSetup(const Happening &happening) const;
    void take(size_t place);
    void takeMark(size_t place);
    void takeEvent(size_t place);
    void beginState(Moment now, quint32 operation);
    [[nodiscard]] const KeyChange *state(const QByteArray &key, int node) const;
    [[nodiscard]] std::vector<int> insideOf(quint32 lock) const; // none: of any
    [[nodiscard]] std::vector<int> possiblyInside(int client) const;
    [[nodiscard]] qint64 possibleTtl(Moment left, Moment most) const; // ms

    struct KeyKnown
    {
        const KeyChange *state = nullptr;
        const KeyChange *before = nullptr; // nullptr: it is not known
    };

    const RoundRecords &m_records;
    const std::vector<Happening> m_happenings;
    const RangesAround m_lockMarks; // of all enters, leaves and crashes, by client
    size_t m_next = 0;
    Moment m_now = 0;
    bool m_isAtEnd = false;
    mutable bool m_hasGuessed = false;
    mutable bool m_isOrderCertain = true; // of the events that were asked for
    mutable qint64 m_possibilityCount = 1;
    std::optional<qint64> m_possibility;
    // A key that was asked for may be gone from then on, or be there still, though no happening
    // tells it: its deadline is too close to the round's end.
    mutable Moment m_uncertainFrom = never;
    mutable Asked m_asked;
    mutable Asked m_rangesOf; // what was asked for when these were made
    mutable RangesAround m_ranges;
    mutable int m_rangesMade = 0;
    Moment m_spread = 0; // this state began so much earlier or later
    mutable Moment m_latestBegin = 0; // as far as is known of what it was asked for
    quint32 m_operation = none;
    std::map<std::pair<quint32, int>, KeyKnown> m_keys; // key, node
    std::map<quint32, std::map<int, int>> m_inside; // lock, client: how often
    std::map<quint32, qint64> m_counts;
    std::map<quint32, EventsKnown> m_events;
};

} // namespace lockstep
