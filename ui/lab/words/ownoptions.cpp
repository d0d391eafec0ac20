// Implements ownOptionsWords() of stepwords.h. Only assumptions and settings are compared, because
// the verdict of a run already names its bounds.

#include "ui/lab/words/explorationwords.h"
#include "ui/lab/words/parameterwords.h"
#include "ui/lab/words/stepwords.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

class OwnOptionsWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::OwnOptions)
};

Settings differing(const Settings &own, const Settings &set)
{
    Settings values = own;
    std::erase_if(values, [&set](const auto &each) {
        const auto other = set.find(each.first);
        return other != set.end() && other->second == each.second;
    });
    return values;
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
        sentences << OwnOptionsWords::tr(
            "This run does not assume what is set: %1. Exploring does.")
                         .arg(commaList(left));
    if (const QString values =
            settingsWords(scenario, differing(own.settings, set.settings), wording::language());
        !values.isEmpty())
        sentences << OwnOptionsWords::tr("This run has its own values: %1.").arg(values);
    return sentences.join(u' ');
}

} // namespace lockstep
