#pragma once

#include "core/lab/step/steppedrun.h"

#include <map>
#include <set>
#include <utility>

namespace lockstep {

using KeyPlace = std::pair<int, QByteArray>; // node, key

// How a client lost a key that it alone had written.
struct KeyLoss
{
    int step = 0; // number; 0: it has not been lost
    int owner = -1; // client
    int by = -1; // the client that deleted it; -1: time or a fault
    bool byFault = false; // a restart or a failover
};

// A key as far as the steps tell of it.
struct KeyKnown
{
    int changes = 0; // of its value
    int changedBy = -1; // client; -1: time or a fault
    bool changedByFault = false; // a restart or a failover
    int setBy = -1; // the only client that has written it since it appeared; -1: there is none
    QByteArray value; // empty: it is not there
    bool hasTtl = false;
    KeyLoss lost; // the last time that it went
};

// What a client read last, before it touched the key otherwise.
struct ReadBefore
{
    int changes = 0; // of the key, by then
    QByteArray value;
};

// Everything that is known before the step with that number.
class StepsBefore
{
public:
    StepsBefore(const SteppedRun &run, int step); // the run outlives it

    // The number of the step that they are before.
    [[nodiscard]] int step() const { return m_step; }
    void goOn() { note(m_step++); }

    [[nodiscard]] KeyKnown key(const KeyPlace &place) const;
    [[nodiscard]] const std::map<KeyPlace, KeyKnown> &keys() const { return m_keys; }
    [[nodiscard]] const std::map<KeyPlace, ReadBefore> &readsOf(int client) const;
    // What a client watches, with the changes of each key by the time it began to.
    [[nodiscard]] std::map<KeyPlace, int> watchedBy(int client) const;
    [[nodiscard]] std::set<int> listenersOf(const QByteArray &channel) const;
    [[nodiscard]] bool wasEntered(const QByteArray &lock) const { return m_inside.contains(lock); }
    [[nodiscard]] std::set<int> inside(const QByteArray &lock) const;

private:
    void note(int number);

    void noteEffect(const KeyEffect &effect, int number, int client, bool byFault);

    // A plain GET: its reply is the value that the client goes by from then on.
    void noteRead(const StepTaken &taken);

    // WATCH, and what ends it.
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
