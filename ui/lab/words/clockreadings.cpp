#include "ui/lab/words/clockreadings.h"

#include "core/lab/history/run.h"
#include "core/lab/step/steppedrun.h"
#include "ui/lab/words/momentwords.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

// ms since 1970 of any time in which this is run: microseconds are longer, all else is shorter.
bool isReading(qint64 value)
{
    return value > 1'000'000'000'000 && value < 10'000'000'000'000;
}

std::optional<qint64> earliestEvent(const Run &run, quint32 firstMark, quint32 lastMark)
{
    std::optional<qint64> earliest;
    for (quint32 i = firstMark; i < lastMark; ++i) {
        const MarkRecord &mark = run.history.marks[i];
        if (mark.kind == MarkRecord::Kind::Event && isReading(mark.value))
            earliest = std::min(earliest.value_or(mark.value), mark.value);
    }
    return earliest;
}

} // namespace

ClockReadings::ClockReadings(const Run &run, quint32 firstMark, quint32 lastMark)
{
    if (run.history.orderKind == OrderKind::Stepped)
        m_beginning = steppedClockBeginning();
    else if (run.scenario->clock)
        m_beginning = earliestEvent(run, firstMark, lastMark);
}
QString ClockReadings::sinceBeginning(qint64 value) const
{
    if (!m_beginning || !isReading(value))
        return {};
    const Moment since = (value - *m_beginning) * 1'000'000;
    return since < 0 ? QStringLiteral("−") + wording::length(-since)
        : since > 0  ? QStringLiteral("+") + wording::length(since)
                     : QStringLiteral("0 ms");
}

QString ClockReadings::shortened(const QString &text) const
{
    static const QRegularExpression thirteenDigits(
        QStringLiteral("(?<![0-9.])[1-9][0-9]{12}(?![0-9])"));
    if (!m_beginning || text.size() < 13)
        return text;
    QString result;
    qsizetype done = 0;
    for (auto found = thirteenDigits.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QString since = sinceBeginning(match.capturedView().toLongLong());
        if (since.isEmpty())
            continue;
        since.remove(u' '); // one word of the command stays one
        result += QStringView(text).sliced(done, match.capturedStart() - done);
        result += since.startsWith(u'0') ? u'+' + since : since;
        done = match.capturedEnd();
    }
    return result += QStringView(text).sliced(done);
}

QByteArray ClockReadings::shortened(QByteArrayView text) const
{
    return m_beginning && text.size() >= 13 && text.isValidUtf8() // else bytes would be lost
        ? shortened(QString::fromUtf8(text)).toUtf8()
        : text.toByteArray();
}

} // namespace lockstep
