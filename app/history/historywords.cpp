#include "app/history/historywords.h"

#include "ui/text/wording.h"

namespace lockstep {

QString momentText(WallMilliseconds at)
{
    return utcOf(utcInstant(at)).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"))
        + QStringLiteral(" UTC");
}

QString lateText(Milliseconds late)
{
    return wording::duration(late + Milliseconds(99)); // which cuts to tenths of a second
}

} // namespace lockstep
