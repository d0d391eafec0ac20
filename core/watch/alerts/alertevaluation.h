#pragma once

#include "core/watch/alerts/alert.h"
#include "core/watch/alerts/alertmatches.h"
#include "core/watch/alerts/conditiontruth.h"
#include "core/watch/items/journalwriter.h"

#include <functional>
#include <memory_resource>
#include <set>
#include <unordered_map>
#include <utility>

namespace lockstep {

// Which alerts fire: a state machine for each rule and each key that it matches, fed with the
// readings of the objects. Costs something for what changes, and for what is due; nothing for all
// else, and nothing at all without rules. See the README beside this.
class AlertEvaluation
{
public:
    // The largest number of alerts that fire at once; more are only counted, see leftOut().
    static constexpr std::size_t mostFiring = 10'000;

    // journal: gets a line for each alert that fires or is resolved; borrowed.
    explicit AlertEvaluation(JournalWriter *journal)
        : m_journal(journal)
    {
    }

    // The states of rules that are the same as before stay. Whoever calls this notes all objects
    // there are after it, by noteKnown(), if it returns true: the rules are others.
    bool setRules(const std::vector<AlertRule> &rules);
    [[nodiscard]] bool hasRules() const { return !m_matches.rules().empty(); }

    // Notes an object as it was read at that moment. isAcross: something may have happened unseen
    // since it was noted last. Returns whether any rule matches its key. Where none does it need
    // not be noted again before there are other rules.
    bool noteItem(const ItemPtr &item, Instant at, bool isAcross);
    // Notes an object that was known before the rules were set. Of those rules that have not judged
    // it yet, takeDue() returns it at once. Returns what noteItem() does.
    bool noteKnown(const ItemPtr &item);
    // Notes that it was counted at that moment who waits for the object, which may be a lock that
    // is free. Only conditions about waiters are judged by that.
    void noteWaiters(const ItemPtr &item, Instant at);
    // Replaces the item by one of the same object with less history; no alert changes.
    void replaceItem(const ItemPtr &item);
    // Notes that the key was read and is not there. isWaitedFor: it is a lock whose waiters are
    // still counted.
    void noteGone(const QByteArray &key, Instant at, bool isAcross, bool isWaitedFor);
    // Notes that the key is not watched any more, so that nothing of it is seen from now on.
    void noteLeft(const QByteArray &key);

    // Notes a gap in what is seen, after which a key that was gone may be back.
    void beginGap();
    // Notes that a pass over all names has met the key, or that it was announced: it is there, or
    // was there since the last pass.
    void noteMet(const QByteArray &key);
    using IsOwn = std::function<bool(const QByteArray &key)>;
    [[nodiscard]] quint64 gaps() const { return m_gaps; } // so far
    // Called when a pass is over. Keys for which isOwn is true and that it has not met are gone.
    // gapsBefore: gaps() when it began. If a gap began during the pass nothing is concluded,
    // because it may have met names of two different data sets.
    void finishPass(const IsOwn &isOwn, quint64 gapsBefore, Instant at);

    // The keys of objects for which the passing of time may have changed whether a condition is
    // true. The caller has them read again, because only a reading decides. canRead: whether the
    // key's object can be read at present.
    std::vector<QByteArray> takeDue(Instant now, const IsOwn &canRead);
    [[nodiscard]] std::optional<Instant> nextDue() const;

    // The alerts that fire, in the order of isShownBefore(). The pointer is the same as before if
    // nothing has changed.
    [[nodiscard]] Alerts firing();
    // Alerts since the start for which there was no room.
    [[nodiscard]] qint64 leftOut() const { return m_leftOut; }

private:
    enum class Phase : quint8 { Inactive, Pending, Firing };
    struct Record;
    // The state of one rule for one key.
    struct State
    {
        AlertRulePtr rule;
        Record *record = nullptr;
        Phase phase = Phase::Inactive;
        AgeBound sinceIs = AgeBound::Exact;
        bool wasFalse = false; // when it was read last, and nothing was unseen since
        bool isInterrupted = false; // it was not known in between
        bool isLeftOut = false; // it would fire, and there is no room
        // Unless Inactive: since when the condition is true, or, for Exhausted, the limit is
        // reached.
        Instant since{};
        std::optional<Instant> due; // its moment in m_due
        AlertPtr alert; // set only while Firing
    };
    using States = std::pmr::vector<State>;
    // What is known of one key that rules match. It is never moved in memory, because m_due points
    // into it.
    struct Record
    {
        explicit Record(std::pmr::memory_resource *memory)
            : states(memory)
        {
        }

        QByteArray key;
        QString name; // as of Alert, of the object that was there last
        FormatPtr format;
        ItemPtr item; // null if it is gone or was never seen
        bool isOneKey = false; // a rule names it alone, so it stays
        bool isMet = false; // by the pass, though it is not known to be there
        bool isUnsure = false; // it is gone as far as was known before a gap
        bool isReadGone = false; // a reading found it gone, so its return is announced
        States states;
    };
    using Records = std::unordered_map<QByteArray, Record>;
    struct InOrder
    {
        bool operator()(const AlertPtr &a, const AlertPtr &b) const
        {
            return isShownBefore(*a, *b);
        }
    };

    Record *recordOf(const QByteArray &key);
    [[nodiscard]] static ConditionTruth truthFor(const State &state, const Item &item, Instant at);
    void fillStates(Record &record);
    void setDue(State &state, std::optional<Instant> at);
    [[nodiscard]] static std::optional<Instant> nextLook(
        const State &state, const ConditionTruth &truth);
    void evaluate(State &state, const ConditionTruth &truth, Instant at, bool isAcross);
    void becomeTrue(State &state, const ConditionTruth &truth, Instant at, bool isAcross);
    // value: what the line says that was measured.
    void becomeInactive(State &state, AlertEnd end, const std::optional<double> &value);
    [[nodiscard]] static std::optional<double> valueAtEnd(
        const State &state, const ConditionTruth &truth, Instant at, bool isAcross);
    [[nodiscard]] static std::optional<double> valueSoFar(const State &state);
    void fire(State &state, const ConditionTruth &truth, Instant at);
    void update(State &state, const ConditionTruth &truth, Instant at);
    void forgetValue(State &state);
    void replaceAlert(State &state, const AlertPtr &alert);
    [[nodiscard]] static std::optional<double> measured(
        const State &state, const ConditionTruth &truth, Instant at);
    [[nodiscard]] static AlertPtr alertOf(
        const State &state, const std::optional<double> &value, Instant at);
    void noteAbsence(
        Record &record, bool isThere, Instant at, bool isAcross, bool isWaitedFor = false);
    [[nodiscard]] bool wouldChange(const State &state, const ConditionTruth &truth, Instant now);
    void checkGone(State &state, Instant now, bool isSeen);
    void forgetIfIdle(Records::iterator record);
    void write(JournalEntry::Kind kind, const Alert &alert, const std::optional<double> &value,
        AlertEnd end);
    [[nodiscard]] static Instant::duration ageNeeded(const AlertCondition &condition);
    [[nodiscard]] static Instant::duration needed(const AlertRule &rule);

    JournalWriter *m_journal;
    AlertMatches m_matches;
    // The states and their moments are kept apart from the items. A publication goes over all
    // items, and would touch a page of memory for each if the states of some dozen rules stood
    // between every two.
    std::pmr::unsynchronized_pool_resource m_memory;
    Records m_records;
    std::pmr::set<std::pair<Instant, State *>> m_due{&m_memory};
    std::set<AlertPtr, InOrder> m_firing;
    qint64 m_leftOut = 0;
    quint64 m_gaps = 0;
    bool m_hasNews = false; // m_firing has changed since firing()
    Alerts m_published = std::make_shared<const std::vector<AlertPtr>>();
};

} // namespace lockstep
