#include "ui/lab/lesson/solutiongrading.h"

#include "ui/lab/scenarios/shownscenario.h"
#include "ui/lab/words/gradewords.h"
#include "ui/text/wording.h"

#include <QFileInfo>

#include <utility>

namespace lockstep {

SolutionGrading::SolutionGrading(const ShownScenario *shown, QObject *parent)
    : QObject(parent)
    , m_shown(shown)
{
}

void SolutionGrading::request()
{
    const ScenarioEntry *asked = m_shown->exercise();
    if (!asked || isBusy())
        return;
    const ScenarioEntry *solution = m_shown->entry();
    m_graded = solution->key;
    Q_EMIT told([] { return tr("Checking the solution. Esc gives it up."); });
    Q_EMIT changed();
    Q_EMIT gradeRequested(asked->scenario, solution->source, QFileInfo(solution->path).fileName());
}

void SolutionGrading::cancel()
{
    Q_EMIT gradeCancelled();
}

void SolutionGrading::setGrade(const Grade &grade)
{
    const QString graded = std::exchange(m_graded, QString());
    const ScenarioEntry *other =
        graded == m_shown->key() ? nullptr : m_shown->scenarios().entry(graded);
    Q_EMIT told([this, grade, titled = other ? other->scenario : nullptr] {
        const QString sentence = wording::key(gradeSentence(grade).toUtf8(), 600);
        return titled ? tr("%1: %2", "a scenario's title; what became of its exercise")
                            .arg(m_shown->titleOf(*titled), sentence)
                      : sentence;
    });
    if (!other && grade.outcome == Grade::Outcome::Malformed)
        Q_EMIT mistakeFound({ErrorCode::BadInput, grade.mistake, false});
    Q_EMIT changed();
}

} // namespace lockstep
