#pragma once

#include "core/lab/checks/deadlinesetters.h"
#include "core/lab/checks/happenings.h"
#include "core/lab/checks/statemoments.h"
#include "core/lab/checks/toldevents.h"
#include "core/lab/checks/trial.h"
#include "core/lab/checks/whowasinside.h"
#include "core/lab/history/roundrecords.h"
#include "core/lab/program/stateview.h"

#include <map>
#include <optional>

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
    // Returns how many states are still to come at most.
    [[nodiscard]] qsizetype stateCount() const;
    [[nodiscard]] Moment now() const { return m_now; }
    [[nodiscard]] quint32 lastOperation() const { return m_operation; }
    [[nodiscard]] const RoundRecords &records() const { return m_records; }
    // Whether it was asked in this state for a value that is not known.
    [[nodiscard]] bool hasGuessed() const { return m_hasGuessed; }
    // Moments of which each proves that what it was asked for in this state was so at one, whenever
    // between sending and reply the commands were executed: those of one server in its order. But
    // for what is open. Empty: there may have been none within the round.
    [[nodiscard]] std::vector<ProvingMoment> provingMoments() const;
    // Whether that moment is still one of them, after more was asked for.
    [[nodiscard]] bool isProvedBy(const ProvingMoment &moment) const;
    [[nodiscard]] bool isAtEnd() const { return m_isAtEnd; }
    // Whether it was asked in this state for what is known within bounds only, so that it has
    // several possibilities: what is left of a TTL, whether a key is there at the end of the round,
    // and who was inside when an event happened.
    [[nodiscard]] bool hasOpen() const { return m_hasOpen; }

    // Lets the trial answer from now on what is open; with nullptr the likely answer is taken.
    void answerBy(Trial *trial) { m_trial = trial; }

    [[nodiscard]] std::optional<QByteArray> get(const QByteArray &key, int node) const override;
    [[nodiscard]] std::optional<qint64> ttl(const QByteArray &key, int node) const override;
    [[nodiscard]] qint64 size(const QByteArray &key, int node) const override;
    [[nodiscard]] std::vector<int> inside(const QByteArray &lock) const override;
    [[nodiscard]] qint64 count(const QByteArray &name) const override;
    [[nodiscard]] std::vector<EventSeen> events(const QByteArray &name) const override;
    [[nodiscard]] QByteArray clientName(int client) const override;
    void noteInsideAsked(size_t event) const override;
    [[nodiscard]] bool isHiding() const override;

private:
    struct KeyKnown
    {
        const KeyChange *state = nullptr;
        const KeyChange *before = nullptr; // nullptr: it is not known
    };

    [[nodiscard]] std::optional<StateMoments::Span> span(bool areEntersOpen) const; // of this state
    [[nodiscard]] std::vector<ProvingMoment> momentsWithOpenEnters() const;
    void take(size_t place);
    void takeMark(size_t place);
    void beginState(Moment now, quint32 operation);
    [[nodiscard]] const KeyChange *state(const QByteArray &key, int node) const;
    [[nodiscard]] const KeyChange *closeToDeadline(
        const KeyKnown &known, quint32 text, int node) const;
    [[nodiscard]] std::vector<int> insideOf(quint32 lock) const; // none: of any
    [[nodiscard]] qint64 possibleTtl(const KeyChange &known, int node) const; // ms
    [[nodiscard]] qint64 chooseTtl(
        const Choices::Question &question, qint64 least, qint64 longest) const;

    const RoundRecords &m_records;
    const std::vector<Happening> m_happenings;
    const WhoWasInside m_whoWasInside;
    ToldEvents m_events;
    mutable StateMoments m_moments;
    const DeadlineSetters m_deadlines;
    size_t m_next = 0;
    Moment m_now = 0;
    bool m_isAtEnd = false;
    mutable bool m_hasGuessed = false;
    mutable bool m_hasOpen = false;
    mutable bool m_asksTtl = false;
    mutable bool m_asksInside = false;
    Trial *m_trial = nullptr;
    // A key that was asked for may be gone from then on, or be there still, though no happening
    // tells it: its deadline is too close to the round's end.
    mutable Moment m_uncertainFrom = never;
    quint32 m_operation = none;
    std::map<std::pair<quint32, int>, KeyKnown> m_keys; // key, node
    std::map<std::pair<quint32, int>, const KeyChange *> m_lastChanges; // likewise
    std::map<quint32, std::map<int, int>> m_inside; // lock, client: how often
    std::map<quint32, qint64> m_counts;
};

} // namespace lockstep
