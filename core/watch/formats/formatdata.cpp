// Whether a key looks like a format. Cheap tests first; regular expressions see bytes as Latin-1,
// so that any byte is a character and none is lost. Runs for a key and a format when the key is
// met, and for a lock when its token changes.

#include "core/watch/formats/formatdata.h"
#include "core/watch/values/number.h"
#include "core/watch/values/token.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

bool fits(const std::optional<QRegularExpression> &expression, const QByteArray &bytes)
{
    return !expression || expression->match(QString::fromLatin1(bytes)).hasMatch();
}

bool fieldsFit(const FormatData &format, const Probe &probe)
{
    if (format.fields.isEmpty() && !format.field)
        return true;
    if (probe.fields.empty())
        return false;
    int required = 0;
    for (const auto &[field, value] : probe.fields) {
        if (format.fields.contains(field))
            ++required;
        else if (!format.allowsOtherFields && !format.optionalFields.contains(field))
            return false;
        else if (!fits(format.field, field)
            || (format.field && format.value && !fits(format.value, value)))
            return false;
    }
    return required == format.fields.size();
}

bool membersFit(const FormatData &format, const Probe &probe, WallTime now)
{
    if (format.scores == Scores::Any && !format.member)
        return true;
    if (probe.members.empty())
        return false;
    const double limit = numberFrom(now, format.unit);
    const double tolerance = 5 * perSecond(format.unit); // clocks of clients
    const double year = 366.0 * 86400 * perSecond(format.unit);
    for (const auto &[member, score] : probe.members) {
        if (!fits(format.member, member))
            return false;
        const bool isPast = score > limit - year && score < limit + tolerance;
        if (format.scores == Scores::Past && !isPast)
            return false;
        if (format.scores == Scores::EqualMembers) {
            const auto number = decimalFrom(member);
            if (!number || std::abs(*number - score) > 1e-3 * perSecond(format.unit) || !isPast)
                return false;
        }
    }
    if (format.scores != Scores::Future)
        return true;
    // One that has ended may wait to be swept. Where only a hint says what it is, such a score may
    // also be when a permit was taken (Redis in Action), of which all would seem to have ended.
    // Leases of a few seconds must be found too, so that the clock of whoever takes a permit may
    // be ahead by less than a second here.
    const double highest = probe.members.back().second;
    // A time in milliseconds is no time in seconds. A permit without an end has an infinite one.
    if (std::isfinite(highest) && highest > limit + 100 * year)
        return false;
    return highest > (format.trust == Trust::Hint ? limit + perSecond(format.unit) : limit - year);
}

// Who is not heard of for a window is swept with every heartbeat, and the key lives for one window
// after the last.
bool areWithinTtl(const FormatData &format, const Probe &probe, const ServerTime &time)
{
    const auto deadline = probe.ttl.deadline();
    if (!deadline || probe.members.empty())
        return false;
    const double end = numberFrom(serverNow(time, *deadline), format.unit);
    const double oldest = probe.members.front().second;
    const double newest = probe.members.back().second;
    return newest - oldest <= end - newest + 0.1 * perSecond(format.unit);
}

double highestScore(const Probe &probe)
{
    double highest = 0;
    for (const auto &[member, score] : probe.members)
        highest = std::max(highest, score);
    return highest;
}

bool isDeadline(const FormatData &format, double number, const Probe &probe, const ServerTime &time,
    double slack)
{
    const auto deadline = probe.ttl.deadline();
    const double seconds =
        std::chrono::duration<double>(timeFrom(number, format.unit).time_since_epoch()).count();
    if (!deadline)
        return false;
    return std::abs(seconds - numberFrom(serverNow(time, *deadline), TimeUnit::Second)) < slack;
}

// Whether the newest member may have come when the key got its TTL, which is how long a lease takes
// then. A score a few seconds in the future may be by a client's clock that is ahead, or the end of
// a short lease. No later reading can tell either, because both move on with each renewal, so a
// format that is certain has no such score. That the TTL ends at the score is said by ends alone.
bool isAcquiredWithTtl(
    const FormatData &format, const Probe &probe, const ServerTime &time, WallTime now)
{
    const double newest = highestScore(probe);
    if (!probe.ttl.deadline() || isDeadline(format, newest, probe, time, 0.1))
        return false;
    return format.trust == Trust::Hint
        || newest < numberFrom(now, format.unit) + perSecond(format.unit);
}

bool looksLikeTime(double number)
{
    const auto isIn = [&](double unit) { return number > 9e8 * unit && number < 4.1e9 * unit; };
    return isIn(1) || isIn(1e3) || isIn(1e6) || isIn(1e9);
}

bool agrees(const FormatData &format, const Probe &probe, const ServerTime &time, WallTime now)
{
    const auto ttl = probe.ttl.remaining(time.at);
    const auto inName = [&](KeyWindowKind kind) {
        return keyWindow(kind, probe.key, now, ttl).has_value();
    };
    const auto number = decimalFrom(probe.text);
    switch (format.agrees) {
    case Agreement::None:
        return true;
    case Agreement::GcraWithTtl:
        return number && isDeadline(format, *number, probe, time, 1.2);
    case Agreement::DeadlineWithTtl:
        return number && isDeadline(format, *number, probe, time, 2.2);
    case Agreement::HighestScoreWithTtl:
        return isDeadline(format, highestScore(probe), probe, time, 0.1);
    case Agreement::AcquiredWithTtl:
        return isAcquiredWithTtl(format, probe, time, now);
    case Agreement::ScoresWithinTtl:
        return areWithinTtl(format, probe, time);
    case Agreement::NumberInName:
        return inName(KeyWindowKind::Number);
    case Agreement::SecondInName:
        return inName(KeyWindowKind::Second);
    case Agreement::StartInName:
        return inName(KeyWindowKind::StartSecond);
    case Agreement::NoTime:
        return number && !looksLikeTime(*number);
    case Agreement::TokenShaped:
        return tokenShape(probe.text, now) != TokenShape::None;
    case Agreement::TimeInToken: {
        const TokenShape shape = tokenShape(probe.text, now);
        return shape == TokenShape::HexUuid1 || shape == TokenShape::Base64Uuid1
            || shape == TokenShape::Uniqid;
    }
    }
    return false;
}

bool nameFits(const FormatData &format, const QByteArray &key, const NameWords &words)
{
    const auto matches = [&](const Glob &glob) { return glob.matches(key); };
    if (!format.globs.empty() && std::none_of(format.globs.begin(), format.globs.end(), matches))
        return false;
    if (!format.words.isEmpty() && !words.hasOneOf(format.words))
        return false;
    if (!format.notWords.isEmpty() && words.hasOneOf(format.notWords))
        return false;
    return fits(format.name, key);
}

} // namespace

bool hasShape(
    const FormatData &format, const Probe &probe, const NameWords &words, const ServerTime &time)
{
    if (probe.type != format.type)
        return false;
    using TtlUse = FormatData::TtlUse;
    if ((format.ttl == TtlUse::Always && !probe.ttl.deadline())
        || (format.ttl == TtlUse::Never && !probe.ttl.isPersistent()))
        return false;
    if (!nameFits(format, probe.key, words))
        return false;
    if (probe.type == KeyType::String && !fits(format.value, probe.text))
        return false;
    const auto elementFits = [&](const QByteArray &element) { return fits(format.value, element); };
    if (probe.type == KeyType::List
        && !std::all_of(probe.elements.begin(), probe.elements.end(), elementFits))
        return false;
    const WallTime now = serverNow(time);
    return fieldsFit(format, probe) && membersFit(format, probe, now)
        && agrees(format, probe, time, now);
}

} // namespace lockstep
