// The options of `lockstep lab`, see options.h.

#include "app/arguments/argumentwords.h"
#include "app/arguments/options.h"
#include "app/arguments/optionvalues.h"

#include "core/lab/scenario/assumptions.h"
#include "ui/lab/words/replaycommandline.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using std::chrono::milliseconds;

constexpr const char *roundsName = "--rounds";
constexpr const char *repeatsName = "--repeats";
constexpr const char *delayName = "--delay";
constexpr const char *workName = "--work";

Result<qint64> wholeNumber(const QString &text, const char *option, qint64 least, qint64 most)
{
    bool ok = false;
    const qint64 number = text.toLongLong(&ok);
    if (!ok || number < least || number > most)
        return badInput(
            ArgumentWords::tr("%1 takes a whole number from %2 to %3, not “%4”.")
                .arg(QLatin1String(option), QString::number(least), QString::number(most), text));
    return number;
}

// Sets a setting, and refuses a second, different value: --clients and --set may both give one.
Result<void> setOnce(Arguments &arguments, const QString &name, qint64 value)
{
    const auto [at, isNew] = arguments.lab.settings.try_emplace(name.toUtf8(), value);
    if (isNew || at->second == value)
        return {};
    return badInput(
        ArgumentWords::tr("%1 was set to %2 and to %3; --set and --clients set it once.")
            .arg(name, QString::number(at->second), QString::number(value)));
}

Result<void> takeSetting(Arguments &arguments, const QString &text)
{
    const auto equals = text.indexOf(u'=');
    bool ok = false;
    const qint64 value = text.mid(equals + 1).toLongLong(&ok);
    if (equals <= 0 || !ok)
        return badInput(ArgumentWords::tr("--set takes NAME=NUMBER, not “%1”.").arg(text));
    return setOnce(arguments, text.left(equals), value);
}

// Reads a fault: "0.05", the probability at each command, or "line:12", the line where it happens.
Result<RunOptions::Fault> faultIn(const QString &text, const char *option, const char *form)
{
    RunOptions::Fault fault;
    bool ok = false;
    if (text.startsWith(u"line:")) {
        fault.line = text.mid(5).toInt(&ok);
        ok = ok && fault.line > 0;
    } else {
        fault.probability = text.toDouble(&ok);
        ok = ok && fault.probability >= 0 && fault.probability <= 1;
    }
    if (!ok)
        return badInput(ArgumentWords::tr(
            "%1 takes %2, a probability from 0 to 1 or a line of the file, not “%3”.")
                            .arg(QLatin1String(option),
                                QString::fromLatin1(form).replace(
                                    QLatin1String(" or "), ArgumentWords::tr(" or ")),
                                text));
    return fault;
}

Result<void> takeCrash(Arguments &arguments, const QString &text)
{
    const auto fault = faultIn(text, "--crash", "P or line:N");
    if (!fault)
        return tl::unexpected(fault.error());
    arguments.lab.crash = *fault;
    return {};
}

Result<void> takePause(Arguments &arguments, const QString &text)
{
    const auto colon = text.lastIndexOf(u':');
    if (colon < 0)
        return badInput(
            ArgumentWords::tr("--pause takes P:MS or line:N:MS, as in 0.05:300, not “%1”.")
                .arg(text));
    const auto length = wholeNumber(text.mid(colon + 1), "--pause P:MS", 1, 3'600'000);
    if (!length)
        return tl::unexpected(length.error());
    const auto fault = faultIn(text.left(colon), "--pause", "P:MS or line:N:MS");
    if (!fault)
        return tl::unexpected(fault.error());
    arguments.lab.pause = *fault;
    arguments.lab.pauseLength = milliseconds(*length);
    return {};
}

template <std::optional<milliseconds> LabArguments::*Field, const char *const &Name>
Result<void> takeMilliseconds(Arguments &arguments, const QString &text)
{
    const auto number = wholeNumber(text, Name, 0, 60'000);
    if (!number)
        return tl::unexpected(number.error());
    arguments.lab.*Field = milliseconds(*number);
    return {};
}

template <std::optional<int> LabArguments::*Field, const char *const &Name>
Result<void> takeTimes(Arguments &arguments, const QString &text)
{
    const auto number = wholeNumber(text, Name, 1, 1'000'000);
    if (!number)
        return tl::unexpected(number.error());
    arguments.lab.*Field = int(*number);
    return {};
}

template <int Bounds::*Value> Result<void> takeBound(Arguments &arguments, const QString &text)
{
    const auto bound = std::find_if(
        allBounds.begin(), allBounds.end(), [](const Bound &each) { return each.value == Value; });
    const auto number = wholeNumber(text, optionOf(*bound).toLatin1().constData(), 0, Bounds::most);
    if (!number)
        return tl::unexpected(number.error());
    arguments.lab.bounds.emplace_back(Value, int(*number));
    return {};
}

QStringList assumptionNames()
{
    QStringList names;
    for (const AssumptionName &each : allAssumptions)
        names << QLatin1String(each.name);
    return names;
}

Result<void> takeAssumption(Arguments &arguments, const QString &text)
{
    const auto found = std::find_if(allAssumptions.begin(), allAssumptions.end(),
        [&](const AssumptionName &each) { return text == QLatin1String(each.name); });
    if (found == allAssumptions.end())
        return badInput(ArgumentWords::tr("--assume takes %1, not “%2”.")
                            .arg(assumptionNames().join(ArgumentWords::tr(" or ")), text));
    if (arguments.lab.withoutAssumptions)
        return badInput(ArgumentWords::tr("--assume and --no-assumptions contradict each other."));
    auto &assumptions = arguments.lab.assumptions;
    if (std::find(assumptions.begin(), assumptions.end(), found->assumption) == assumptions.end())
        assumptions.push_back(found->assumption);
    return {};
}

QStringList expectations()
{
    return {QStringLiteral("held"), QStringLiteral("violated")};
}

Result<void> takeExpectation(Arguments &arguments, const QString &text)
{
    const qsizetype place = expectations().indexOf(text);
    if (place < 0)
        return badInput(ArgumentWords::tr("--expect takes %1, not “%2”.")
                            .arg(expectations().join(ArgumentWords::tr(" or ")), text));
    arguments.lab.expected =
        place == 0 ? LabArguments::Expected::Held : LabArguments::Expected::Violated;
    return {};
}

Result<void> takeSeed(Arguments &arguments, const QString &text)
{
    bool ok = false;
    const quint64 seed = text.toULongLong(&ok);
    if (!ok || seed == 0)
        return badInput(ArgumentWords::tr(
            "--seed takes a whole number above 0, as lab run prints it, not “%1”.")
                            .arg(text));
    arguments.lab.seed = seed;
    return {};
}

const std::array optionsOfLab{
    Option{"exercise", "ID", LabCheck,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "the scenario whose exercise is to be solved: one of lab list, or the path of a file"),
        [](Arguments &arguments, const QString &text) {
            arguments.lab.exercise = text;
            return Result<void>();
        }},
    Option{"limit", "SECONDS", LabCheck,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "how long each exploration of a file may take; else 60"),
        [](Arguments &arguments, const QString &text) -> Result<void> {
            const auto time = durationOfSeconds(text, "--limit");
            if (!time)
                return tl::unexpected(time.error());
            arguments.lab.limit = *time;
            return {};
        }},
    Option{"time", "N", Stepping,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "how many time steps at most"),
        takeBound<&Bounds::time>},
    Option{"crashes", "N", Stepping,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "how many clients may crash"),
        takeBound<&Bounds::crashes>},
    Option{"pauses", "N", Stepping,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "how many clients may stand still"),
        takeBound<&Bounds::pauses>},
    Option{"restarts", "N", Stepping,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "how often a server may restart without its keys"),
        takeBound<&Bounds::restarts>},
    Option{"failovers", "N", Stepping,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "how often the replica may take over"),
        takeBound<&Bounds::failovers>},
    Option{"lost-requests", "N", Stepping,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "how many requests may not arrive, where there are several servers"),
        takeBound<&Bounds::lostRequests>},
    Option{"memory", "MB", LabExplore | TraceShot,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "how much memory the search may take, in MB; else half of what is available"),
        [](Arguments &arguments, const QString &text) -> Result<void> {
            const auto number = wholeNumber(text, "--memory", 1, 1 << 24);
            if (!number)
                return tl::unexpected(number.error());
            arguments.lab.memoryMB = *number;
            return {};
        }},
    Option{"no-assumptions", nullptr, Stepping,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "without what the scenario assumes"),
        [](Arguments &arguments, const QString &) {
            arguments.lab.withoutAssumptions = true;
            return Result<void>();
        }},
    Option{"assume", "NAME", Stepping,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "only this, in place of what the scenario assumes: %1; repeatable"),
        takeAssumption, true, assumptionNames},
    Option{"expect", "VERDICT", LabRun | LabExplore | LabReplay,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "exit status 0 if that comes of it: %1; 3 if the opposite does, 1 if neither is known"),
        takeExpectation, false, expectations},
    Option{"clients", "N", Playing,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "how many clients, the same as --set clients=N"),
        [](Arguments &arguments, const QString &text) -> Result<void> {
            const auto number = wholeNumber(text, "--clients", 1, 5000);
            if (!number)
                return tl::unexpected(number.error());
            return setOnce(arguments, QStringLiteral("clients"), *number);
        }},
    Option{"set", "NAME=VALUE", Playing,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "a value of the scenario, see lab list; repeatable"),
        takeSetting, true},
    Option{"rounds", "N", Running,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "how many fresh starts"),
        takeTimes<&LabArguments::rounds, roundsName>},
    Option{"repeats", "N", Running,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "how often each client runs its program in a round"),
        takeTimes<&LabArguments::repeats, repeatsName>},
    Option{"for", "SECONDS", Running,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "new rounds until then, in place of --rounds"),
        [](Arguments &arguments, const QString &text) -> Result<void> {
            const auto time = durationOfSeconds(text, "--for");
            if (!time)
                return tl::unexpected(time.error());
            if (*time == milliseconds(0))
                return badInput(QCoreApplication::translate("lockstep::Arguments",
                    "--for takes more than 0 seconds: nothing can be played in no time."));
            arguments.lab.duration = *time;
            return {};
        }},
    Option{"seed", "S", Running,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "of faults, delays and random(), to have them again"),
        takeSeed},
    Option{"crash", "P|line:N", Running,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "clients crash: with this probability at each command, or at that line"),
        takeCrash},
    Option{"pause", "P:MS|line:N:MS", Running,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "clients stand still for MS milliseconds, likewise"),
        takePause},
    Option{"delay", "MS", Running,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "of the network, at most, for each command"),
        takeMilliseconds<&LabArguments::delay, delayName>},
    Option{"work", "MS", Running,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "before each command of a client that is inside a lock"),
        takeMilliseconds<&LabArguments::work, workName>},
    Option{"no-exact-order", nullptr, Running,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "without MONITOR: faster, but values are not checked step by step"),
        [](Arguments &arguments, const QString &) {
            arguments.lab.withoutOrder = true;
            return Result<void>();
        }},
};

} // namespace

std::span<const Option> labOptions()
{
    return optionsOfLab;
}

} // namespace lockstep
