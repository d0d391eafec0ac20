// Part of LabPage. The exercise that a lesson ends with: its task, its hints, which open one by
// one, and what becomes of a solution. A copy has the exercise of its original, whose own checks
// count.

#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/words/gradewords.h"
#include "ui/text/wording.h"
#include "ui/widgets/banner.h"

#include <QAction>

namespace lockstep {

ScenarioPtr LabPage::exercise() const
{
    const ScenarioPtr present = scenario();
    if (!present)
        return nullptr;
    if (present->exercise && present->copyOf.isEmpty())
        return present;
    const ScenarioEntry *original = m_list->model()->byId(present->copyOf);
    const bool hasOne = original && original->scenario && original->scenario->exercise;
    return hasOne ? original->scenario : nullptr;
}

void LabPage::setSolved(const QStringList &ids)
{
    m_solved = ids;
    m_list->model()->setSolved(ids);
    if (entry())
        showLesson();
}

void LabPage::addExercise(int gap)
{
    const ScenarioPtr asked = exercise();
    if (!asked)
        return;
    const Exercise &exercise = *asked->exercise;
    const bool isSolved = m_solved.contains(QString::fromUtf8(asked->id));
    const auto add = [&](const QString &text) { addLessonParagraph(text, QFont::Normal, gap, {}); };
    const auto addLink = [&](const QString &text, std::function<void()> act) {
        addLessonParagraph(text, QFont::Normal, gap, {{0, text.size(), {}, {}, std::move(act)}});
    };
    addLessonParagraph(
        isSolved ? tr("Exercise (solved ✓)") : tr("Exercise"), QFont::DemiBold, gap / 3, {});
    add(exercise.task.in(m_language));
    const int hints = int(exercise.hints.size());
    const int open = std::min(m_hintsOpen[asked->id], hints);
    for (int i = 0; i < open; ++i)
        add(tr("Hint %1: %2").arg(i + 1).arg(exercise.hints[std::size_t(i)].in(m_language)));
    if (open < hints)
        addLink(tr("Show hint %1 of %2").arg(open + 1).arg(hints), [this] { openHint(); });
    if (entry()->isOwn)
        addLink(tr("Check this solution"), [this] { gradeProgram(); });
    else
        addLink(tr("Change a copy of the program (Ctrl+E), then check it here."),
            [this] { m_bar->action(LabBar::Verb::Edit)->trigger(); });
}

void LabPage::openHint()
{
    if (const ScenarioPtr asked = exercise()) {
        ++m_hintsOpen[asked->id];
        showLesson();
    }
}

void LabPage::gradeProgram()
{
    m_editing->apply([this] { requestGrade(); });
}

void LabPage::requestGrade()
{
    const ScenarioPtr asked = exercise();
    const ScenarioEntry *present = entry();
    if (!asked || !present || m_isGrading)
        return;
    m_isGrading = true;
    m_banner->setText(tr("Checking the solution. Esc gives it up."), true);
    updateVerbs();
    Q_EMIT gradeRequested(asked, present->source, present->path);
}

void LabPage::setGrade(const Grade &grade)
{
    m_isGrading = false;
    m_banner->setText(wording::key(gradeSentence(grade).toUtf8(), 600), true);
    updateVerbs();
}

} // namespace lockstep
