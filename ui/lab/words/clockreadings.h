#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockstep {

struct Run;

// Shows readings of a server's clock (ms since 1970) as the time since a beginning, because nobody
// compares thirteen digits. In a stepped run the beginning is that of the run. A free run does not
// know its start by the server's clock, so there it is the earliest reading that a client marked as
// an event; this needs a scenario whose programs have a clock. All other text stays as it is.
class ClockReadings
{
public:
    ClockReadings() = default; // leaves everything as it is
    // firstMark, lastMark: the index of the round's first mark, and one past that of its last.
    ClockReadings(const Run &run, quint32 firstMark, quint32 lastMark);

    // Says "+6.0 s", "−60.0 s" or "0 ms". Empty if value is not a reading of the clock.
    [[nodiscard]] QString sinceBeginning(qint64 value) const;
    // Writes "ZADD log +6.0s A-1" for "ZADD log 1767225606000 A-1".
    [[nodiscard]] QByteArray shortened(QByteArrayView text) const;
    [[nodiscard]] QString shortened(const QString &text) const;

private:
    std::optional<qint64> m_beginning; // ms since 1970; nothing if no reading is known
};

// What the value of a token bucket means: "1 token at +6.0 s" for "5000 1767225606000". value: the
// number that stands for the tokens, then optionally a space and the time of that number, in any
// form. Nothing if the scenario does not say that the key is a bucket, or if the value does not
// begin with such a number.
std::optional<QString> bucketWords(
    const Run &run, const ClockReadings &clock, const QByteArray &key, const QByteArray &value);

} // namespace lockstep
