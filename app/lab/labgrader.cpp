#include "app/lab/labgrader.h"

#include "core/lab/loader/scenariofile.h"
#include "core/redis/identity/settingsturn.h"
#include "ui/lab/lesson/solutiongrading.h"
#include "ui/lab/page/labpage.h"

#include <algorithm>

namespace lockstep {

namespace {

const QString solvedKey = QStringLiteral("labSolved");
constexpr std::chrono::milliseconds limit = std::chrono::seconds(60);

} // namespace

LabGrader::LabGrader(LabPage *page, QObject *parent)
    : QObject(parent)
    , m_page(page)
{
    page->setSolved(m_settings.value(solvedKey).toStringList());
    connect(page->grading(), &SolutionGrading::gradeRequested, this, &LabGrader::grade);
    connect(page->grading(), &SolutionGrading::gradeCancelled, this, [this] {
        if (m_grader)
            m_grader->cancel();
    });
}

LabGrader::~LabGrader()
{
    if (m_grader)
        m_grader->cancel();
}

void LabGrader::grade(
    const ScenarioPtr &exercise, const QByteArray &submission, const QString &path)
{
    if (m_grader)
        return; // the page asks for one at a time
    m_grader = std::make_shared<Grader>(exercise, limit);
    m_thread = std::jthread([this, grader = m_grader, exercise, submission, path] {
        const Grade grade = grader->grade(submission, path);
        QMetaObject::invokeMethod(
            this, [this, exercise, grade] { take(exercise, grade); }, Qt::QueuedConnection);
    });
}

void LabGrader::take(const ScenarioPtr &exercise, const Grade &grade)
{
    m_grader.reset();
    // Only shipped exercises count: a file of the user's may have the same id and ask for less.
    const auto &shipped = shippedScenarios();
    const bool isShipped = std::find(shipped.begin(), shipped.end(), exercise) != shipped.end();
    if (isShipped && grade.isSolved())
        noteSolved(QString::fromUtf8(exercise->id));
    m_page->grading()->setGrade(grade);
}

void LabGrader::noteSolved(const QString &id)
{
    const SettingsTurn turn(&m_settings);
    QStringList solved = m_settings.value(solvedKey).toStringList();
    if (!solved.contains(id)) {
        solved << id;
        m_settings.setValue(solvedKey, solved);
    }
    m_page->setSolved(solved);
}

} // namespace lockstep
