#include "app/arguments/completion.h"

#include "app/arguments/argumentwords.h"
#include "app/arguments/commandlist.h"
#include "core/lab/loader/scenariofile.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

QStringList scenarioIds()
{
    QStringList ids;
    for (const ScenarioPtr &each : shippedScenarios())
        ids << QString::fromUtf8(each->id);
    return ids;
}

QStringList pages()
{
    QStringList pages{QStringLiteral("watch"), QStringLiteral("server")};
    for (const QString &id : scenarioIds())
        pages << QStringLiteral("lab:") + id;
    return pages << QStringLiteral("recording:");
}

void addOperands(Arguments::Command command, CompletedCommand *completed)
{
    using enum Arguments::Command;
    const bool plays = command == LabRun || command == LabExplore || command == LabReplay;
    if (plays)
        completed->words = scenarioIds();
    else if (command == Shot)
        completed->words = pages();
    else if (command == Completion)
        completed->words = completionShells();
    completed->takesFiles = plays || command == LabCheck || command == ProfilesImport
        || command == ProfilesExport || command == Record || command == History;
}

struct ShellName
{
    const char *name;
    QString (*script)();
};
constexpr std::array shells{ShellName{"bash", bashCompletion}, ShellName{"zsh", zshCompletion},
    ShellName{"fish", fishCompletion}};

} // namespace

std::vector<CompletedCommand> completedCommands()
{
    std::vector<CompletedCommand> all;
    const auto add = [&](const QStringList &name, const QString &brief, unsigned bit) {
        all.push_back({name, brief, {}, {}, false});
        for (const Option &option : allOptions()) {
            if (option.commands & bit)
                all.back().options.push_back(&option);
        }
    };
    add({}, {}, Window);
    for (const CommandEntry &each : allCommands()) {
        if (each.isForm)
            continue;
        const auto name = QString::fromLatin1(each.name).split(u' ');
        // A group, such as lab, is added before its first command, so that its name can be
        // completed.
        const bool isFirst = std::none_of(all.begin(), all.end(),
            [&](const CompletedCommand &other) { return other.name == name.mid(0, 1); });
        if (name.size() > 1 && isFirst)
            add(name.mid(0, 1),
                each.bit & AnyLab ? ArgumentWords::tr("scenarios: races that clients play")
                                  : ArgumentWords::tr("servers that were given a name"),
                0);
        add(name, ArgumentWords::tr(each.brief), each.bit == Shot ? unsigned(AnyShot) : each.bit);
        addOperands(each.command, &all.back());
    }
    add({QStringLiteral("help")}, ArgumentWords::tr("the options of a command"), 0);
    for (const CompletedCommand &each : commandsBehind(all, {}))
        all.back().words << each.name;
    return all;
}

std::vector<CompletedCommand> commandsBehind(
    const std::vector<CompletedCommand> &all, const QStringList &name)
{
    std::vector<CompletedCommand> behind;
    std::copy_if(
        all.begin(), all.end(), std::back_inserter(behind), [&](const CompletedCommand &each) {
            return each.name.size() == name.size() + 1 && each.name.mid(0, name.size()) == name;
        });
    return behind;
}

ValueKind valueKind(const Option &option)
{
    if (!option.value)
        return ValueKind::None;
    if (!valueWords(option).isEmpty())
        return ValueKind::Words;
    return QLatin1String(option.value) == QLatin1String("FILE") ? ValueKind::File
                                                                : ValueKind::Unknown;
}

QStringList valueWords(const Option &option)
{
    if (option.possible)
        return option.possible();
    const bool isScenario = option.value && QLatin1String(option.value) == QLatin1String("ID");
    return isScenario ? scenarioIds() : QStringList();
}

QStringList completionShells()
{
    QStringList names;
    for (const ShellName &each : shells)
        names << QLatin1String(each.name);
    return names;
}

QString completionScript(const QString &shell)
{
    return shells[size_t(completionShells().indexOf(shell))].script();
}

} // namespace lockstep
