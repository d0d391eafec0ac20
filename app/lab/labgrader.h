#pragma once

#include "core/lab/exercise/grading.h"

#include <QObject>
#include <QSettings>

#include <memory>
#include <thread>

namespace lockstep {

class LabPage;

// Grades the submissions of the Lab page on a thread of its own, one after the other, and remembers
// in the settings of this machine which exercises are solved.
class LabGrader : public QObject
{
    Q_OBJECT

public:
    // page must outlive this.
    explicit LabGrader(LabPage *page, QObject *parent = nullptr);
    ~LabGrader() override;

private:
    void grade(const ScenarioPtr &exercise, const QByteArray &submission, const QString &path);
    void take(const ScenarioPtr &exercise, const Grade &grade);
    void noteSolved(const QString &id);

    LabPage *m_page;
    QSettings m_settings;
    std::shared_ptr<Grader> m_grader; // the present grading; nullptr if there is none
    std::jthread m_thread;
};

} // namespace lockstep
