// Part of completion.h. Writes the completion script for fish: one line for each word that may
// follow.

#include "app/arguments/completion.h"

namespace lockstep {

namespace {

constexpr auto fishScript = R"(# Completes the command line of lockstep in fish.

# Whether these words stand behind lockstep; without words: whether no command does.
function __lockstep_is
    set -l typed (commandline -opc)
    set -e typed[1]
    if test (count $argv) = 0
        test (count $typed) = 0; or string match -q -- '-*' $typed[1]
        return
    end
    test (count $typed) -ge (count $argv); and test "$typed[1..$(count $argv)]" = "$argv"
end

# Whether nothing stands behind these words.
function __lockstep_ends_with
    set -l typed (commandline -opc)
    set -e typed[1]
    test "$typed" = "$argv"
end

complete -c lockstep -f
complete -c lockstep -l help -d 'help'
)";

QString fishQuoted(QString text)
{
    return u'\'' + text.replace(u'\\', QStringLiteral("\\\\")).replace(u'\'', QStringLiteral("\\'"))
        + u'\'';
}

QString line(const QString &condition, const QStringList &name, const QString &rest)
{
    return QStringLiteral("complete -c lockstep -n %1 %2\n")
        .arg(fishQuoted((condition + u' ' + name.join(u' ')).trimmed()), rest);
}

QString optionLine(const CompletedCommand &command, const Option &option)
{
    const auto name = QString::fromLatin1(option.name);
    QString rest = (name.size() == 1 ? QStringLiteral("-s ") : QStringLiteral("-l ")) + name;
    switch (valueKind(option)) {
    case ValueKind::None:
        break;
    case ValueKind::File:
        rest += QStringLiteral(" -r -F");
        break;
    case ValueKind::Words:
        rest += QStringLiteral(" -x -a ") + fishQuoted(valueWords(option).join(u' '));
        break;
    case ValueKind::Unknown:
        rest += QStringLiteral(" -x");
        break;
    }
    return line(QStringLiteral("__lockstep_is"), command.name,
        rest + QStringLiteral(" -d ") + fishQuoted(optionHelp(option)));
}

} // namespace

QString fishCompletion()
{
    const auto all = completedCommands();
    QString text = QString::fromLatin1(fishScript);
    for (const CompletedCommand &each : all) {
        for (const CompletedCommand &next : commandsBehind(all, each.name))
            text += line(QStringLiteral("__lockstep_ends_with"), each.name,
                QStringLiteral("-a %1 -d %2").arg(next.name.last(), fishQuoted(next.brief)));
        for (const Option *option : each.options)
            text += optionLine(each, *option);
        if (!each.words.isEmpty())
            text += line(QStringLiteral("__lockstep_is"), each.name,
                QStringLiteral("-a ") + fishQuoted(each.words.join(u' ')));
        if (each.takesFiles)
            text += line(QStringLiteral("__lockstep_is"), each.name, QStringLiteral("-F"));
    }
    return text;
}

} // namespace lockstep
