#include "ui/lab/words/clockreadings.h"

#include "core/lab/history/keyroles.h"
#include "core/lab/step/steppedrun.h"
#include "ui/lab/words/momentwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

// Whether a number has the size of a Unix time in milliseconds: 10^12 was in 2001 and 10^13 will be
// in 2286. Unix times in microseconds are larger, and most other numbers are smaller.
bool isReading(qint64 value)
{
    return value > 1'000'000'000'000 && value < 10'000'000'000'000;
}
constexpr int digitsOfReading = 13;

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

class BucketWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::BucketWords)
};

// Does without Qt's plural forms, which are for whole numbers: a bucket may hold 1.98 tokens.
QString tokenWords(double tokens)
{
    return tokens == 1 ? BucketWords::tr("1 token")
                       : BucketWords::tr("%1 tokens", "0; 1.98; 2").arg(wording::number(tokens));
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
                     : QCoreApplication::translate("lockstep::wording", "%1 ms").arg(0);
}

QString ClockReadings::shortened(const QString &text) const
{
    static const QRegularExpression thirteenDigits(
        QStringLiteral("(?<![0-9.])[1-9][0-9]{12}(?![0-9])"));
    if (!m_beginning || text.size() < digitsOfReading)
        return text;
    QString result;
    qsizetype done = 0;
    for (auto found = thirteenDigits.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QString since = sinceBeginning(match.capturedView().toLongLong());
        if (since.isEmpty())
            continue;
        since.remove(u' '); // so that the argument stays a single word
        result += QStringView(text).sliced(done, match.capturedStart() - done);
        result += since.startsWith(u'0') ? u'+' + since : since;
        done = match.capturedEnd();
    }
    return result += QStringView(text).sliced(done);
}

QByteArray ClockReadings::shortened(QByteArrayView text) const
{
    return m_beginning && text.size() >= digitsOfReading
            && text.isValidUtf8() // decoding anything else would lose bytes
        ? shortened(QString::fromUtf8(text)).toUtf8()
        : text.toByteArray();
}

std::optional<QString> bucketWords(
    const Run &run, const ClockReadings &clock, const QByteArray &key, const QByteArray &value)
{
    const KeyPurpose *const purpose = run.scenario ? purposeOf(*run.scenario, key) : nullptr;
    const auto number = tokensIn(value);
    if (!purpose || purpose->role != KeyRole::Tokens || !number)
        return std::nullopt;
    const qint64 one = purpose->one.in(run.options.settings);
    if (one <= 0)
        return std::nullopt;
    const QString tokens = tokenWords(*number / double(one));
    const qsizetype space = value.indexOf(' ');
    if (space < 0)
        return tokens;
    const QByteArray since = value.mid(space + 1);
    const QString at = clock.sinceBeginning(since.toLongLong());
    return BucketWords::tr("%1 at %2", "1 token at +6.0 s")
        .arg(tokens, at.isEmpty() ? wording::key(since, 24) : at);
}

} // namespace lockstep
