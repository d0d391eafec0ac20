#include "core/lab/json/gradejson.h"

#include "core/lab/json/explorationjson.h"

#include <QJsonArray>

namespace lockstep {

namespace {

QString outcomeName(Grade::Outcome outcome)
{
    switch (outcome) {
    case Grade::Outcome::Solved:
        return QStringLiteral("solved");
    case Grade::Outcome::Malformed:
        return QStringLiteral("malformed");
    case Grade::Outcome::Violated:
        return QStringLiteral("violated");
    case Grade::Outcome::DoesNoWork:
        return QStringLiteral("doesNoWork");
    case Grade::Outcome::NoNumber:
        return QStringLiteral("noNumber");
    case Grade::Outcome::NothingMarked:
        return QStringLiteral("nothingMarked");
    case Grade::Outcome::Undecided:
        return QStringLiteral("undecided");
    case Grade::Outcome::Failed:
        break;
    }
    return QStringLiteral("failed");
}

} // namespace

QJsonObject gradeToJson(const Grade &grade, const QString &file, const Scenario &exercise)
{
    QJsonValue trace;
    if (grade.finding && grade.finding->counterexample) {
        QJsonArray steps;
        for (const TraceStep &step : grade.finding->counterexample->trace)
            steps << traceWord(step);
        trace = steps;
    }
    return {
        {QStringLiteral("file"), file},
        {QStringLiteral("exercise"), QString::fromUtf8(exercise.id)},
        {QStringLiteral("solved"), grade.isSolved()},
        {QStringLiteral("outcome"), outcomeName(grade.outcome)},
        {QStringLiteral("check"),
            grade.finding ? QJsonValue(QString::fromUtf8(grade.finding->check.words))
                          : QJsonValue()},
        {QStringLiteral("name"),
            grade.finding ? checkNameToJson(grade.finding->check) : QJsonValue()},
        {QStringLiteral("trace"), trace},
        {QStringLiteral("mistake"),
            grade.mistake.isEmpty() ? QJsonValue() : QJsonValue(grade.mistake)},
    };
}

} // namespace lockstep
