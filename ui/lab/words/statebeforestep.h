#pragma once

#include "core/lab/step/steppedrun.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace lockstep {

using KeyPlace = std::pair<int, QByteArray>; // node, key

// How a key last disappeared: deleted, expired, or lost by the server.
struct KeyLoss
{
    int step = 0; // counted from 1; 0 if the key has not disappeared
    std::optional<int> owner; // the only client that had written the key
    std::optional<int> by; // the client that deleted it; nothing if time or a fault did
    bool byFault = false; // whether a fault, such as a restart or a failover, removed it
};

// The state of a key, and who brought it about, as far as the steps so far show it.
struct KeyKnown
{
    int changes = 0; // how often its value has changed
    std::optional<int> changedBy; // the client that changed it last; nothing if time or a fault did
    bool changedByFault = false; // whether a fault, such as a restart, changed it last
    std::optional<int> setBy; // the only client that has written it since it appeared
    QByteArray value; // empty if the key does not exist
    bool hasTtl = false;
    KeyLoss lost; // how it last disappeared; reset when its owner creates it anew
};

// What a client's last GET of a key returned. Forgotten as soon as the client writes the key.
struct ReadBefore
{
    int changes = 0; // KeyKnown::changes at the time of the GET
    QByteArray value; // the reply as text, "(nil)" if the key did not exist
};

// What is known about keys, reads, watches, subscriptions and locks just before one step of a run.
// Derived from the steps before it alone, so it never knows what comes later.
class StateBeforeStep
{
public:
    // step: the number of that step, from 1. The run must outlive this object.
    StateBeforeStep(const SteppedRun &run, int step);

    // The number of the step that has not been taken into account yet.
    [[nodiscard]] int step() const { return m_step; }
    // Takes that step into account. There must be such a step in the run.
    void advance() { note(m_step++); }

    [[nodiscard]] KeyKnown key(const KeyPlace &place) const;
    [[nodiscard]] const std::map<KeyPlace, KeyKnown> &keys() const { return m_keys; }
    [[nodiscard]] const std::map<KeyPlace, ReadBefore> &readsOf(int client) const;
    // The keys that a client watches, each with KeyKnown::changes at the time of its WATCH.
    [[nodiscard]] std::map<KeyPlace, int> watchedBy(int client) const;
    [[nodiscard]] std::set<int> listenersOf(const QByteArray &channel) const;
    // Whether the lock has ever been entered, even if nobody is inside by now.
    [[nodiscard]] bool wasEntered(const QByteArray &lock) const { return m_inside.contains(lock); }
    // The clients that have entered the lock and not left it.
    [[nodiscard]] std::set<int> inside(const QByteArray &lock) const;

private:
    void note(int number);

    // client: nothing if time or a fault did it.
    void noteEffect(const KeyEffect &effect, int number, std::optional<int> client, bool byFault);

    // Remembers the reply of a plain GET as the value that the client relies on from then on.
    void noteRead(const StepTaken &taken);

    // Follows WATCH, and EXEC, DISCARD and UNWATCH, which end it.
    void noteWatch(const StepTaken &taken);

    void noteMarks(int number);

    const SteppedRun &m_run;
    int m_step = 1;
    std::map<KeyPlace, KeyKnown> m_keys;
    std::map<int, std::map<KeyPlace, ReadBefore>> m_reads; // by client
    std::map<int, std::map<KeyPlace, int>> m_watched; // by client
    std::map<QByteArray, std::set<int>> m_inside; // by lock
    std::map<QByteArray, std::set<int>> m_listeners; // by channel
};

} // namespace lockstep
