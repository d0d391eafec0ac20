#pragma once

#include "core/watch/values/ttl.h"

#include <QByteArrayView>

#include <concepts>
#include <optional>
#include <unordered_map>

namespace lockstep {

// Decides which of the keys whose names say nothing are worth a look. Names are grouped by shape:
// digits and identifiers are left out, so that a million sessions are one shape. Of a shape that
// never turned out to be anything a few hundred keys are looked at, of the others all.
class ProbeSampler
{
public:
    static constexpr int probesPerShape = 256;
    static constexpr std::size_t mostShapes = 65'536; // further ones share one shape

    // What the sampler knows a key by. Made once where several things are asked about one key.
    class Name
    {
    public:
        template <std::convertible_to<QByteArrayView> Key>
        Name(const Key &key) // any bytes
            : m_shape(shapeOf(key))
        {
        }

    private:
        friend ProbeSampler;
        quint64 m_shape;
    };

    // Whether a key of that name is worth a probe. True counts as a probe, which has to follow.
    [[nodiscard]] bool takeProbe(Name name);
    void noteRecognised(Name name);
    void noteAnswer(Name name); // a probe was answered, whatever it found
    // Whether no further look seems worth it, while some looks are still to be answered.
    [[nodiscard]] bool isUndecided(Name name) const;
    // Whether no further look is worth it, and all looks were answered.
    [[nodiscard]] bool isNothing(Name name) const;

    // What a look found: names that are announced and are not there when they are looked at belong
    // to another database, or to keys that do not live long enough to be seen.
    void noteAbsent(Name name);
    void notePresent(Name name);
    // An announced name of a shape whose last looks found nothing, and one of that shape was looked
    // at within a second. False counts as that look.
    [[nodiscard]] bool isAbsentAgain(Name name, Instant now);
    // A name was announced in that pass of the inventory, or after it, and not looked at: there may
    // be one of that shape that is not known, until a later pass has met all names.
    void noteMissed(Name name, quint32 pass) { shape(name).missedIn = pass; }
    [[nodiscard]] bool mayHaveMissed(Name name, quint32 pass) const;
    // A look was refused because of the key's name; a shape of which nothing else is known is not
    // worth a look any more.
    void noteRefused(Name name);
    [[nodiscard]] bool isRefused(Name name) const;
    // Notes that keys of this shape are objects that are left out for want of room.
    void noteLeftOut(Name name) { shape(name).leftOut = true; }
    [[nodiscard]] bool isLeftOut(Name name) const;

    // A hash of the name's shape: equal for names of the same shape.
    static quint64 shapeOf(QByteArrayView key);
    // A pattern (Glob) of the names like this one: a star stands for each identifier, and one for
    // several with only dots and hyphens between them, as in addresses and UUIDs. Matches the key
    // itself. Bytes that are no printable text become a question mark each.
    static QByteArray globOf(QByteArrayView key);

private:
    struct Shape
    {
        int probes = 0;
        int answers = 0; // number of answered probes
        bool recognised = false;
        bool leftOut = false;
        quint8 absentInARow = 0;
        quint8 refusedInARow = 0;
        Instant announcedLook{};
        std::optional<quint32> missedIn; // pass in which a name was missed
    };
    Shape &shape(Name name);
    [[nodiscard]] const Shape &knownShape(Name name) const;

    std::unordered_map<quint64, Shape> m_shapes;
    Shape m_others;
};

} // namespace lockstep
