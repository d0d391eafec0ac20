#pragma once

#include "core/watch/formats/alertrule.h"
#include "core/watch/items/agebound.h"
#include "core/watch/values/reading.h"

#include <array>
#include <optional>

namespace lockstep {

// Why an alert stopped firing.
enum class AlertEnd : quint8 {
    None, // it fires
    Over, // the condition is no longer true
    NotWatched, // the key holds something else now, or is not watched any more
    RuleGone, // the rule was changed or taken away
};
inline constexpr std::array allAlertEnds{
    AlertEnd::None, AlertEnd::Over, AlertEnd::NotWatched, AlertEnd::RuleGone};

// A part of the time, from one time of day to another.
struct WallSpan
{
    std::chrono::system_clock::time_point since{};
    std::chrono::system_clock::time_point until{};

    friend bool operator==(const WallSpan &, const WallSpan &) = default;
};

// Something that happened to an item, as two successive readings of it tell.
struct JournalEntry
{
    // Recordings have the number of a kind (events.kind), so a new kind is appended: never is one
    // taken out, nor the order changed.
    enum class Kind : quint8 {
        Appeared, // a counter, a lock or its holder seen for the first time: by the inventory, or
                  // after a gap; it may have been there for long
        Acquired, // a lock seen to come into being, a permit seen to be taken
        Renewed,
        DeadlineChanged, // not a renewal: less time than before, no deadline any more, or one again
        Released, // gone before its deadline, or gone without having one
        Expired, // gone at its deadline
        HandedOver, // same key, other holder
        Exhausted, // a bucket reached its limit
        Gone, // a counter vanished; or a lock or permit did without PTTL, so that released and
              // expired look the same, or during a gap, so that neither was seen, or the key holds
              // something else now
        MovedAway, // another node of the Cluster serves the key now: its fate is not seen from here
        Restarted, // the server was restarted, or another one has taken its place
        ReleasedByHand, // the user of this program has released a lock
        Unseen, // what happened from since until now is not known; see gap
        Firing, // an alert
        Resolved, // an alert that fired
        MaybeMissed, // a lock was announced as changed, and found too late to tell what it was
    };
    // Why something was not seen.
    enum class Gap : quint8 {
        Connection, // the connection was lost
        Clock, // ours stood still, as while the machine sleeps, or the server's was set
        Silence, // nothing came from the server, though the connection stood
        Primary, // this replica has lost its primary: of what happens there it tells nothing
        Swap, // two databases were swapped, which the server does not announce
        OtherData, // the server has taken over the data of another one (REPLICAOF)
        Permissions, // some were missing, nobody knows since when; what they hid is seen now
        Notifications, // the server had its notifications of keys switched off
    };

    Kind kind = Kind::Appeared;
    Family family = Family::Lock;
    Confidence confidence = Confidence::Certain; // with which the key was recognised
    Gap gap = Gap::Connection; // Unseen
    AlertEnd alertEnd = AlertEnd::None; // Resolved
    AgeBound sinceIs = AgeBound::Exact; // Firing, Resolved
    bool isFamilyKnown = true; // else family says nothing: the key of the alert was never seen
    std::chrono::system_clock::time_point at{}; // of what expired its deadline, else when we knew
    std::chrono::system_clock::time_point since{}; // of Unseen, but for Gap::Permissions;
                                                   // Firing, Resolved: the condition was true
    QByteArray key; // empty for Restarted and Unseen
    QString name; // as in Item
    QString primary; // Restarted, where Sentinels or a Cluster name it: which server has taken its
                     // place
    QString node; // Restarted and Unseen, of a Cluster: which node they are about, "db2:6379"
    QString slotRanges; // Restarted, of a Cluster whose primary is another one now: "0-5460"
    QString library;
    CowOptional<Holder> holder; // Appeared, Acquired, Renewed, DeadlineChanged, HandedOver: the
                                // present one; Released, ReleasedByHand, Expired, Gone: the last;
                                // Firing, Resolved: see Alert
    CowOptional<Holder> previous; // HandedOver
    std::optional<Milliseconds> ttlBefore; // Renewed, DeadlineChanged
    std::optional<Milliseconds>
        ttlAfter; // Appeared, Acquired, Renewed, DeadlineChanged, HandedOver
    std::optional<double> value; // Exhausted; Appeared of a counter; Firing, Resolved: see Alert
    std::optional<qint64> largeInteger; // value, where that is an integer that a double rounds
    std::optional<double> limit; // Exhausted
    AlertRulePtr alert; // Firing, Resolved
    // Of a lock: more may have happened to it in that time than the lines tell, because it was read
    // too long after its change was announced. Always of MaybeMissed, which follows where nothing
    // else can be told; perhaps of Acquired, Appeared, Renewed, DeadlineChanged, Released, Expired,
    // HandedOver and Gone.
    std::optional<WallSpan> maybeMissed;
};

// All kinds, in the order in which a user chooses among them; jsonids.cpp asserts that none is left
// out.
inline constexpr std::array allJournalKinds{JournalEntry::Kind::Appeared,
    JournalEntry::Kind::Acquired, JournalEntry::Kind::Renewed, JournalEntry::Kind::DeadlineChanged,
    JournalEntry::Kind::Released, JournalEntry::Kind::Expired, JournalEntry::Kind::HandedOver,
    JournalEntry::Kind::Exhausted, JournalEntry::Kind::Gone, JournalEntry::Kind::MovedAway,
    JournalEntry::Kind::Restarted, JournalEntry::Kind::ReleasedByHand,
    JournalEntry::Kind::MaybeMissed, JournalEntry::Kind::Unseen, JournalEntry::Kind::Firing,
    JournalEntry::Kind::Resolved};

} // namespace lockstep
