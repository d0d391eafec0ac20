#include "app/lab/pastedcommand.h"

#include "app/arguments/arguments.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/step/tracebounds.h"
#include "ui/lab/words/replaycommandline.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::PastedCommand)
};

} // namespace

Result<TracedViolation> stepsOfCommand(const QString &line)
{
    const auto words = shellWords(line);
    if (!words)
        return failure(ErrorCode::BadInput, Words::tr("A quotation mark is not closed."));
    const auto arguments = Arguments::parse(words->mid(1)); // without the name of the program
    if (!arguments)
        return tl::unexpected(arguments.error());
    if (arguments->command != Arguments::Command::LabReplay)
        return failure(ErrorCode::BadInput,
            Words::tr(
                "Here only “lockstep lab replay” can be taken, with a scenario and a trace."));
    const auto scenario = findScenario(arguments->lab.scenario);
    if (!scenario)
        return tl::unexpected(scenario.error());
    const auto asked = arguments->lab.explorationOf(**scenario);
    if (!asked)
        return tl::unexpected(asked.error());
    const Trace trace = arguments->lab.trace.value_or(Trace());
    const auto options = optionsFor(*scenario, *asked, trace);
    if (!options)
        return tl::unexpected(options.error());
    return TracedViolation{*scenario, *options, trace};
}

} // namespace lockstep
