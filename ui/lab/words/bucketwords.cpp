#include "ui/lab/words/bucketwords.h"

#include "core/lab/history/keyroles.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::BucketWords)
};

// Plural forms are for whole numbers, and a bucket may hold 1.98 of them.
QString tokenWords(double tokens)
{
    return tokens == 1 ? Words::tr("1 token")
                       : Words::tr("%1 tokens", "0; 1.98; 2").arg(wording::number(tokens));
}

} // namespace

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
    return Words::tr("%1 at %2", "1 token at +6.0 s")
        .arg(tokens, at.isEmpty() ? wording::key(since, 24) : at);
}

} // namespace lockstep
