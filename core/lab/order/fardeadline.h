#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace lockstep {

// Translates deadlines for the scratch server. There each is so far away that no key ever expires;
// they keep the order of the real ones; and each setting of a deadline gives a different one, even
// if the real instant is the same.
class FarDeadline
{
public:
    // atMs: when the step was executed first, on the servers' clock.
    void beginStep(qint64 atMs);

    // Moves the deadline that the command sets, if it sets one, far away. words: of the command,
    // its name in capitals first; they may then be views into this, until the next call.
    // Returns the real deadline that the command may set.
    std::optional<qint64> move(std::vector<QByteArrayView> &words);

    // The real deadline in ms; -1 if there is none. far: the reply to PEXPIRETIME, or PTTL added to
    // the clock.
    static qint64 realOf(qint64 far);

private:
    struct Place
    {
        size_t word = 0; // index of the word with the number
        qint64 milliseconds = 1; // length of its unit
        bool isRelative = true;
    };

    static std::optional<Place> placeIn(const std::vector<QByteArrayView> &words);
    [[nodiscard]] std::optional<qint64> realIn(
        const std::vector<QByteArrayView> &words, const Place &place) const;
    [[nodiscard]] qint64 markFor(const std::vector<QByteArrayView> &words) const;

    qint64 m_atMs = 0;
    qint64 m_mark = 0;
    QByteArray m_digits;
};

} // namespace lockstep
