#include "ui/connect/testresult.h"

#include "core/redis/identity/serversummary.h"
#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class TestResultWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::TestResult)
};

// One digit behind the point below one millisecond, and none above.
QString milliseconds(std::chrono::microseconds time)
{
    const double value = double(time.count()) / 1000;
    return TestResultWords::tr("%1 ms").arg(
        value < 0.1 ? QStringLiteral("< 0.1") : QString::number(value, 'f', value < 0.95 ? 1 : 0));
}

} // namespace

QString summarySentence(const ServerSummary &summary)
{
    QStringList parts;
    parts << (summary.program.isEmpty() ? TestResultWords::tr("answers")
                                        : foreignWords(summary.program));
    if (summary.isClusterNode)
        parts << TestResultWords::tr("cluster");
    if (summary.isRoleKnown)
        parts << (summary.isReplica ? TestResultWords::tr("replica")
                                    : TestResultWords::tr("primary"));
    if (!summary.namedBySentinels.isEmpty())
        parts << TestResultWords::tr("found at %1").arg(foreignWords(summary.namedBySentinels));
    return clauseList({commaList(parts), milliseconds(summary.roundTrip)});
}

QString testLine(const TestResult &result)
{
    switch (result.state) {
    case TestResult::State::NotTested:
        break;
    case TestResult::State::Running:
        return TestResultWords::tr("Testing …");
    case TestResult::State::Works:
        return QStringLiteral("✓ ") + result.sentence;
    case TestResult::State::Fails:
        return QStringLiteral("✗ ") + result.sentence;
    }
    return {};
}

QString shortTestLine(const TestResult &result)
{
    return result.state == TestResult::State::Fails
        ? QStringLiteral("✗ ") + TestResultWords::tr("does not work")
        : testLine(result);
}

} // namespace lockstep
