#include "app/arguments/optionrules.h"

#include "app/arguments/argumentwords.h"
#include "app/arguments/optionvalues.h"
#include "app/terminal/snapshottables.h"
#include "ui/watch/rows/itemfilter.h"

#include <QCommandLineParser>

#include <algorithm>

namespace lockstep {

namespace {

// Whether the value is given once, as text or in Base64.
bool isGivenOnce(const QCommandLineParser &parser, const char *name)
{
    const auto option = QString::fromLatin1(name);
    return parser.isSet(option) != parser.isSet(option + QStringLiteral("-base64"));
}

// Checks the options of watch against each other.
Result<void> checkWatch(const Arguments &arguments)
{
    if (arguments.once && arguments.follow)
        return badInput(ArgumentWords::tr("watch takes --once or --follow, not both."));
    if (arguments.once && arguments.metrics)
        return badInput(ArgumentWords::tr(
            "--metrics serves as long as the watch runs: it goes without --once."));
    if (arguments.json && !arguments.once && !arguments.follow)
        return badInput(ArgumentWords::tr("--json goes with --once or --follow."));
    if (!arguments.onAlert.isEmpty() && (!arguments.follow || arguments.rulesFile.isEmpty()))
        return badInput(
            ArgumentWords::tr("--on-alert goes with --follow and --rules FILE, which has the "
                              "alerts."));
    if (arguments.duration && !arguments.follow)
        return badInput(ArgumentWords::tr("--for goes with --follow."));
    if ((!arguments.sort.isEmpty() || arguments.mostRows) && (arguments.json || arguments.follow))
        return badInput(
            ArgumentWords::tr("--sort and --top are about tables: they go without --json and "
                              "--follow."));
    if (!arguments.sort.isEmpty() && !SnapshotTables::canSort(arguments.family, arguments.sort))
        return badInput(
            ArgumentWords::tr("That table has no column “%1” to sort by.").arg(arguments.sort));
    const ItemFilter filter(arguments.filter);
    if (arguments.follow && filter != ItemFilter(filter.keyWords()))
        return badInput(
            ArgumentWords::tr("With --follow, --filter takes words about keys: what happens has no "
                              "state, and may have two holders."));
    return {};
}

// Checks the options of history against each other.
Result<void> checkHistory(const Arguments &arguments, const QCommandLineParser &parser)
{
    const bool hasKey = parser.isSet(QStringLiteral("key"));
    const bool hasBinaryKey = parser.isSet(QStringLiteral("key-base64"));
    if (int(hasKey) + int(hasBinaryKey) + int(!arguments.glob.isEmpty()) > 1)
        return badInput(
            ArgumentWords::tr("history takes --key, --key-base64 or --glob, one of them."));
    if ((hasKey || hasBinaryKey) && arguments.key.isEmpty())
        return badInput(ArgumentWords::tr("--key takes the name of a key."));
    if (arguments.json && arguments.csv)
        return badInput(ArgumentWords::tr("history takes --json or --csv, not both."));
    if (arguments.at && (arguments.from || arguments.to))
        return badInput(ArgumentWords::tr(
            "--at is one moment: it goes without --from and --to, which choose events."));
    if (arguments.from && arguments.to && *arguments.from >= *arguments.to)
        return badInput(ArgumentWords::tr("--from has to be before --to."));
    return {};
}

} // namespace

Result<void> checkTogether(const Arguments &arguments, const QCommandLineParser &parser)
{
    if (arguments.command == Arguments::Command::Watch) {
        if (const auto fit = checkWatch(arguments); !fit)
            return fit;
    }
    if (arguments.command == Arguments::Command::History) {
        if (const auto fit = checkHistory(arguments, parser); !fit)
            return fit;
    }
    if (arguments.command == Arguments::Command::Record && !arguments.endpoint)
        return badInput(ArgumentWords::tr("record needs --uri or --profile."));
    if (arguments.command == Arguments::Command::Unlock) {
        if (!arguments.endpoint)
            return badInput(ArgumentWords::tr("unlock needs --uri or --profile."));
        if (arguments.token.isEmpty() || !isGivenOnce(parser, "key")
            || !isGivenOnce(parser, "token"))
            return badInput(ArgumentWords::tr(
                "unlock needs one --key and one --token, each as text or in Base64: the “key” and "
                "“holder” of lockstep watch --once --json."));
    }
    if (arguments.command == Arguments::Command::ProfilesAdd) {
        if (!arguments.endpoint || !arguments.environment)
            return badInput(
                ArgumentWords::tr("profiles add needs --uri, the address of the server, and "
                                  "--environment, what it is used for: %1.")
                    .arg(environmentNames().join(ArgumentWords::tr(" or "))));
    }
    if (arguments.command == Arguments::Command::ProfilesEdit) {
        const QStringList given = parser.optionNames();
        const bool isAnythingGiven = std::any_of(
            given.begin(), given.end(), [](const QString &name) { return name != u"lang"; });
        if (!isAnythingGiven)
            return badInput(ArgumentWords::tr("profiles edit needs what is to change; see lockstep "
                                              "profiles edit --help."));
        if (arguments.allowRelease && arguments.forbidsRelease)
            return badInput(ArgumentWords::tr("--allow-release and --no-release are opposites."));
    }
    if (arguments.command == Arguments::Command::LabCheck && arguments.lab.exercise.isEmpty())
        return badInput(
            ArgumentWords::tr("lab check needs --exercise ID: a scenario that has an exercise."));
    if (arguments.command == Arguments::Command::LabRun && arguments.yes && !arguments.endpoint)
        return badInput(ArgumentWords::tr(
            "--yes goes with --uri or --profile: on a private server nothing is asked."));
    const QStringList endings{
        QStringLiteral(".png"), QStringLiteral(".svg"), QStringLiteral(".pdf")};
    const bool isPicture = std::any_of(endings.begin(), endings.end(), [&](const QString &ending) {
        return arguments.output.endsWith(ending, Qt::CaseInsensitive);
    });
    if (arguments.command == Arguments::Command::Shot && !isPicture)
        return badInput(ArgumentWords::tr("shot needs -o FILE.png, FILE.svg or FILE.pdf."));
    return {};
}

} // namespace lockstep
