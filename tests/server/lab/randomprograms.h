#pragma once

#include <QByteArray>
#include <QList>

#include <vector>

namespace lockstep {

// A small program of the lab, drawn by a number: the same number gives the same program on every
// machine. All its short durations are the same, so that deadlines strike in the order in which
// they were set, in real time as well as in virtual time, in which commands take none; but for what
// is given the deadline of another key.
struct RandomProgram
{
    // One statement: a line, or two lines with others between them.
    struct Action
    {
        QByteArray head;
        std::vector<Action> body = {};
        QByteArray tail = {}; // empty: it has no body
        int deadlines = 0; // that head sets: each may need a time step
    };
    using Actions = std::vector<Action>;

    // What not every program has. A free run loses server 0, an exploration any.
    enum Trait : quint8 {
        Servers = 1, // two of them
        Restarts = 2, // server 0 comes back without its keys
        Clock = 4, // clients ask what time it is
        Expiries = 8, // a client is told that a key of its own has expired
        LongLeases = 16, // no key expires, and that work is shorter than the lease is assumed
    };

    quint64 seed = 0;
    quint8 traits = 0;
    int duration = 10; // ms, of all that is short
    // Each reply is told by an event of its own as soon as it is there; else all of a thread's in
    // one event at its end.
    bool tellsAtOnce = false;
    Actions setup;
    std::vector<Actions> clients;
    QList<QByteArray> always, finally; // checks of the lab, as the file states them

    // The scenario file. What a round showed is a text (see Round::outcome in freerounds.h): for
    // each of outcomes there is one more check at the end, violated where a run ends with it.
    [[nodiscard]] QByteArray source(const QList<QByteArray> &outcomes = {}) const;
    // Time steps that decide every interleaving.
    [[nodiscard]] int deadlines() const;
    // Whether a key is given the deadline of another one as a moment.
    [[nodiscard]] bool givesMoments() const;
    // Whether a message is waited for no longer than a time.
    [[nodiscard]] bool receivesInTime() const;
    // Whether EXEC may tell that GT has found a deadline greater, by a key that is watched.
    [[nodiscard]] bool tellsOfGreaterDeadlines() const;
    [[nodiscard]] bool has(Trait trait) const { return (traits & trait) != 0; }
    [[nodiscard]] int servers() const { return has(Servers) ? 2 : 1; }
    // Whoever reads an outcome asks for these.
    static QList<QByteArray> keys();
    static QList<QByteArray> events();
    static QList<QByteArray> counts();
    // The same program, in which each short deadline of the setup is 1 ms behind the one before.
    [[nodiscard]] RandomProgram withTimeInSetup() const;
    // The same program with one thing less, the largest first.
    [[nodiscard]] std::vector<RandomProgram> reductions() const;
};

// traits: a sum of RandomProgram::Trait.
RandomProgram randomProgram(quint64 seed, quint8 traits = 0);

} // namespace lockstep
