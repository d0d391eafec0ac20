#pragma once

#include "core/watch/values/reading.h"

#include <QStringList>

#include <array>
#include <optional>

namespace lockstep {

// What an alert is about, as a rules file says it: "held > 30s", "used >= 90%", "gone".
struct AlertCondition
{
    enum class Kind : quint8 {
        Held, // for how long its holder has the lock
        Renewals, // of the lock by this holder
        Immortal, // a lock or a limit without a TTL that ought to have one
        Waiters, // how many wait
        Waiting, // for how long somebody has been waiting for the lock
        Used, // of the limit, in percent
        Exhausted, // for how long the limit has been reached
        Value, // of the counter
        Rate, // change of the counter a second
        Gone, // the key is not there
    };
    enum class Comparison : quint8 { More, AtLeast, Less, AtMost };

    Kind kind = Kind::Gone;
    Comparison comparison = Comparison::More;
    double number = 0; // of Renewals, Waiters, Used (percent), Value and Rate (a second)
    Milliseconds duration{}; // of Held, Waiting and Exhausted

    // Whether a measured number, or a time in milliseconds, meets the condition.
    [[nodiscard]] bool holdsFor(double measured) const;
    // Whether objects of that family can meet it at all.
    [[nodiscard]] bool fits(Family family) const;
    [[nodiscard]] bool isOfWaiters() const
    {
        return kind == Kind::Waiters || kind == Kind::Waiting;
    }
    // Whether it measures a time, which goes on although nothing is read.
    [[nodiscard]] bool measuresTime() const;
    // The condition as a rules file has it, which alertConditionFrom() parses.
    [[nodiscard]] QString text() const;

    friend bool operator==(const AlertCondition &, const AlertCondition &) = default;
};

inline constexpr std::array allAlertKinds{AlertCondition::Kind::Held,
    AlertCondition::Kind::Renewals, AlertCondition::Kind::Immortal, AlertCondition::Kind::Waiters,
    AlertCondition::Kind::Waiting, AlertCondition::Kind::Used, AlertCondition::Kind::Exhausted,
    AlertCondition::Kind::Value, AlertCondition::Kind::Rate, AlertCondition::Kind::Gone};

// One condition of each kind, in the order of allAlertKinds: "held > 30s".
QStringList alertConditionExamples();
// Parses a condition. Returns nothing if the text is none; *expected then says what is possible in
// its place.
std::optional<AlertCondition> alertConditionFrom(const QString &text, QString *expected);

// Reads a length such as "500ms", "5s", "1.5m", "2h" or "1d", which has to be above 0 and at most a
// century. Nothing if the text is none.
std::optional<Milliseconds> lengthFrom(const QString &text);
// The length as lengthFrom() takes it, in the largest unit in which it is a whole number.
QString lengthText(Milliseconds length);

} // namespace lockstep
