#pragma once

#include "core/watch/readers/keywindow.h"
#include "core/watch/readers/reader.h"
#include "core/watch/values/glob.h"
#include "core/watch/values/probe.h"
#include "core/watch/values/reading.h"
#include "core/watch/values/words.h"

#include <QByteArrayList>
#include <QRegularExpression>

#include <optional>
#include <vector>

namespace lockstep {

// How much it means that an object looks like a format; the first is tried first. Everything but
// Hint is shown as certain.
enum class Trust : quint8 {
    Signature, // a value grammar, a field set or a marker that nothing else has
    Agreement, // two numbers that are independent of each other agree, the value and the TTL mostly
    Companions, // its other keys gave it away
    Name, // the shape is common, the name says what it is
    Hint, // a guess
};

// A further condition that an object has to meet, which no grammar can express.
enum class Agreement : quint8 {
    None,
    GcraWithTtl, // the value, in its unit, is when the TTL ends
    DeadlineWithTtl, // the value is when the TTL ends, to a second: locks that store their deadline
    HighestScoreWithTtl,
    AcquiredWithTtl, // the highest score may be when the TTL was set, and is not when it ends
    ScoresWithinTtl, // no member is older than the TTL was when the newest came
    NumberInName, // the name has a window number that is this one
    SecondInName,
    StartInName,
    NoTime, // the number is not a time of this century: a counter would not be one
    TokenShaped, // it has a TokenShape other than None
    TimeInToken, // a time-based UUID, and its time is one at which a lock may have been taken
};

// Is the highest score of a sorted set in the past or in the future?
enum class Scores : quint8 { Any, Past, Future, EqualMembers /* and past */ };

struct CompanionGlob
{
    Glob glob;
    QByteArray primary; // "$1" stands for what the first star took
};

// One format as resources/formats describes it; see its README.md.
struct FormatData
{
    QString id;
    QString library;
    QString kind;
    Family family = Family::Counter;
    KeyType type = KeyType::String;
    Trust trust = Trust::Hint;
    bool countsPresence = false;
    bool persistentIsNormal = false;
    bool heldForever = false;
    bool stopsAtLimit = false;
    QByteArray suffix;
    QByteArray shownAs; // the key is part of an object with this name; "$1" as in a companion
    KeyTemplate waitersChannel;
    LimitBounds bounds;
    ReaderPtr reader; // null if its objects are never read

    // What an object must look like. A field that is empty or unset does not matter.
    std::vector<Glob> globs;
    std::vector<CompanionGlob> companions;
    std::vector<Glob> noise;
    WordSet words; // one of these is in the name, as a whole word
    WordSet notWords;
    std::optional<QRegularExpression> name;
    std::optional<QRegularExpression> value; // string: its first 256 bytes; list: each element
    std::optional<QRegularExpression> field; // each hash field
    std::optional<QRegularExpression> member; // each sorted set member
    QByteArrayList fields; // all of these
    QByteArrayList optionalFields;
    bool allowsOtherFields =
        true; // false as soon as fields are listed and "otherFields" is not true
    enum class TtlUse : quint8 { Any, Always, Never } ttl = TtlUse::Any;
    Agreement agrees = Agreement::None;
    Scores scores = Scores::Any;
    TimeUnit unit = TimeUnit::Second; // of the value, the members' scores or the elements
};

// words: those of the probe's key.
bool hasShape(
    const FormatData &format, const Probe &probe, const NameWords &words, const ServerTime &time);

} // namespace lockstep
