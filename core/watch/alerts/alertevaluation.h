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
    // Of those that fire; what would fire beyond that is counted and not told.
    static constexpr std::size_t most = 10'000;

    // journal: gets a line for each alert that fires or is resolved; borrowed.
    explicit AlertEvaluation(JournalWriter *journal)
        : m_journal(journal)
    {
    }

    // The states of rules that are the same as before stay. Whoever calls this notes all objects
    // there are after it, by noteKnown(), if it returns true: the rules are others.
    bool setRules(const std::vector<AlertRule> &rules);
    [[nodiscard]] bool hasRules() const { return !m_matches.rules().empty(); }

    // An object, as it was read at that moment.
    // isAcross: something may be unseen between this and what was noted of it before.
    // Returns whether any rule matches its key. Where none does it need not be noted again before
    // there are other rules.
    bool noteItem(const ItemPtr &item, Instant at, bool isAcross);
    // An object that was known before the rules were set: what they are new for is due at once.
    // Returns the same.
    bool noteKnown(const ItemPtr &item);
    // Who waits for the object, or for a lock that is free, was counted at that moment; of all else
    // that tells nothing.
    void noteWaiters(const ItemPtr &item, Instant at);
    // The same object with less of its past; nothing is concluded from that.
    void replaceItem(const ItemPtr &item);
    // The key was read and is not there.
    // isWaitedFor: a lock whose waiters are counted further on.
    void noteGone(const QByteArray &key, Instant at, bool isAcross, bool isWaitedFor);
    // It is not watched any more: what became of it is not seen from now on.
    void noteLeft(const QByteArray &key);

    // Something was not seen: a key that was gone may be back.
    void beginGap();
    // A pass over all names has met that key, or it was announced: it is there, or was since the
    // last pass.
    void noteMet(const QByteArray &key);
    using IsOwn = std::function<bool(const QByteArray &key)>;
    [[nodiscard]] quint64 gaps() const { return m_gaps; } // so far
    // The pass is over: of the names that are own to it those are missing that it has not met.
    // gapsBefore: gaps() when it began. Of a pass with a gap in it nothing is concluded: it may
    // have met some names of one set of data and some of another.
    void finishPass(const IsOwn &isOwn, quint64 gapsBefore, Instant at);

    // Objects of which time alone may have changed what is true. They are to be read again, for
    // only a reading decides. canRead: whether the key's object can be read at present.
    std::vector<QByteArray> takeDue(Instant now, const IsOwn &canRead);
    [[nodiscard]] std::optional<Instant> nextDue() const;

    // That are firing, in the order of isShownBefore(). The same pointer as before where nothing
    // has changed.
    [[nodiscard]] Alerts firing();
    [[nodiscard]] qint64 leftOut() const { return m_leftOut; } // since the start

private:
    enum class Phase : quint8 { Inactive, Pending, Firing };
    struct Record;
    // Of one rule and one key.
    struct State
    {
        AlertRulePtr rule;
        Record *record = nullptr;
        Phase phase = Phase::Inactive;
        AgeBound sinceIs = AgeBound::Exact;
        bool wasFalse = false; // when it was read last, and nothing was unseen since
        bool isInterrupted = false; // it was not known in between
        bool isLeftOut = false; // it would fire, and there is no room
        // Not Inactive: the condition is true; of Exhausted: the limit is reached.
        Instant since{};
        std::optional<Instant> due; // in m_due
        AlertPtr alert; // Firing
    };
    using States = std::pmr::vector<State>;
    // Of one key that rules match. Not moved once it is made: m_due points into it.
    struct Record
    {
        explicit Record(std::pmr::memory_resource *memory)
            : states(memory)
        {
        }

        QByteArray key;
        QString name; // as of Alert, of the object that was there last
        FormatPtr format;
        ItemPtr item; // nothing: it is gone, or was never seen
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
    void becomeInactive(State &state, AlertEnd end);
    void fire(State &state, const ConditionTruth &truth, Instant at);
    void update(State &state, const ConditionTruth &truth, Instant at);
    [[nodiscard]] static std::optional<double> measured(
        const State &state, const ConditionTruth &truth, Instant at);
    [[nodiscard]] static AlertPtr alertOf(
        const State &state, const std::optional<double> &value, Instant at);
    void noteAbsence(
        Record &record, bool isThere, Instant at, bool isAcross, bool isWaitedFor = false);
    [[nodiscard]] bool wouldChange(const State &state, const ConditionTruth &truth, Instant now);
    void checkGone(State &state, Instant now, bool isSeen);
    void forgetIfIdle(Records::iterator record);
    void write(JournalEntry::Kind kind, const Alert &alert, AlertEnd end);
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
    bool m_hasNews = false; // of m_firing
    Alerts m_published = std::make_shared<const std::vector<AlertPtr>>();
};

} // namespace lockstep
