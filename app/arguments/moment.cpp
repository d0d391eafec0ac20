// What a local time means is asked of the time zone by hand: QDateTime takes a time that is there
// twice for one of them without a word, and not for the same one in each version of Qt.

#include "app/arguments/moment.h"

#include "core/watch/formats/alertcondition.h"

#include <set>

namespace lockstep {

namespace {

using FoundMoment = tl::expected<WallMilliseconds, MomentFault>;

// Times of day of the system's clock are nanoseconds, which reach from 1678 to 2262.
constexpr int firstYear = 1970;
constexpr int lastYear = 2200;

FoundMoment inZone(const QDate &date, const QTime &time, const QTimeZone &zone)
{
    const QDateTime asUtc(date, time, Qt::UTC);
    std::set<WallMilliseconds> moments;
    // An offset that is so at the moment that it leads to; it changes once in two days at most.
    for (const int days : {-1, 1}) {
        const int offset = zone.offsetFromUtc(asUtc.addDays(days));
        const QDateTime moment = asUtc.addSecs(-offset);
        if (zone.offsetFromUtc(moment) == offset)
            moments.insert(moment.toMSecsSinceEpoch());
    }
    if (moments.empty())
        return tl::unexpected(MomentFault::Never);
    if (moments.size() > 1)
        return tl::unexpected(MomentFault::Twice);
    return *moments.begin();
}

} // namespace

FoundMoment momentFrom(const QString &text, const QDateTime &now, const QTimeZone &zone)
{
    const auto noTime = tl::unexpected(MomentFault::NotATime);
    if (text.startsWith(u'-')) {
        const auto ago = lengthFrom(text.mid(1));
        return ago ? FoundMoment(now.toMSecsSinceEpoch() - ago->count()) : noTime;
    }
    const bool isUtc = text.endsWith(u'Z');
    const QTime time = QTime::fromString(isUtc ? text.chopped(1) : text, Qt::ISODateWithMs);
    // Qt takes 24:00, which is a moment of tomorrow, for 00:00.
    if (time.isValid() && text.contains(u':') && !text.contains(u'-') && !text.startsWith(u"24"))
        return isUtc ? inZone(now.toUTC().date(), time, QTimeZone::utc())
                     : inZone(now.toTimeZone(zone).date(), time, zone);
    QString written = text;
    written.replace(10, 1, text.mid(10, 1) == u" " ? QStringLiteral("T") : text.mid(10, 1));
    const QDateTime moment = QDateTime::fromString(written, Qt::ISODateWithMs);
    if (moment.isValid() && moment.timeSpec() != Qt::LocalTime) {
        const int year = moment.date().year();
        return text.contains(u':') && year >= firstYear && year <= lastYear
            ? FoundMoment(moment.toMSecsSinceEpoch())
            : noTime;
    }
    // One without an offset may be invalid only because there is no such local time.
    const QDateTime local = QDateTime::fromString(written + u'Z', Qt::ISODateWithMs);
    // A date alone is refused: it could mean the beginning or the end of the day.
    if (!local.isValid() || !text.contains(u':') || local.date().year() < firstYear
        || local.date().year() > lastYear)
        return noTime;
    return inZone(local.date(), local.time(), zone);
}

} // namespace lockstep
