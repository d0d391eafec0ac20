#include "ui/watch/rules/rulewords.h"

#include "ui/text/wording.h"

#include <QCoreApplication>

namespace lockstep::rulewords {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::RuleWords)
};

} // namespace

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
    const QString window = wording::lease(*rule.bounds.window);
    return limit.isEmpty() ? Words::tr("per %1", "a time").arg(window)
                           : Words::tr("%1 per %2", "a number, and a time").arg(limit, window);
}

} // namespace lockstep::rulewords
