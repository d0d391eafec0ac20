#pragma once

#include "core/lab/order/fardeadline.h"
#include "core/lab/order/monitorstream.h"
#include "core/lab/order/scratchserver.h"
#include "core/lab/order/steptimes.h"

#include <deque>
#include <functional>
#include <set>

namespace lockstep {

// Executes the steps of a round again on the scratch server and notes how they changed the keys.
class CommandReplay
{
public:
    // keys: patterns (matchesKeyPattern) of the keys whose changes are noted; empty: all keys. What
    // is given by reference must outlive this.
    CommandReplay(ScratchServer &server, const QByteArray &prefix, const QList<QByteArray> &keys,
        ClockOffset clock, InternedTexts &texts, LongValues &longValues);

    // steps: in the order of their execution, with their moments. Keys expire up to `until`. Ends
    // before the first step that takes something by chance, and after one that leaves a value that
    // is too long to be kept, see knownUntil().
    // Errors: those of the server; Cancelled when shouldContinue returned false.
    Result<std::vector<KeyChange>> changes(const std::vector<ExecutedStep> &steps, Moment until,
        const std::function<bool()> &shouldContinue);
    // The changes from that moment on are not known; never: all changes are known.
    [[nodiscard]] Moment knownUntil() const { return m_knownUntil; }

private:
    struct Place
    {
        quint32 key = 0; // text of m_names
        quint8 node = 0;

        auto operator<=>(const Place &) const = default;
    };
    struct Key
    {
        KeyState state; // by the replies that were read so far
        quint64 step = 0; // number of the step that named it last
        quint32 text = none; // of m_texts; none: its changes are not noted
        bool isKnown = false; // whether text was decided
        bool mayExpire = false; // a command that sets a deadline has named it
        bool mayBeAny = false; // it may be another type than string, or a long string
        bool mayBeLong = false; // a string that LongValues counts
    };
    struct Reading
    {
        Place place;
        bool isAny = false;
        bool withDeadline = false;
    };
    struct Pending
    {
        const ExecutedStep *step = nullptr;
        int replies = 0; // replies to its commands, which are dropped
        size_t readings = 0;
    };

    // Whether the step is to be executed again. Not where none of its commands can write, nor where
    // one takes something by chance; then m_knownUntil is the moment of the step.
    Result<bool> learn(const ExecutedStep &step);
    Result<void> execute(const ExecutedStep &step);
    Result<void> send(QByteArrayView line, ScratchServer::Effect effect, Pending &pending);
    // Whether some key of the step that was sent last may hold a long string. Then each of them is
    // marked so, because the step may have copied it.
    bool markLongKeys(const Pending &pending);
    void ask(Reading &reading);
    Result<void> settle(size_t left = 0); // reads replies until so many are on their way
    Result<void> read(const Reading &reading, const ExecutedStep &step);
    void note(Place place, KeyState state, const ExecutedStep &step);
    Result<void> restart(const ExecutedStep &step);
    Result<void> letExpire(qint64 ms, Moment at);
    Result<void> expire(qint64 deadline, Place place, Moment at);
    void add(Place place, const KeyState &state, Moment at, quint32 operation);
    Key &keyOf(Place place);
    [[nodiscard]] bool isWanted(QByteArrayView key) const;

    ScratchServer &m_server;
    const QByteArray &m_prefix;
    const QList<QByteArray> &m_wanted;
    const ClockOffset m_clock;
    InternedTexts &m_texts;
    LongValues &m_longValues;
    InternedTexts m_names; // of keys, with the prefix
    MonitorWords m_command;
    MonitorWords m_words;
    FarDeadline m_far;
    std::vector<std::vector<Key>> m_keys; // by node and name
    std::deque<Pending> m_pending;
    std::deque<Reading> m_readings; // of the pending ones
    Moment m_knownUntil = never;
    quint64 m_step = 0;
    size_t m_bytes = 0; // about how many were sent and are not settled
    qint64 m_earliest = never; // the earliest deadline, in ms, that a pending step may have set
    std::set<std::pair<qint64, Place>> m_due; // deadline in ms
    std::vector<KeyChange> m_changes;
};

} // namespace lockstep
