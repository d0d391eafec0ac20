#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockstep {

struct Run;

// Readings of a server's clock (ms since 1970) as the time since a beginning: nobody compares
// thirteen digits. Of steps it is their first moment; of a free run, which does not know when that
// was by the server's clock, the first reading that a client told as an event, where the
// scenario's programs have a clock. Everything else stays as it is.
class ClockReadings
{
public:
    ClockReadings() = default; // leaves everything as it is
    // firstMark, lastMark: of the round's marks, and the one after the last.
    ClockReadings(const Run &run, quint32 firstMark, quint32 lastMark);

    // "+6.0 s", "−60.0 s", "0 ms"; empty: it is no reading.
    [[nodiscard]] QString sinceBeginning(qint64 value) const;
    // "ZADD log +6.0s A-1" for "ZADD log 1767225606000 A-1".
    [[nodiscard]] QByteArray shortened(QByteArrayView text) const;
    [[nodiscard]] QString shortened(const QString &text) const;

private:
    std::optional<qint64> m_beginning; // ms since 1970; nothing: no reading is known
};

// What the value of a token bucket means: "1 token at +6.0 s" for "5000 1767225606000". value: the
// number that stands for the tokens, and behind it, in any form, since when. Nothing: the scenario
// does not say that the key is a bucket, or the value has another form.
std::optional<QString> bucketWords(
    const Run &run, const ClockReadings &clock, const QByteArray &key, const QByteArray &value);

} // namespace lockstep
