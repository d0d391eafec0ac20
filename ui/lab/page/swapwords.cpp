#include "ui/lab/page/swapwords.h"

#include "core/lab/explore/fixswap.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/text/listwords.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class SwapWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::SwapWords)
};

QString listOf(const std::vector<Check> &checks, const Settings &settings)
{
    QStringList words;
    for (const Check &each : checks)
        words << checkWords(each, settings);
    return clauseList(words);
}

// Where the values of the fix come from. %1 stands for the lesson.
QString sourceWords(LabMode mode, bool isChanged)
{
    if (isChanged)
        return SwapWords::tr("In place of “%1”, with what you have set here.");
    return mode == LabMode::Run
        ? SwapWords::tr("In place of “%1”: what was set there, and what the fix names for a free "
                        "run.")
        : SwapWords::tr("In place of “%1”: the same values, of each bound the larger one, and what "
                        "the fix assumes.");
}

} // namespace

QString swapWords(const Scenario &lesson, const QString &lessonTitle, const Scenario &fix,
    const Settings &settings, LabMode mode, bool isChanged)
{
    QStringList sentences{sourceWords(mode, isChanged).arg(lessonTitle)};
    Settings ofLesson = lesson.defaults();
    for (auto &[name, value] : ofLesson) {
        if (const auto set = settings.find(name); set != settings.end())
            value = set->second;
    }
    const CheckChanges changes = checkChanges(lesson, fix);
    if (!changes.dropped.empty())
        sentences << SwapWords::tr("No longer checked: %1.").arg(listOf(changes.dropped, ofLesson));
    if (!changes.added.empty())
        sentences << SwapWords::tr("Now also checked: %1.").arg(listOf(changes.added, settings));
    return sentenceList(sentences);
}

} // namespace lockstep
