#include "app/arguments/moment.h"

#include "core/watch/formats/alertcondition.h"

namespace lockstep {

std::optional<WallMilliseconds> momentFrom(const QString &text, const QDateTime &now)
{
    if (text.startsWith(u'-')) {
        const auto ago = lengthFrom(text.mid(1));
        return ago ? std::optional(now.toMSecsSinceEpoch() - ago->count()) : std::nullopt;
    }
    const QTime time = QTime::fromString(text, Qt::ISODateWithMs);
    if (time.isValid() && text.contains(u':') && !text.contains(u'-'))
        return QDateTime(now.date(), time, Qt::LocalTime).toMSecsSinceEpoch();
    QString written = text;
    written.replace(10, 1, text.mid(10, 1) == u" " ? QStringLiteral("T") : text.mid(10, 1));
    const QDateTime moment = QDateTime::fromString(written, Qt::ISODateWithMs);
    // A date alone is refused: it could mean the beginning or the end of the day.
    if (!moment.isValid() || !text.contains(u':'))
        return {};
    return moment.toMSecsSinceEpoch();
}

} // namespace lockstep
