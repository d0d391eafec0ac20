// A part of LabPage: the grade of a solution of the exercise at the end of a lesson.

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

void LabPage::gradeProgram()
{
    m_editing->apply([this] { requestGrade(); });
}

void LabPage::requestGrade()
{
    const ScenarioEntry *asked = m_shown.exercise();
    const ScenarioEntry *current = m_shown.entry();
    if (!asked || !current || !m_graded.isEmpty())
        return;
    m_graded = m_shown.key();
    m_banner->setText(tr("Checking the solution. Esc gives it up."), true);
    updateActions();
    Q_EMIT gradeRequested(asked->scenario, current->source, QFileInfo(current->path).fileName());
}

void LabPage::setGrade(const Grade &grade)
{
    const QString graded = std::exchange(m_graded, QString());
    const QString sentence = wording::key(gradeSentence(grade).toUtf8(), 600);
    const ScenarioEntry *other = graded == m_shown.key() ? nullptr : m_list->model()->entry(graded);
    m_banner->setText(other && other->scenario
            ? tr("%1: %2", "a scenario's title; what became of its exercise")
                  .arg(m_shown.titleOf(*other->scenario), sentence)
            : sentence,
        true);
    if (!other && grade.outcome == Grade::Outcome::Malformed)
        showMistakeOf({ErrorCode::BadInput, grade.mistake, false});
    updateActions();
}

} // namespace lockstep
