#include "app/watch/runwatch.h"

#include "app/metrics/metricsserver.h"
#include "app/terminal/output.h"
#include "app/watch/watchcommand.h"
#include "core/watch/recorder/recordingfile.h"
#include "ui/text/errormessage.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

// Whether options choose rows or their order, which only tables have.
bool choosesRows(const Arguments &arguments)
{
    return arguments.family || !arguments.filter.isEmpty() || !arguments.sort.isEmpty()
        || arguments.mostRows;
}

// Starts to serve metrics. Prints where, or why not and returns false.
bool serve(MetricsServer *metrics, const HostPort &address)
{
    if (const auto listening = metrics->listen(address); !listening) {
        printMessage(listening.error().detail);
        return false;
    }
    printMessage(WatchCommand::tr("Metrics are at %1.").arg(metrics->url()));
    if (!metrics->isLoopback())
        printMessage(
            WatchCommand::tr("Whoever reaches that address can read them: there is no password."));
    return true;
}

Result<std::unique_ptr<Recorder>> beginRecorder(const Arguments &arguments, const Source &source)
{
    RecordingOptions options;
    options.address = source.endpoint.display();
    options.prefix = arguments.prefix;
    options.keep = arguments.keep;
    if (const auto same = checkRecordedServer(arguments.operand, options.address); !same)
        return tl::unexpected(same.error());
    return Recorder::begin(arguments.operand, options);
}

} // namespace

int runWatch(const Arguments &arguments)
{
    if (formOf(arguments) == WatchForm::MetricsOnly && choosesRows(arguments)) {
        printMessage(WatchCommand::tr(
            "--family, --filter, --sort and --top would do nothing: where standard output is no "
            "terminal, --metrics prints nothing without --follow."));
        return 2;
    }
    Interrupt interrupt; // made first: its signals end the private server, too
    auto source = Source::open(arguments);
    if (!source) {
        printMessage(errorMessage(source.error(), {}));
        return 1;
    }
    const LoadingCatalogue catalogue = loadCatalogue(arguments);
    if (!arguments.onAlert.isEmpty() && catalogue.get()
        && catalogue.get().value()->alertRules().empty()) {
        printMessage(WatchCommand::tr("--on-alert would do nothing: %1 has no alerts.")
                         .arg(arguments.rulesFile));
        return 2;
    }
    const auto watch = makeWatch(*source, catalogue, arguments);
    if (!watch) {
        printMessage(errorMessage(watch.error(), {}));
        return watch.error().code == ErrorCode::BadInput ? 2 : 1;
    }
    // Set before the event loop begins, and so before any request.
    std::unique_ptr<WatchCommand> command;
    MetricsServer metrics([&](MetricsFormat format) {
        return command->metrics((*catalogue.get())->rules(), format);
    });
    if (arguments.metrics && !serve(&metrics, *arguments.metrics))
        return 1;
    command =
        std::make_unique<WatchCommand>(arguments, *source, metrics.url(), watch->get(), interrupt);
    if (arguments.command == Arguments::Command::Record) {
        auto recorder = beginRecorder(arguments, *source);
        if (!recorder) {
            printMessage(errorMessage(recorder.error(), {}));
            return 1;
        }
        command->record(std::move(*recorder));
    }
    (*watch)->start();
    const int status = QCoreApplication::exec();
    command->finishKeeping();
    command->finishIdentification();
    return command->finishRecording() ? status : std::max(status, 1);
}

} // namespace lockstep
