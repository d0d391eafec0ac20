#pragma once

#include "core/lab/exercise/grading.h"

#include <QObject>
#include <QSettings>

#include <memory>
#include <thread>

namespace lockstep {

class LabPage;

// Grades what the page wants to have graded, on a thread of its own, one after the other, and keeps
// which exercises are solved, on this machine.
class LabGrader : public QObject
{
    Q_OBJECT

public:
    // page: outlives this.
    explicit LabGrader(LabPage *page, QObject *parent = nullptr);
    ~LabGrader() override;

private:
    void grade(const ScenarioPtr &exercise, const QByteArray &submission, const QString &path);
    void take(const ScenarioPtr &exercise, const Grade &grade);

    LabPage *m_page;
    QSettings m_settings;
    std::shared_ptr<Grader> m_grader; // of the present one; nullptr: none
    std::jthread m_thread;
};

} // namespace lockstep
