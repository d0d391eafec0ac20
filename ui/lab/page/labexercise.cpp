// A part of LabPage: the exercise at the end of a lesson, with its task, its hints, which open one
// by one, and the grade of a solution. A copy has the exercise of its original, whose checks count,
// not those of the copy.

#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/words/gradewords.h"
#include "ui/text/wording.h"
#include "ui/widgets/banner.h"

#include <QAction>
#include <QFileInfo>

#include <utility>

namespace lockstep {

const ScenarioEntry *LabPage::exerciseEntry() const
{
    const ScenarioEntry *current = entry();
    if (!current || !current->scenario)
        return nullptr;
    if (current->scenario->exercise && current->scenario->copyOf.isEmpty())
        return current;
    const ScenarioEntry *original = m_list->model()->byId(current->scenario->copyOf);
    return original && original->scenario && original->scenario->exercise ? original : nullptr;
}

void LabPage::setSolved(const QStringList &ids)
{
    m_list->model()->setSolved(ids);
    if (entry())
        showLesson();
}

void LabPage::addExercise(int gap)
{
    const ScenarioEntry *asked = exerciseEntry();
    if (!asked)
        return;
    const Exercise &exercise = *asked->scenario->exercise;
    const bool isSolved = m_list->model()->isSolved(*asked);
    const auto add = [&](const QString &text) { addLessonParagraph(text, QFont::Normal, gap, {}); };
    const auto addLink = [&](const QString &text, std::function<void()> act) {
        addLessonParagraph(text, QFont::Normal, gap, {{0, text.size(), {}, {}, std::move(act)}});
    };
    addLessonParagraph(
        isSolved ? tr("Exercise (solved ✓)") : tr("Exercise"), QFont::DemiBold, gap / 3, {});
    add(exercise.task.in(m_language));
    const int hints = int(exercise.hints.size());
    const int open = std::min(m_hintsOpen[asked->key], hints);
    for (int i = 0; i < open; ++i)
        add(tr("Hint %1: %2").arg(i + 1).arg(exercise.hints[std::size_t(i)].in(m_language)));
    if (open < hints)
        addLink(tr("Show hint %1 of %2").arg(open + 1).arg(hints), [this] { openHint(); });
    if (entry()->isOwn)
        addLink(tr("Check this solution"), [this] { gradeProgram(); });
    else
        addLink(tr("Change a copy of the program (Ctrl+E), then check it here."),
            [this] { m_bar->action(LabBar::Action::Edit)->trigger(); });
}

void LabPage::openHint()
{
    if (const ScenarioEntry *asked = exerciseEntry()) {
        ++m_hintsOpen[asked->key];
        showLesson();
    }
}

void LabPage::gradeProgram()
{
    m_editing->apply([this] { requestGrade(); });
}

void LabPage::requestGrade()
{
    const ScenarioEntry *asked = exerciseEntry();
    const ScenarioEntry *current = entry();
    if (!asked || !current || !m_graded.isEmpty())
        return;
    m_graded = m_key;
    m_banner->setText(tr("Checking the solution. Esc gives it up."), true);
    updateActions();
    Q_EMIT gradeRequested(asked->scenario, current->source, QFileInfo(current->path).fileName());
}

void LabPage::setGrade(const Grade &grade)
{
    const QString graded = std::exchange(m_graded, QString());
    const QString sentence = wording::key(gradeSentence(grade).toUtf8(), 600);
    const ScenarioEntry *other = graded == m_key ? nullptr : m_list->model()->entry(graded);
    m_banner->setText(other && other->scenario
            ? tr("%1: %2", "a scenario's title; what became of its exercise")
                  .arg(titleOf(*other->scenario), sentence)
            : sentence,
        true);
    if (!other && grade.outcome == Grade::Outcome::Malformed)
        showMistakeOf({ErrorCode::BadInput, grade.mistake, false});
    updateActions();
}

} // namespace lockstep
