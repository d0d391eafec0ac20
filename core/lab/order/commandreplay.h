#pragma once

#include "core/lab/order/fardeadline.h"
#include "core/lab/order/monitorstream.h"
#include "core/lab/order/scratchserver.h"
#include "core/lab/order/steptimes.h"

#include <deque>
#include <functional>
#include <set>

namespace lockstep {

// Executes the steps of a round again on the scratch server and records how they changed the keys.
class CommandReplay
{
public:
    // keys: patterns (matchesKeyPattern) of the keys whose changes are noted; empty: all keys. What
    // is given by reference must outlive this.
    CommandReplay(ScratchServer &server, const QByteArray &prefix, const QList<QByteArray> &keys,
        ClockOffset clock, InternedTexts &texts, LongValueBudget &longValues);

    // steps: in the order of their execution, with their moments. Keys expire up to `until`. Ends
    // before the first step that takes something by chance, and after one that leaves a value that
    // is too long to be kept, see knownUntil().
    // Errors: those of the server; Cancelled when shouldContinue returned false.
    Result<std::vector<KeyChange>> changes(const std::vector<ExecutedStep> &steps, Moment until,
        const std::function<bool()> &shouldContinue);
    // The moment from which on changes are not known; `never` if all are known.
    [[nodiscard]] Moment knownUntil() const { return m_knownUntil; }

private:
    struct Place
    {
        quint32 key = 0; // number of its name in m_names
        quint8 node = 0;

        auto operator<=>(const Place &) const = default;
    };
    struct Key
    {
        KeyState state; // as of the replies that were read so far
        quint64 step = 0; // number of the step that named it last
        quint64 overwritingStep = 0; // number of the last one that may have written it as a whole
        quint32 text = none; // number of its name in m_texts; none if its changes are not recorded
        bool isKnown = false; // whether `text` has been set
        bool mayExpire = false; // a command that sets a deadline has named it
        bool mayBeAny = false; // it may be another type than string, or a long string
        bool mayBeLong = false; // it may be a string so long that LongValueBudget counts it
    };
    struct Reading
    {
        Place place;
        bool isAny = false;
        bool withDeadline = false;
        bool mayBeOverwritten = false; // the step may have written the key as a whole
    };
    struct Pending
    {
        const ExecutedStep *step = nullptr;
        int replies = 0; // replies to its commands, which are dropped
        size_t readings = 0;
    };

    // Whether the step has to be executed again. It has not if none of its commands can write. It
    // cannot be if one of them chooses at random; then m_knownUntil is set to the moment of the
    // step.
    Result<bool> learn(const ExecutedStep &step);
    Result<void> execute(const ExecutedStep &step);
    Result<void> send(QByteArrayView line, ScratchServer::Effect effect, Pending &pending);
    // Whether some key of the step that was sent last may hold a long string. If so, all keys of
    // the step are marked, because it may have copied the string.
    bool markLongKeys(const Pending &pending);
    void ask(Reading &reading);
    // Reads replies until those of `left` steps are still to come.
    Result<void> settle(size_t left = 0);
    Result<void> read(const Reading &reading, const ExecutedStep &step);
    void note(Place place, KeyState state, const ExecutedStep &step, bool mayBeOverwritten = false);
    Result<void> restart(const ExecutedStep &step);
    Result<void> letExpire(qint64 ms, Moment at);
    Result<void> expire(qint64 deadline, Place place, Moment at);
    // isOverwritten: see KeyChange.
    void add(Place place, const KeyState &state, Moment at, quint32 operation,
        bool isOverwritten = false);
    Key &keyOf(Place place);
    [[nodiscard]] bool isWanted(QByteArrayView key) const;

    ScratchServer &m_server;
    const QByteArray &m_prefix;
    const QList<QByteArray> &m_wanted;
    const ClockOffset m_clock;
    InternedTexts &m_texts;
    LongValueBudget &m_longValues;
    InternedTexts m_names; // of keys, with the prefix
    MonitorWords m_command;
    MonitorWords m_words;
    FarDeadline m_far;
    std::vector<std::vector<Key>> m_keys; // by node and name
    std::deque<Pending> m_pending;
    std::deque<Reading> m_readings; // of the pending steps
    Moment m_knownUntil = never;
    quint64 m_step = 0;
    size_t m_bytes = 0; // bytes sent whose replies are not read yet, about
    qint64 m_earliest = never; // the earliest deadline, in ms, that a pending step may have set
    std::set<std::pair<qint64, Place>> m_due; // deadlines in ms, and whose they are
    std::vector<KeyChange> m_changes;
};

} // namespace lockstep
