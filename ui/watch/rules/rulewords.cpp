#include "ui/watch/rules/rulewords.h"

#include "ui/text/wording.h"

#include <QCoreApplication>

namespace lockstep::rulewords {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::RuleWords)
};

// The duration in the largest unit in which it is a whole number.
QString window(Milliseconds time)
{
    const qint64 ms = time.count();
    if (ms % 86'400'000 == 0)
        return Words::tr("%1 d", "days").arg(wording::number(double(ms / 86'400'000)));
    if (ms % 3'600'000 == 0)
        return Words::tr("%1 h", "hours").arg(wording::number(double(ms / 3'600'000)));
    if (ms % 60'000 == 0)
        return Words::tr("%1 min", "minutes").arg(wording::number(double(ms / 60'000)));
    if (ms % 1000 == 0)
        return Words::tr("%1 s", "seconds").arg(wording::number(double(ms / 1000)));
    return Words::tr("%1 ms", "milliseconds").arg(wording::number(double(ms)));
}

} // namespace

QString patternHelp()
{
    return Words::tr("As in SCAN MATCH: * stands for anything, ? for one byte, [a-z] for one of "
                     "these, and \\ takes the next byte as it is.");
}

QString unclosedPattern()
{
    return Words::tr("In the pattern a [ has no ]. Close it, or write \\[ for the bracket itself.");
}

QString matches(qsizetype count)
{
    return count == 0
        ? Words::tr("None of the watched keys matches now.")
        : Words::tr("Watched keys that match now: %1").arg(wording::number(double(count)));
}

QString treatment(const Rule &rule)
{
    if (rule.isIgnored)
        return Words::tr("Ignored");
    if (!rule.family)
        return Words::tr("As recognised");
    switch (*rule.family) {
    case Family::Counter:
        return Words::tr("Counter");
    case Family::Bucket:
        return Words::tr("Rate limit");
    case Family::Lock:
        return Words::tr("Lock");
    }
    return {};
}

QString limit(const Rule &rule)
{
    const QString limit = rule.bounds.limit ? wording::number(*rule.bounds.limit) : QString();
    if (!rule.bounds.window)
        return limit;
    const QString time = window(*rule.bounds.window);
    return limit.isEmpty() ? Words::tr("per %1", "a time").arg(time)
                           : Words::tr("%1 per %2", "a number, and a time").arg(limit, time);
}

} // namespace lockstep::rulewords
