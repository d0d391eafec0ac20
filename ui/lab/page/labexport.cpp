// Exports of the Lab page. A stepped run and an exploration become the same JSON document as on the
// command line, so that a script can read both.

#include "ui/lab/page/labexport.h"

#include "core/lab/json/explorationjson.h"
#include "core/lab/json/steppedrunjson.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/table/operationsexport.h"
#include "ui/lab/table/stepsexport.h"

#include <QCoreApplication>
#include <QJsonDocument>

namespace lockstep {

namespace {

class ExportWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::LabExport)
};

QByteArray lineOf(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

Result<TextMaker> operationsText(const LabPage &page, LabText as)
{
    const RunPtr run = page.shownRun();
    if (!run || run->history.rounds.empty())
        return failure(ErrorCode::BadInput, ExportWords::tr("There is no run yet to be exported."));
    return [as, run, round = page.shownRound()] {
        return as == LabText::Csv ? operationsToCsv(*run, round) : operationsToJson(*run, round);
    };
}

Result<TextMaker> explorationText(const StepController &controller)
{
    const ExplorationPtr exploration = controller.exploration();
    if (!exploration)
        return failure(ErrorCode::BadInput,
            ExportWords::tr("There is nothing to be exported: it has not been explored with these "
                            "settings yet."));
    return [exploration] { return lineOf(explorationToJson(*exploration)); };
}

Result<TextMaker> stepsText(const StepController &controller, LabText as)
{
    const SteppedRunPtr run = controller.showsSteps() ? controller.runs()->shownRun() : nullptr;
    if (!run)
        return failure(
            ErrorCode::BadInput, ExportWords::tr("There are no steps yet to be exported."));
    return [as, run] {
        switch (as) {
        case LabText::Csv:
            return stepsToCsv(*run);
        case LabText::Json:
            return lineOf(steppedRunToJson(*run));
        case LabText::TraceText:
            break;
        }
        return traceText(run->trace).toUtf8() + '\n';
    };
}

} // namespace

Result<TextMaker> labText(const LabPage &page, LabText as)
{
    const LabMode mode = page.bar()->mode();
    if (mode == LabMode::Run)
        return operationsText(page, as);
    if (mode == LabMode::Explore && as == LabText::Json)
        return explorationText(*page.stepController());
    return stepsText(*page.stepController(), as);
}

} // namespace lockstep
