// `lockstep lab check`. A submission is somebody else's program: whatever is wrong with it is its
// grade, and the next one is graded. Grading blocks, so it has a thread of its own; the main thread
// prints and waits for Ctrl-C.

#include "app/commands/checkcommand.h"

#include "app/terminal/interrupt.h"
#include "app/terminal/output.h"
#include "core/lab/exercise/grading.h"
#include "core/lab/json/gradejson.h"
#include "core/lab/loader/scenariofile.h"
#include "ui/lab/words/gradewords.h"
#include "ui/text/listwords.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <atomic>
#include <thread>

namespace lockstep {

namespace {

// A huge file is not read whole. This is more than Grader accepts of a file, so what is left out
// makes no difference.
constexpr qint64 submissionReadAtMost = 1 << 20; // bytes
constexpr std::chrono::milliseconds usualLimit = std::chrono::seconds(60);

class CheckWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::CheckCommand)
};

Result<ScenarioPtr> exerciseOf(const Arguments &arguments)
{
    const auto found = findScenario(arguments.lab.exercise);
    if (!found || (*found)->exercise)
        return found;
    QStringList exercises;
    for (const ScenarioPtr &each : shippedScenarios()) {
        if (each->exercise)
            exercises << QString::fromUtf8(each->id);
    }
    return failure(ErrorCode::BadInput,
        CheckWords::tr("%1 is no exercise. The exercises are %2.")
            .arg(arguments.lab.exercise, commaList(exercises)));
}

// The files as they are named, and for a folder its .lua files, sorted by name.
Result<QStringList> submissionsOf(const Arguments &arguments)
{
    QStringList files;
    for (const QString &name : arguments.lab.others) {
        const QFileInfo info(name);
        if (!info.exists())
            return failure(
                ErrorCode::BadInput, CheckWords::tr("There is no file or folder %1.").arg(name));
        if (!info.isDir()) {
            files << name;
            continue;
        }
        const QDir folder(name);
        const auto inside = folder.entryList({QStringLiteral("*.lua")}, QDir::Files, QDir::Name);
        if (inside.isEmpty())
            return failure(ErrorCode::BadInput,
                CheckWords::tr("There is no .lua file in the folder %1.").arg(name));
        for (const QString &file : inside)
            files << folder.filePath(file);
    }
    return files;
}

Grade gradeFile(Grader *grader, const QString &path)
{
    Grade grade;
    grade.outcome = Grade::Outcome::Malformed;
    if (!QFileInfo(path).isFile()) {
        grade.mistake = CheckWords::tr("%1 is no regular file.").arg(path);
        return grade;
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        grade.mistake = QStringLiteral("%1: %2").arg(path, file.errorString());
        return grade;
    }
    return grader->grade(file.read(submissionReadAtMost), path);
}

class GradingRun
{
public:
    GradingRun(const ScenarioPtr &exercise, const Arguments &arguments)
        : m_exercise(exercise)
        , m_arguments(arguments)
        , m_grader(exercise, arguments.lab.limit.value_or(usualLimit))
    {
        QObject::connect(&m_interrupt, &Interrupt::received, QCoreApplication::instance(), [this] {
            m_isInterrupted = true;
            m_grader.cancel();
        });
    }

    int grade(const QStringList &files)
    {
        const std::jthread worker([&] {
            for (const QString &file : files) {
                const Grade grade = gradeFile(&m_grader, file);
                if (m_isInterrupted)
                    break;
                QMetaObject::invokeMethod(
                    QCoreApplication::instance(), [&] { printGrade(file, grade); },
                    Qt::BlockingQueuedConnection);
            }
            QMetaObject::invokeMethod(
                QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
        });
        QCoreApplication::exec();
        if (!m_arguments.lab.json && files.size() > 1 && !m_isInterrupted)
            m_hasFailed |= !printLine(
                CheckWords::tr("%1 of %2 solved.").arg(m_solved).arg(files.size()).toUtf8());
        if (m_isInterrupted || m_hasFailed)
            return 1;
        return m_solved == files.size() ? 0 : 3;
    }

private:
    void printGrade(const QString &file, const Grade &grade)
    {
        m_solved += int(grade.isSolved());
        m_hasFailed |= grade.outcome == Grade::Outcome::Failed;
        const QByteArray line = m_arguments.lab.json
            ? QJsonDocument(gradeToJson(grade, file, *m_exercise)).toJson(QJsonDocument::Compact)
            : QStringLiteral("%1: %2").arg(file, gradeSentence(grade)).toUtf8();
        m_hasFailed |= !printLine(line);
    }

    ScenarioPtr m_exercise;
    const Arguments &m_arguments;
    Grader m_grader;
    Interrupt m_interrupt;
    std::atomic<bool> m_isInterrupted = false;
    bool m_hasFailed = false;
    int m_solved = 0;
};

} // namespace

int runCheck(const Arguments &arguments)
{
    const auto exercise = exerciseOf(arguments);
    if (!exercise)
        return refuse(exercise.error());
    const auto files = submissionsOf(arguments);
    if (!files)
        return refuse(files.error());
    return GradingRun(*exercise, arguments).grade(*files);
}

} // namespace lockstep
