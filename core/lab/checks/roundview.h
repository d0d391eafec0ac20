#pragma once

#include "core/lab/history/roundrecords.h"
#include "core/lab/program/stateview.h"

#include <map>
#include <set>

namespace lockstep {

// The states that a round went through, one after the other, from the first one after the setup on.
// All key changes of one operation and the marks of its client after it are one state, as in a
// step. The records must outlive this.
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
    // and reply the commands were executed.
    [[nodiscard]] bool isCertain() const;

    [[nodiscard]] std::optional<QByteArray> get(const QByteArray &key, int node) const override;
    [[nodiscard]] std::optional<qint64> ttl(const QByteArray &key, int node) const override;
    [[nodiscard]] qint64 size(const QByteArray &key, int node) const override;
    [[nodiscard]] std::vector<int> inside(const QByteArray &lock) const override;
    [[nodiscard]] qint64 count(const QByteArray &name) const override;
    [[nodiscard]] std::vector<EventSeen> events(const QByteArray &name) const override;
    [[nodiscard]] QByteArray clientName(int client) const override;

private:
    // A change, a mark or an incident, in the order in which they count.
    struct Happening
    {
        Moment at = 0;
        Moment earliest = 0, latest = 0; // between which it happened
        const KeyChange *change = nullptr;
        const MarkRecord *mark = nullptr;
        const Incident *incident = nullptr;

        [[nodiscard]] quint32 operation() const;
    };

    // What a function has asked for.
    struct Asked
    {
        std::set<std::pair<quint32, int>> keys; // and nodes
        std::set<quint32> names; // of locks, counts and events

        bool operator==(const Asked &) const = default;
    };

    void gather();
    [[nodiscard]] bool wasAsked(const Happening &happening) const;
    [[nodiscard]] static bool isOneState(const Happening &happening, const Happening &next);
    [[nodiscard]] bool belongsToSetup(const Happening &happening) const;
    void take(const Happening &happening);
    void take(const MarkRecord &mark);
    [[nodiscard]] const KeyChange *state(const QByteArray &key, int node) const;
    [[nodiscard]] std::vector<int> insideOf(quint32 lock) const; // none: of any

    const RoundRecords &m_records;
    std::vector<Happening> m_happenings;
    size_t m_next = 0;
    Moment m_now = 0;
    bool m_isAtEnd = false;
    mutable bool m_hasGuessed = false;
    mutable bool m_mayHaveExpired = false; // a key that was asked for at the end
    mutable Asked m_asked;
    // Of what was asked for, for each place among the happenings: the latest moment of those before
    // it, and the earliest of the others.
    mutable Asked m_spansOf;
    mutable std::vector<Moment> m_latestBefore, m_earliestFrom;
    quint32 m_operation = none;
    std::map<std::pair<quint32, int>, const KeyChange *> m_keys; // key, node
    std::map<quint32, std::map<int, int>> m_inside; // lock, client: how often
    std::map<quint32, qint64> m_counts;
    std::map<quint32, std::vector<EventSeen>> m_events;
};

} // namespace lockstep
