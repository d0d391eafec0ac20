#include "core/coordination/counts/bounds.h"

namespace lockstep {

namespace {

Error badInput(const char *what, qint64 found, const QString &possible)
{
    return {ErrorCode::BadInput,
        QStringLiteral("%1 is %2; possible is %3.")
            .arg(QString::fromLatin1(what), QString::number(found), possible)};
}

} // namespace

Refusal checkAmount(const char *what, qint64 amount, qint64 most)
{
    if (amount >= 1 && amount <= most)
        return {};
    return badInput(what, amount, QStringLiteral("1 to %1").arg(most));
}

Refusal checkSpan(const char *what, std::chrono::milliseconds span)
{
    using std::chrono::milliseconds;
    if (span >= milliseconds(1) && span <= longestSpan)
        return {};
    return badInput(what, span.count(), QStringLiteral("1 ms to 366 days"));
}

} // namespace lockstep
