// Part of stepwords.h. The bounds of a run stand in its verdict, so they are not told again.

#include "ui/lab/words/parameterwords.h"
#include "ui/lab/words/stepwords.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::OwnOptions)
};

QString valuesOf(const Scenario &scenario, const Settings &own, const Settings &set)
{
    QStringList values;
    for (const Parameter &each : scenario.parameters) {
        const auto value = own.find(each.name);
        const auto other = set.find(each.name);
        if (value == own.end() || (other != set.end() && other->second == value->second))
            continue;
        const QString unit = QString::fromUtf8(each.unit);
        values << QStringLiteral("%1 %2 %3")
                      .arg(parameterLabel(each, wording::language()),
                          wording::number(double(value->second)), unit)
                      .trimmed();
    }
    return commaList(values);
}

} // namespace

QString ownOptionsWords(
    const Scenario &scenario, const ExploreOptions &own, const ExploreOptions &set)
{
    QStringList left;
    for (const Assumption each : set.assumptions) {
        const auto &kept = own.assumptions;
        if (std::find(kept.begin(), kept.end(), each) == kept.end())
            left << assumptionWords(each);
    }
    QStringList sentences;
    if (!left.isEmpty())
        sentences << Words::tr("Not assumed in this run: %1. The free run did not keep to it; "
                               "exploring assumes it.")
                         .arg(commaList(left));
    if (const QString values = valuesOf(scenario, own.settings, set.settings); !values.isEmpty())
        sentences << Words::tr("This run has its own values: %1.").arg(values);
    return sentences.join(u' ');
}

} // namespace lockstep
