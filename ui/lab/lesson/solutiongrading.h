#pragma once

#include "core/lab/exercise/grading.h"
#include "ui/widgets/banner.h"

#include <QObject>

namespace lockstep {

class ShownScenario;

// Asks for the grade of the shown program as a solution of its exercise, and says what became of
// it, also if another scenario is shown by then.
class SolutionGrading : public QObject
{
    Q_OBJECT

public:
    // shown must outlive this.
    SolutionGrading(const ShownScenario *shown, QObject *parent);

    // Asks for the grade of the shown program as it is in its file. Does nothing if it has no
    // exercise, or while another grade is awaited.
    void request();
    void cancel();
    [[nodiscard]] bool isBusy() const { return !m_graded.isEmpty(); }

public Q_SLOTS:
    void setGrade(const lockstep::Grade &grade);

Q_SIGNALS:
    // setGrade() answers, also if it was cancelled. path: the name of the submission in messages.
    void gradeRequested(
        const lockstep::ScenarioPtr &exercise, const QByteArray &submission, const QString &path);
    void gradeCancelled();
    void told(const lockstep::Saying &sentence); // what is being done, or the grade
    void mistakeFound(const lockstep::Error &mistake); // in the shown program
    void changed(); // isBusy() has changed

private:
    const ShownScenario *m_shown;
    QString m_graded; // the key of what is being graded; empty if nothing is
};

} // namespace lockstep
