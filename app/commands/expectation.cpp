#include "app/commands/expectation.h"

#include "app/terminal/output.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Expectation)
};

} // namespace

int expectedStatus(const LabArguments &lab, CheckOutcome outcome, int status)
{
    if (!lab.expected)
        return status;
    const bool isToHold = *lab.expected == LabArguments::Expected::Held;
    if (outcome == (isToHold ? CheckOutcome::Holds : CheckOutcome::Violated))
        return 0;
    const bool isDecided = outcome == CheckOutcome::Holds || outcome == CheckOutcome::Violated;
    //: %1: the scenario's name
    const QString sentence = !isDecided ? Words::tr("%1: neither “held” nor “violated” is certain.")
        : isToHold                      ? Words::tr("%1: expected “held”, but it is violated.")
                                        : Words::tr("%1: expected “violated”, but it held.");
    printMessage(sentence.arg(lab.scenario));
    return isDecided ? 3 : 1;
}

} // namespace lockstep
